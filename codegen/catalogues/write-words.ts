/**
 * Writes what is known of catalogues/*.json: for screens a typed module for each part, its words in each
 * language, and the list of languages; for the player and the server what they
 * tell listeners, and what mails say.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { serverMessages } from '../../server/messages.ts';
import { laterModule, partModule, plainModule, wordsModule } from './print-words.ts';
import { pseudoCatalogue } from './pseudo-catalogue.ts';
import { listenersParts, mailPart, readCatalogues, screensParts } from './read-catalogues.ts';

const root = new URL('../../', import.meta.url);
const screens = 'client/dashboard/generated/words/';
/** Output files of the listeners' parts. */
const rooms: Record<(typeof listenersParts)[number], string> = {
  player: 'client/player/generated/player-words.ts',
  podcastPage: 'server/feeds/generated/podcast-page-words.ts',
  skill: 'server/areas/channels/deployments/generated/skill-words.ts',
};

/** Words of the player that appear only with what is loaded later, and are loaded with that. */
const laterPlayerWords: readonly string[] = [
  'advertisement',
  'adMore',
  'adSkip',
  'backToPlayer',
  'gone',
  'sleepAtEnd',
  'sleepIn',
  'sleepOff',
  'transcript',
  'transcriptFollow',
  'transcriptMissing',
];

const written = new Set<string>();

/** Writes a file only if its content changes, so that file watchers are not triggered otherwise. */
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
const ofScreens = catalogues.filter((catalogue) => screensParts(catalogue).length > 0);
// Of no part's languages: client/build/pseudo-language.ts adds it where one develops and tests.
const pseudo = pseudoCatalogue(ofScreens[0]!);

for (const part of screensParts(ofScreens[0]!)) {
  await write(`${screens}${part}.ts`, partModule(part, ofScreens));
  for (const catalogue of [...ofScreens, pseudo])
    await write(`${screens}${catalogue.language}/${part}.ts`, wordsModule(part, catalogue));
}
const names = Object.fromEntries(ofScreens.map(({ language, name }) => [language, name]));
await write(
  `${screens}languages.ts`,
  `// Made by codegen/catalogues from catalogues/*.json.\nexport const languages = ${JSON.stringify(names)} as const;\n`,
);

for (const part of listenersParts)
  await write(rooms[part], plainModule(catalogues, part, part === 'player' ? laterPlayerWords : []));
await write(
  'client/player/generated/later-player-words.ts',
  laterModule(catalogues, 'player', laterPlayerWords),
);
await write('server/mail/generated/mail-words.ts', plainModule(ofScreens, mailPart));
await write(
  'server/areas/channels/player/generated/player-languages.ts',
  `// Made by codegen/catalogues from catalogues/*.json.\nexport const playerLanguages = ${JSON.stringify(catalogues.map(({ language }) => language))} as const;\n`,
);

// What was a part, or a language, once.
for (const name of await readdir(new URL(screens, root), { recursive: true }))
  if (name.endsWith('.ts') && !written.has(screens + name)) await rm(new URL(screens + name, root));
