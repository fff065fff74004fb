import { flag, settingGroup, whole } from '../../../kernel/settings.ts';

export const limit = settingGroup({
  limitEnabled: flag({ description: 'Whether there is a daily limit.' }),
  limitPerDay: whole({ description: 'The daily limit: how many characters may be voiced in a day (UTC).', default: 100_000, min: 1 }),
});
