/**
 * Writes what the client knows of catalogues/*.json: a typed module for each part, its words in each
 * language, and the list of languages.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { serverMessages } from '../../server/messages.ts';
import { playerPart, readCatalogues } from './read-catalogues.ts';
import { partModule, wordsModule } from './print-words.ts';

const directory = new URL('../../client/dashboard/generated/words/', import.meta.url);

const written = new Set<string>();

/** Writes a file unless that is what it holds: whoever watches it hears of changes only. */
async function write(name: string, text: string): Promise<void> {
  const file = new URL(name, directory);
  written.add(name);
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
}

const catalogues = await readCatalogues(new URL('../../catalogues/', import.meta.url), serverMessages).catch(
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
const ofScreens = catalogues.filter(({ parts }) => [...parts.keys()].some((part) => part !== playerPart));
const parts = [...ofScreens[0]!.parts.keys()].filter((part) => part !== playerPart);

for (const part of parts) {
  await write(`${part}.ts`, partModule(part, ofScreens));
  for (const catalogue of ofScreens)
    await write(`${catalogue.language}/${part}.ts`, wordsModule(part, catalogue));
}
const names = Object.fromEntries(ofScreens.map(({ language, name }) => [language, name]));
await write(
  'languages.ts',
  `// Made by codegen/catalogues from catalogues/*.json.\nexport const languages = ${JSON.stringify(names)} as const;\n`,
);

// What was a part, or a language, once.
for (const name of await readdir(directory, { recursive: true }))
  if (name.endsWith('.ts') && !written.has(name)) await rm(new URL(name, directory));
