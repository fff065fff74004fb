import { flag, settingGroup, whole } from '../../../kernel/settings.ts';

export const limit = settingGroup({
  limitEnabled: flag({ description: 'Whether the project has a daily limit.', feature: 'character_limit' }),
  limitPerDay: whole({
    description: 'Daily limit: characters that may be voiced per day (UTC).',
    default: 100_000,
    min: 1,
  }),
});
