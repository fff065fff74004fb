import { settingGroup, text } from '../../../../kernel/settings.ts';

export const general = settingGroup({
  name: text({ description: 'Name of the project.', default: '', min: 1, max: 255 }),
});
