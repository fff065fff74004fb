/**
 * Writes what REST knows of the settings of projects and channels, and the dashboard of those of projects:
 * names, places, kinds and limits, from their declarations, the fragment with which Configure project asks
 * for them, what players begin with, and the product's limits of files and pages.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { player } from '../server/areas/channels/channels/kinds/player-channel.ts';
import { channelKinds } from '../server/areas/channels/channels/kinds/registry.ts';
import { projectSettings } from '../server/areas/library/settings/groups/project-settings.ts';
import { reportSettings } from '../server/areas/library/settings/groups/report-settings.ts';
import { defaultsOf, pathsOf, type Setting, type Settings } from '../server/kernel/settings.ts';
import {
  adMaxBytes,
  artworkSide,
  coverMaxBytes,
  imageMaxBytes,
  pageSizes,
  soundMaxBytes,
} from '../server/product.ts';
import { responseNameOf } from './channel-selection.ts';
import { choicesInSchema } from './setting-in-schema.ts';

const declared = { projectSettings, reportSettings };

/** Where GraphQL has a setting of a project: `['paywall', 'callToAction']`. */
const pathOf = (name: string): readonly string[] => (paths[name] ?? name).split('.');
const paths = pathsOf(Object.values(declared).flatMap(({ groups }) => groups));

type Told = (setting: Setting, name: string) => object;

/** Of a REST field: how it is read. */
const forRest: Told = ({ kind, options, format, readable = true }) => ({
  kind,
  ...(options && { options }),
  ...(format && { format }),
  readable,
});

/** The same of a channel's, with the name by which it is answered. @param type as in `responseNameOf` */
const forChannelRows =
  (type?: string): Told =>
  ({ item, ...setting }, name) => ({
    ...forRest(setting, name),
    ...(setting.as && { as: setting.as }),
    answeredAs: responseNameOf(name, setting, type),
    ...(item && { item: told(item.settings, forChannelRows()) }),
  });

/** Of a field of a form: what it looks like, its limits, and who is offered it. */
const forForms: Told = (setting) => {
  const { kind, format, unit, min, max, administratorsOnly } = setting;
  return { kind, format, unit, min, max, ...choicesInSchema(setting), administratorsOnly };
};

const told = (settings: Settings, by: Told): Record<string, object> =>
  Object.fromEntries(Object.entries<Setting>(settings).map(([key, setting]) => [key, by(setting, key)]));

/** @param constants by name */
async function write(folder: string, file: string, constants: Record<string, object>): Promise<void> {
  const directory = new URL(`../${folder}/generated/`, import.meta.url);
  await mkdir(directory, { recursive: true });
  const lines = Object.entries(constants).map(([name, values]) => {
    const entries = Object.entries(values).map(([key, value]) => `  ${key}: ${JSON.stringify(value)},\n`);
    return `export const ${name} = {\n${entries.join('')}} as const;\n`;
  });
  await writeFile(
    new URL(file, directory),
    `// Made by codegen/setting-limits.ts from the declarations.\n${lines.join('\n')}`,
  );
}

const placed = (settings: Settings, by: Told): Record<string, object> =>
  Object.fromEntries(
    Object.entries(told(settings, by)).map(([name, one]) => [name, { ...one, path: pathOf(name) }]),
  );
const each = (by: Told, choose: (settings: Settings) => Settings = (settings) => settings) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { settings }]) => [name, placed(choose(settings), by)]),
  );
const inRest = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries<Setting>(settings).filter(([, { graphqlOnly = false }]) => !graphqlOnly));
await write('server/rest', 'project-settings.ts', each(forRest, inRest));
await write('client/dashboard', 'project-settings.ts', each(forForms));

/** What a player looks like when a version is chosen: of version 4 what it alone has, and its color. */
const looks = (version: number, names: readonly (keyof typeof player.settings.settings)[]): object => {
  const values = { ...defaultsOf(player.settings.settings), ...player.begins?.({ version }) };
  return Object.fromEntries(names.map((name) => [name, values[name]]));
};
await write('client/dashboard', 'begins-with.ts', {
  playerLooks: looks(2, ['color', 'bordered', 'background']),
  playerLooksOfVersion4: looks(4, [
    'color',
    'playButton',
    'pauseButton',
    'speedSettingsTitle',
    'speedSettingsBackButton',
  ]),
});

await write('client/dashboard', 'limits.ts', {
  pageSizes,
  fileLimits: { soundMaxBytes, imageMaxBytes, coverMaxBytes, adMaxBytes },
  artworkSide,
});

await write('server/rest', 'channel-kinds.ts', {
  channelKinds: Object.fromEntries(
    channelKinds.map(({ type, settings }) => [type, told(inRest(settings.settings), forChannelRows(type))]),
  ),
});

/** A selection of the settings that are read as they are written: `name sound { bitrate }`. */
function selectionOf(settings: Settings): string {
  const readable = Object.entries(settings).filter(([, { readable: isReadable = true }]) => isReadable);
  const paths = readable.map(([name]) => pathOf(name));
  return [...Map.groupBy(paths, ([first]) => first)]
    .map(([first, members]) => {
      const fields = members.flatMap(([, second]) => second ?? []);
      return fields.length === 0 ? first : `${first} { ${fields.join(' ')} }`;
    })
    .join(' ');
}

await writeFile(
  new URL('../client/dashboard/generated/declared-settings.ts', import.meta.url),
  `// Made by codegen/setting-limits.ts from the declarations.
// oxlint-disable relay/unused-fields -- settings are read by the names of their declarations
import { graphql } from 'react-relay';

export const declaredSettings = graphql\`
  fragment declaredSettings_project on Project {
    ${selectionOf(projectSettings.settings)}
  }
\`;
`,
);
