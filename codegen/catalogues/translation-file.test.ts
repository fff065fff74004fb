import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverMessages } from '../../server/messages.ts';
import { exportTranslations, importTranslations, readComments, textsOf } from './translation-file.ts';

const catalogues = new URL('../../catalogues/', import.meta.url);

const english = {
  language: 'English',
  article: {
    save: 'Save',
    count: '{count, plural, one {# article} other {# articles}}',
    help: 'Read <link>the {topic} guide</link> & go on.',
    empty: '',
  },
  'voice names': { 'Pitch (percent)': 'Pitch' },
  player: { play: 'Play', left: '{minutes} min' },
  podcastPage: { play: 'Play' },
  skill: { samples: 'play the news\nread the news' },
  mail: { hello: 'Hello {name}' },
  server: { OFFLINE: 'Cannot reach the server' },
};
const messages = new Map([['TAG', 'Write <voice name="…">.']]);

/** A folder of catalogues with English and comments only. */
let folder: URL;
beforeEach(async () => {
  folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'parlance-catalogues-'))}/`);
  await write('en.json', english);
  await mkdir(new URL('translators/', folder));
  await write('translators/comments.json', { article: 'A screen.', 'article.save': 'A <button>.' });
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, tree: object): Promise<void> =>
  writeFile(new URL(file, folder), `${JSON.stringify(tree, null, 2)}\n`);
const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(file, folder), 'utf8'));

/** The exported file with translations in it, by key, as a translator fills it in. */
async function translated(translations: Readonly<Record<string, string>>, language = 'es'): Promise<string> {
  let file = await exportTranslations(language, folder, messages);
  for (const [key, target] of Object.entries(translations))
    file = file.replace(
      new RegExp(`(name="${key.replaceAll(/[()]/g, '\\$&')}">[^]*?</source>)(?:\\s*<target>[^<]*</target>)?`),
      (_, before: string) => `${before}<target>${target}</target>`,
    );
  return file;
}
const importSpanish = async (translations: Readonly<Record<string, string>>) =>
  importTranslations('es', await translated(translations), folder, messages);

const spanish = {
  language: 'Español',
  'article.save': 'Guardar',
  'article.count': '{count, plural, one {# artículo} many {# de artículos} other {# artículos}}',
  'article.help': 'Lea &lt;link>la guía de {topic}&lt;/link> &amp; siga.',
  'voice names.Pitch (percent)': 'Tono',
  'player.play': 'Reproducir',
  'player.left': '{minutes} min',
  'podcastPage.play': 'Reproducir',
  'skill.samples': 'pon las noticias\nlee las noticias',
  'mail.hello': 'Hola, {name}',
  'server.OFFLINE': 'No se puede conectar con el servidor',
  'server.TAG': 'Escriba &lt;voice name="…">.',
};

test.each(['de', 'fr'])('an export of %s can be imported without changes', async (language) => {
  const before = await readFile(new URL(`${language}.json`, catalogues), 'utf8');
  await writeFile(new URL(`${language}.json`, folder), before);
  await writeFile(new URL('en.json', folder), await readFile(new URL('en.json', catalogues)));
  const xliff = await exportTranslations(language, folder, serverMessages);
  expect(await importTranslations(language, xliff, folder, serverMessages)).toEqual({
    changed: 0,
    outdated: [],
    missing: 0,
    file: `${language}.json`,
  });
  expect(await readFile(new URL(`${language}.json`, folder), 'utf8')).toBe(before);
});

test('a unit has its key, source, comment and state', async () => {
  const xliff = await translated({ 'player.play': 'Reproducir' });
  await importTranslations('es', xliff, folder, messages);
  const again = await exportTranslations('es', folder, messages);
  expect(again).toContain(
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="es">',
  );
  expect(again).toContain(
    [
      '    <unit id="article.save" name="article.save">',
      '      <notes><note>A &lt;button&gt;.</note></notes>',
      '      <segment state="initial">',
      '        <source>Save</source>',
      '      </segment>',
    ].join('\n'),
  );
  expect(again).toContain('name="article.count">\n      <notes><note>A screen.</note></notes>');
  expect(again).toContain(
    '<segment state="translated">\n        <source>Play</source>\n        <target>Reproducir</target>',
  );
  expect(again).toContain('<unit id="voice:20:names.Pitch:20::28:percent:29:"');
});

test('a language with some texts is a draft, which becomes a catalogue with the last one', async () => {
  expect(await importSpanish({ 'article.save': 'Guardar', 'player.play': 'Reproducir' })).toEqual({
    changed: 2,
    outdated: [],
    missing: 9,
    file: 'drafts/es.json',
  });
  expect(await readJson('drafts/es.json')).toEqual({
    language: 'Español',
    article: { save: 'Guardar', empty: '' },
    player: { play: 'Reproducir' },
  });
  const rest = await importSpanish({ ...spanish, 'article.save': 'Guardar ahora' });
  expect(rest).toEqual({ changed: 10, outdated: [], missing: 0, file: 'es.json' });
  await expect(readJson('drafts/es.json')).rejects.toThrow('ENOENT');
  const complete = (await readJson('es.json')) as typeof english;
  expect(textsOf(complete).map(([key]) => key)).toEqual([
    ...textsOf(english).map(([key]) => key),
    'server.TAG',
  ]);
  expect(complete.article.help).toBe('Lea <link>la guía de {topic}</link> & siga.');
  expect(complete.skill.samples).toBe('pon las noticias\nlee las noticias');
});

test('a language for listeners is complete with their texts', async () => {
  const { language, ...texts } = spanish;
  const forListeners = Object.entries(texts).filter(([key]) => /^(player|podcastPage|skill)\./.test(key));
  const { file } = await importSpanish({ language, ...Object.fromEntries(forListeners) });
  expect(file).toBe('es.json');
});

test('new texts are inserted in the order of the source, and others keep theirs', async () => {
  const { help } = english.article;
  const { player: _, ...parts } = english;
  await write('es.json', {
    ...parts,
    language: 'Español',
    article: { empty: '', count: spanish['article.count'], help },
  });
  await importSpanish({ 'article.save': 'Guardar', 'player.play': 'Reproducir' });
  const keys = textsOf((await readJson('es.json')) as typeof english).map(([key]) => key);
  expect(keys.filter((key) => /^(article|voice|player|podcast)/.test(key))).toEqual([
    'article.save',
    'article.empty',
    'article.count',
    'article.help',
    'voice names.Pitch (percent)',
    'player.play',
    'podcastPage.play',
  ]);
});

test.each([
  [
    'another placeholder',
    'mail.hello',
    'Hola, {nombre}',
    'es.json: mail.hello is made of nombre; in en.json of name.',
  ],
  [
    'no placeholder',
    'player.left',
    'min',
    'es.json: player.left is made of no parameter; in en.json of minutes.',
  ],
  [
    'another tag',
    'article.help',
    '&lt;b>La guía de {topic}&lt;/b>',
    'es.json: article.help is made of b, topic; in en.json of link, topic.',
  ],
  [
    'a tag that is not closed',
    'article.help',
    '&lt;link>la guía de {topic}',
    /^es\.json: article\.help: .+ in “<link>/,
  ],
  [
    'a missing plural form',
    'article.count',
    '{count, plural, other {# artículos}}',
    /^es\.json: article\.count: the plural of \{count\} lacks one, many/,
  ],
  [
    'a plural where only parameters are allowed',
    'player.left',
    '{minutes, plural, one {# min} many {# min} other {# min}}',
    /^es\.json: player is made of plain texts/,
  ],
])('refuses %s and writes nothing', async (_, key, target, sentence) => {
  await expect(importSpanish({ 'article.save': 'Guardar', [key]: target })).rejects.toThrow(sentence);
  await expect(readJson('drafts/es.json')).rejects.toThrow('ENOENT');
});

test.each([
  [
    'an unknown key',
    (file: string) => file.replace('name="article.save"', 'name="article.svae"'),
    '“article.svae” is not a text of en.json. Export the file again.',
  ],
  [
    'another language',
    (file: string) => file.replace('trgLang="es"', 'trgLang="pt"'),
    'The file translates into “pt”, not into “es”.',
  ],
  [
    'another source language',
    (file: string) => file.replace('srcLang="en"', 'srcLang="de"'),
    'The file translates from “de”, not from “en”.',
  ],
  [
    'a truncated file',
    (file: string) => file.slice(0, -20),
    /^The file cannot be read: line \d+ is not well-formed XML/,
  ],
  ['another format', () => '<html/>', 'The file cannot be read: it is not XLIFF 2.0.'],
  [
    'entities of a document type',
    (file: string) => file.replace('<source>Save', '<source>&a;'),
    /^The file cannot be read: line \d+/,
  ],
  [
    'elements of a tool in a text',
    (file: string) => file.replace('<source>Save', '<source><ph id="1"/>'),
    /contains the element ph\. Placeholders and tags must stay plain text\.$/,
  ],
])('refuses %s', async (_, change, sentence) => {
  const file = change(await translated({ 'article.save': 'Guardar' }));
  await expect(importTranslations('es', file, folder, messages)).rejects.toThrow(sentence);
});

test('omits translations of texts that have changed since the export', async () => {
  const file = await translated({ 'article.save': 'Guardar', 'player.play': 'Reproducir' });
  await write('en.json', { ...english, article: { ...english.article, save: 'Save article' } });
  expect(await importTranslations('es', file, folder, messages)).toMatchObject({
    changed: 1,
    outdated: ['article.save'],
  });
});

test('joins the segments into which a tool has split a unit', async () => {
  const file = (await translated({})).replace(
    '<source>Save</source>',
    '<source>Sa</source><target>Guar</target></segment><ignorable><source>v</source></ignorable><segment><source>e</source><target>dar</target>',
  );
  await importTranslations('es', file, folder, messages);
  expect(await readJson('drafts/es.json')).toMatchObject({ article: { save: 'Guardar' } });
});

test.each(['English', 'pt_BR', '../es', 'en'])(
  '“%s” is not a language to translate into',
  async (language) => {
    await expect(exportTranslations(language, folder, messages)).rejects.toThrow(/language/);
  },
);

test('every comment belongs to a text, or to texts under a key', async () => {
  const source = JSON.parse(await readFile(new URL('en.json', catalogues), 'utf8')) as typeof english;
  const keys = [
    ...textsOf(source).map(([key]) => key),
    ...[...serverMessages.keys()].map((code) => `server.${code}`),
  ];
  const comments = Object.entries(await readComments(catalogues));
  expect(comments.length).toBeGreaterThan(60);
  expect(
    comments.filter(([key]) => !keys.some((each) => each === key || each.startsWith(`${key}.`))),
  ).toEqual([]);
});
