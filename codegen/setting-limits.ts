/**
 * Writes what REST and the dashboard know of the settings of a project: names, kinds and limits, from their declarations.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { projectSettings } from '../server/areas/settings/groups/project-settings.ts';
import { reportSettings } from '../server/areas/settings/groups/report-settings.ts';
import type { Setting, Settings } from '../server/kernel/settings.ts';

const declared = { projectSettings: projectSettings.settings, reportSettings: reportSettings.settings } satisfies Record<string, Settings>;

/** @param told what of each setting the file says */
async function write(folder: string, told: (setting: Setting) => object): Promise<void> {
  const constants = Object.entries(declared).map(([name, settings]) => {
    const entries = Object.entries<Setting>(settings).map(([key, setting]) => `  ${key}: ${JSON.stringify(told(setting))},\n`);
    return `export const ${name} = {\n${entries.join('')}} as const;\n`;
  });
  const directory = new URL(`../${folder}/generated/`, import.meta.url);
  await mkdir(directory, { recursive: true });
  await writeFile(
    new URL('project-settings.ts', directory),
    `// Made by codegen/setting-limits.ts from the declarations.\n${constants.join('\n')}`,
  );
}

await write('server/rest', ({ kind, options, readable = true }) => ({ kind, ...(options && { options }), readable }));
await write('client/dashboard', ({ kind, min, max, options, default: initial, feature }) => ({
  kind,
  min,
  max,
  options,
  default: initial,
  feature,
}));
