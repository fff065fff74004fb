/**
 * Writes what the dashboard knows of the server's registries. Forms of channels follow from the declarations
 * of their kinds, and so does the fragment that selects the settings of a channel. Kinds of channels and
 * features are unions, by which the dashboard's icons, bodies and groups are typed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { channelKinds } from '../server/areas/channels/channels/kinds/registry.ts';
import type { ChannelKind } from '../server/areas/channels/channels/kinds/kind.ts';
import { features } from '../server/kernel/features.ts';
import type { Setting, Settings } from '../server/kernel/settings.ts';
import { services } from '../server/speech/services.ts';
import { enumName } from '../server/graphql/enum-names.ts';
import { choicesInSchema } from './setting-in-schema.ts';
import { responseNameOf, channelSelection } from './channel-selection.ts';

/**
 * By the names of inputs. @param type of the kind whose settings they are; absent: they are of the items of a
 * list
 */
const told = (settings: Settings, type?: string): object =>
  Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, setting]) => {
      const { as = name, kind, format, min, max, item } = setting;
      const answered = responseNameOf(name, setting, type);
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
  ({ type, path, feature, nameSetting, categories, publicPath, rank, isRetired, refusedTo, settings }) => ({
    type: enumName(type),
    field: type,
    path,
    feature: feature && enumName(feature),
    nameSetting,
    categories,
    publicPath: publicPath?.('{slug}') ?? null,
    rank,
    isRetired,
    refusedTo,
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
const union = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' | ');
const servicesById = services.map(({ id, credentialsPage, hasOwnPreviewText }) => [
  id,
  { credentialsPage, hasOwnPreviewText },
]);
await writeFile(
  new URL('registries.ts', directory),
  `// Made by codegen/channel-forms.ts from the declarations.
/** Kinds of channels, as GraphQL names them. */
export type ChannelType = ${union(kinds.map(({ type }) => type))};
/** Features, as GraphQL names them. */
export type Feature = ${union(features.map((feature) => enumName(feature)))};
/** What speech services declare of themselves, by their ids. */
export const speechServices: Readonly<
  Record<string, { readonly credentialsPage: string; readonly hasOwnPreviewText: boolean }>
> = ${JSON.stringify(Object.fromEntries(servicesById))};
`,
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
