import { settingGroup, text } from '../../../kernel/settings.ts';

export const general = settingGroup({
  name: text({ description: 'What its editors call it.', default: '', min: 1, max: 255 }),
});
