import { choice, settingGroup, settingsSchema, text } from '../../../../kernel/settings.ts';
import { introOutroSettings } from './intro-outro-settings.ts';
import { googleCategories } from './categories.ts';
import { channelKind } from './kind.ts';

export const googleAction = channelKind({
  type: 'googleAction',
  rank: 7,
  isRetired: true,
  description:
    'A conversational action for Google Assistant. Google retired these in June 2023; the export remains available.',
  path: 'google-action',
  feature: 'google-action',
  publishes: null,
  publicPath: (slug) => `/google/${slug}`,
  settings: settingsSchema(
    settingGroup({
      name: text({ description: 'Name of the action.', default: '', min: 1, max: 50 }),
      category: choice(
        googleCategories.map(({ name }) => name),
        { description: 'Category in the directory. Null if none.', default: null },
      ),
    }),
    introOutroSettings,
  ),
  nameSetting: 'name',
  categories: googleCategories,
});
