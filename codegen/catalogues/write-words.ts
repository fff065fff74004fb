/**
 * Writes what is known of catalogues/*.json: for screens a typed module for each part, its words in each
 * language, and the list of languages; for the player its texts in each language; for the server what it
 * tells listeners.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { serverMessages } from '../../server/messages.ts';
import { partModule, playerModule, playerTextsModule, servedModule, wordsModule } from './print-words.ts';
import { pseudoCatalogue } from './pseudo-language.ts';
import { isForScreens, listenersParts, playerPart, readCatalogues, servedParts } from './read-catalogues.ts';

const root = new URL('../../', import.meta.url);
const screens = 'client/dashboard/generated/words/';
const player = 'client/player/generated/';
/** Where what the server tells listeners is said. */
const rooms: Record<(typeof servedParts)[number], string> = {
  podcastPage: 'server/feeds/generated/podcast-page-words.ts',
  skill: 'server/alexa/generated/skill-words.ts',
};

const written = new Set<string>();

/** Writes a file unless that is what it holds: whoever watches it hears of changes only. */
async function write(name: string, text: string): Promise<void> {
  const file = new URL(name, root);
  written.add(name);
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
}

const catalogues = await readCatalogues(new URL('catalogues/', root), serverMessages).catch(
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
const ofScreens = catalogues.filter(isForScreens);
// Of no part's languages: client/pseudo-language.ts adds it where one develops and tests.
const pseudo = pseudoCatalogue(ofScreens[0]!);

for (const part of ofScreens[0]!.parts.keys()) {
  if (listenersParts.includes(part)) continue;
  await write(`${screens}${part}.ts`, partModule(part, ofScreens));
  for (const catalogue of [...ofScreens, pseudo])
    await write(`${screens}${catalogue.language}/${part}.ts`, wordsModule(part, catalogue));
}
const names = Object.fromEntries(ofScreens.map(({ language, name }) => [language, name]));
await write(
  `${screens}languages.ts`,
  `// Made by codegen/catalogues from catalogues/*.json.\nexport const languages = ${JSON.stringify(names)} as const;\n`,
);

await write(`${player}player-words.ts`, playerModule(catalogues, playerPart));
for (const catalogue of catalogues)
  await write(`${player}texts-${catalogue.language}.ts`, playerTextsModule(catalogue, playerPart));
await write(
  'server/areas/player/generated/player-languages.ts',
  `// Made by codegen/catalogues from catalogues/*.json.\nexport const playerLanguages = ${JSON.stringify(catalogues.map(({ language }) => language))} as const;\n`,
);
for (const part of servedParts) await write(rooms[part], servedModule(catalogues, part));

// What was a part, or a language, once.
for (const folder of [screens, player])
  for (const name of await readdir(new URL(folder, root), { recursive: true }))
    if (name.endsWith('.ts') && !written.has(folder + name)) await rm(new URL(folder + name, root));
