/**
 * Writes what is known of catalogues/*.json: for screens a typed module for each part, its words in each
 * language, and the list of languages; for the player and the server what they
 * tell listeners, and what mails say.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { serverMessages } from '../../server/messages.ts';
import {
  partModule,
  plainModule,
  sourceTemplates,
  templatesModule,
  templateTypes,
  wordsModule,
} from './print-words.ts';
import { pseudoCatalogue } from './pseudo-catalogue.ts';
import { listenersParts, mailPart, readCatalogues, screensParts } from './read-catalogues.ts';

const root = new URL('../../', import.meta.url);
const screens = 'client/dashboard/generated/words/';
/** Output files of the listeners' parts. */
const rooms: Record<(typeof listenersParts)[number], string> = {
  player: 'server/areas/channels/player/generated/player-words.ts',
  playerFeatures: 'server/areas/channels/player/generated/player-features-words.ts',
  podcastPage: 'server/feeds/generated/podcast-page-words.ts',
  skill: 'server/areas/channels/deployments/generated/skill-words.ts',
};

/** The server sends them to the player, in the listener's language alone. */
const isOfPlayer = (part: string): boolean => part === 'player' || part === 'playerFeatures';

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

for (const part of listenersParts) {
  const speakers = catalogues.filter(({ parts }) => parts.has(part));
  await write(rooms[part], isOfPlayer(part) ? templatesModule(speakers, part) : plainModule(speakers, part));
}
await write(
  'client/player/generated/player-words.ts',
  templateTypes(catalogues, listenersParts.filter(isOfPlayer)),
);
await write('client/player/generated/english-words.ts', sourceTemplates(catalogues[0]!, 'player'));
await write('server/mail/generated/mail-words.ts', plainModule(ofScreens, mailPart));
await write(
  'server/areas/channels/player/generated/player-languages.ts',
  `// Made by codegen/catalogues from catalogues/*.json.\nexport const playerLanguages = ${JSON.stringify(catalogues.map(({ language }) => language))} as const;\n`,
);

// What was a part, or a language, once.
for (const name of await readdir(new URL(screens, root), { recursive: true }))
  if (name.endsWith('.ts') && !written.has(screens + name)) await rm(new URL(screens + name, root));
