import { product } from '../../../../product.ts';
import { choice, settingGroup, settingsSchema, text, wholeNumber } from '../../../../kernel/settings.ts';
import { alexaCategories } from './categories.ts';
import { channelKind } from './kind.ts';

export const alexaFB = channelKind({
  type: 'alexaFB',
  rank: 6,
  description: 'An Alexa flash briefing: the newest articles, read out by Alexa or played as audio.',
  path: 'alexa-fb',
  feature: 'alexa-fb',
  publishes: 'articles',
  publicPath: (slug) => `/alexafb/${slug}`,
  settings: settingsSchema(
    settingGroup({
      title: text({ description: 'Title of the briefing.', default: '', min: 1, max: 200 }),
      category: choice(
        alexaCategories.map(({ name }) => name),
        {
          description: 'Category in the skill store. Null if none.',
          default: null,
          optionsAre: 'AlexaCategory',
        },
      ),
      voiceType: choice(['alexa', product.value], {
        description: `Voice: with \`ALEXA\`, Alexa reads the text; with \`${product.value.toUpperCase()}\`, the audio is played.`,
        default: product.value,
      }),
      itemCount: wholeNumber({ description: 'Number of articles.', default: 5, min: 1, max: 5 }),
    }),
  ),
  nameSetting: 'title',
  categories: alexaCategories,
});
