import { flag, settingGroup, settingsSchema, text } from '../../../../kernel/settings.ts';
import { channelKind } from './kind.ts';

export const json = channelKind({
  type: 'json',
  rank: 4,
  refusedTo: 'project',
  description: 'A JSON Feed of the articles and their audio.',
  path: 'json',
  feature: 'json-feed',
  publishes: 'articles',
  publicPath: (slug) => `/json/${slug}`,
  settings: settingsSchema(
    settingGroup({
      title: text({
        description: "Title of the feed. Null for the project's name.",
        default: null,
        max: 200,
      }),
      includeNotReady: flag({ description: 'Whether articles whose audio is not ready are included.' }),
    }),
  ),
  nameSetting: 'title',
});
