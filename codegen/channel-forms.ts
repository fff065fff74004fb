/**
 * Writes what the dashboard knows of the kinds of channels: the forms follow from their declarations, and so
 * does the fragment with which they ask for the settings of a channel.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { channelKinds } from '../server/areas/channels/kinds/registry.ts';
import type { ChannelKind } from '../server/areas/channels/kinds/kind.ts';
import type { Setting, Settings } from '../server/kernel/settings.ts';
import { enumName } from '../server/graphql/enum-names.ts';
import { choicesInSchema } from './setting-in-schema.ts';
import { answeredAs, channelSelection } from './channel-selection.ts';

/**
 * By the names of inputs. @param type of the kind whose settings they are; absent: they are of the items of a
 * list
 */
const told = (settings: Settings, type?: string): object =>
  Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, setting]) => {
      const { as = name, kind, format, min, max, item } = setting;
      const answered = answeredAs(name, setting, type);
      return [
        as,
        {
          kind,
          answeredAs: answered === as ? undefined : answered,
          format,
          min,
          max,
          ...choicesInSchema(setting),
          item: item && told(item.settings),
        },
      ];
    }),
  );

const kinds = (channelKinds as readonly ChannelKind<string, any>[]).map(
  ({ type, path, feature, nameSetting, categories, publicPath, settings }) => ({
    type: enumName(type),
    field: type,
    path,
    feature: feature && enumName(feature),
    nameSetting,
    categories,
    publicPath: publicPath?.('{slug}') ?? null,
    settings: told(settings.settings, type),
  }),
);

const directory = new URL('../client/dashboard/generated/', import.meta.url);
await mkdir(directory, { recursive: true });
// Apart: the first page loads the addresses of all screens, but not what their forms have.
const paths = kinds.map(({ type, path }) => ({ type, path }));
await writeFile(
  new URL('channel-paths.ts', directory),
  `// Made by codegen/channel-forms.ts from the declarations.\nexport const channelPaths = ${JSON.stringify(paths)} as const;\n`,
);
await writeFile(
  new URL('channel-kinds.ts', directory),
  `// Made by codegen/channel-forms.ts from the declarations.\nexport const channelKinds = [\n${kinds.map((kind) => `  ${JSON.stringify(kind)},\n`).join('')}] as const;\n`,
);
await writeFile(
  new URL('channel-settings.ts', directory),
  `// Made by codegen/channel-forms.ts from the declarations.
// oxlint-disable relay/unused-fields -- settings are read by the names of their declarations
import { graphql } from 'react-relay';

export const channelSettings = graphql\`
  fragment channelSettings_channel on Channel @inline {
    settings {
      ${channelSelection}
    }
  }
\`;
`,
);
