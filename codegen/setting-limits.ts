/**
 * Writes what REST and the dashboard know of the settings of projects and channels: names, kinds and limits,
 * from their declarations.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { channelKinds } from '../server/areas/channels/kinds/registry.ts';
import { projectSettings } from '../server/areas/settings/groups/project-settings.ts';
import { reportSettings } from '../server/areas/settings/groups/report-settings.ts';
import type { Setting, Settings } from '../server/kernel/settings.ts';

const declared = {
  projectSettings: projectSettings.settings,
  reportSettings: reportSettings.settings,
} satisfies Record<string, Settings>;

type Told = (setting: Setting) => object;

/** Of a REST field: how it is read. */
const forRest: Told = ({ kind, options, format, item, readable = true }) => ({
  kind,
  ...(options && { options }),
  ...(format && { format }),
  ...(item && { item: told(item.settings, forRest) }),
  readable,
});

/** Of a field of a form: its limits. */
const forForms: Told = ({ kind, min, max, options, default: initial, feature }) => ({
  kind,
  min,
  max,
  options,
  default: initial,
  feature,
});

/** Of a field of a form that is made of nothing else: all that a person has to know, too. */
const forMadeForms: Told = (setting) => ({
  ...forForms(setting),
  format: setting.format,
  features: setting.features,
  description: setting.description,
  ...(setting.item && { item: told(setting.item.settings, forMadeForms) }),
});

const told = (settings: Settings, by: Told): Record<string, object> =>
  Object.fromEntries(Object.entries<Setting>(settings).map(([key, setting]) => [key, by(setting)]));

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

const each = (by: Told) =>
  Object.fromEntries(Object.entries(declared).map(([name, settings]) => [name, told(settings, by)]));
await write('server/rest', 'project-settings.ts', each(forRest));
await write('client/dashboard', 'project-settings.ts', each(forForms));

const kinds = (by: (kind: (typeof channelKinds)[number]) => object) =>
  Object.fromEntries(channelKinds.map((kind) => [kind.type, by(kind)]));
await write('server/rest', 'channel-kinds.ts', {
  channelKinds: kinds(({ settings }) => told(settings.settings, forRest)),
});
await write('client/dashboard', 'channel-kinds.ts', {
  channelKinds: kinds(({ type, label, description, path, feature, publicPath, nameSetting, settings }) => ({
    type,
    label,
    description,
    path,
    feature,
    publicPath: publicPath?.('{slug}') ?? null,
    nameSetting,
    settings: told(settings.settings, forMadeForms),
  })),
});
