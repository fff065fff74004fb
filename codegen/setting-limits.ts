/**
 * Writes what REST knows of the settings of projects and channels, and the dashboard of those of projects:
 * names, kinds and limits, from their declarations.
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

await write('server/rest', 'channel-kinds.ts', {
  channelKinds: Object.fromEntries(
    channelKinds.map(({ type, settings }) => [type, told(settings.settings, forRest)]),
  ),
});
