import { choice, settingGroup, settingsSchema, text } from '../../../../kernel/settings.ts';
import { introOutroSettings } from './intro-outro-settings.ts';
import { alexaCategories } from './categories.ts';
import { channelKind } from './kind.ts';

export const alexaSkill = channelKind({
  type: 'alexaSkill',
  rank: 5,
  description: 'An Alexa skill that plays the articles.',
  path: 'alexa-skill',
  feature: 'alexa-skill',
  publishes: 'articles',
  publicPath: (slug) => `/alexa/${slug}`,
  settings: settingsSchema(
    settingGroup({
      name: text({
        description: 'Name that listeners say to start the skill.',
        default: '',
        min: 2,
        max: 50,
      }),
      category: choice(
        alexaCategories.map(({ name }) => name),
        { description: 'Category in the skill store.', default: 'NEWS', optionsAre: 'AlexaCategory' },
      ),
    }),
    introOutroSettings,
  ),
  nameSetting: 'name',
  categories: alexaCategories,
});
