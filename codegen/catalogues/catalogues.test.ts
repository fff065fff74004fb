import { readFile } from 'node:fs/promises';
import { buildSchema, isEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { projectSettings } from '../../server/areas/library/settings/groups/project-settings.ts';
import { reportSettings } from '../../server/areas/library/settings/groups/report-settings.ts';
import { plainModule, partModule, wordsModule } from './print-words.ts';
import { pseudoCatalogue } from './pseudo-catalogue.ts';
import { catalogueOf, compareCatalogues } from './read-catalogues.ts';

/** Returns the mistakes in the catalogs of two languages, each of one part with one message. */
function mistakesOf(english: unknown, other: unknown, language = 'de'): string[] {
  const mistakes: string[] = [];
  const of = (code: string, name: string, message: unknown) =>
    catalogueOf(code, { language: name, part: { message } }, mistakes);
  compareCatalogues(of('en', 'English', english), of(language, 'Other', other), mistakes);
  return mistakes;
}

const articles = '{count, plural, one {# article} other {# articles}}';

test.each([
  [
    'an invalid ICU message',
    'Hello {name',
    'Hallo {name}',
    /^en\.json: part\.message: .+ in “Hello \{name”$/,
  ],
  [
    'a plural form that the language has',
    articles,
    '{count, plural, other {# Artikel}}',
    /^de\.json: part\.message: the plural of \{count\} lacks one, which “de” has, in “/,
  ],
  [
    'a parameter that another language lacks',
    'Hello {name}',
    'Hallo',
    'de.json: part.message is made of no parameter; in en.json of name.',
  ],
  [
    'a parameter under another name',
    'Hello {name}',
    'Hallo {wer}',
    'de.json: part.message is made of wer; in en.json of name.',
  ],
  [
    'a parameter of another kind',
    'It is {it, number}',
    'Es ist {it, date}',
    /^de\.json: part\.message: \{it\} is a number in one place and a moment in another/,
  ],
  ['a missing message', { one: 'One', two: 'Two' }, { one: 'Eins' }, 'de.json: part.message.two is missing.'],
  [
    'an extra message',
    { one: 'One' },
    { one: 'Eins', two: 'Zwei' },
    'de.json: part.message.two does not exist in en.json.',
  ],
  [
    'a value that is not a message',
    'One',
    1,
    'de.json: part.message is neither a message nor an object of messages.',
  ],
])('reports %s', (_, english, other, sentence) => {
  expect(mistakesOf(english, other)[0]).toMatch(sentence);
});

test('a language has the plural forms that it needs, and no English ones', () => {
  const french = '{count, plural, one {# article} many {# d’articles} other {# articles}}';
  expect(mistakesOf(articles, french, 'fr')).toEqual([]);
  expect(mistakesOf(articles, '{count, plural, other {# 記事}}', 'ja')).toEqual([]);
  expect(mistakesOf(articles, articles, 'fr')).toEqual([expect.stringContaining('lacks many')]);
});

/** The words of one message in English, and its type. */
function made(message: string): { type: string; print: string } {
  const mistakes: string[] = [];
  const catalogue = catalogueOf('en', { language: 'English', part: { message } }, mistakes);
  expect(mistakes).toEqual([]);
  const line = (text: string) => text.split('\n').find((each) => each.startsWith('message: '))!;
  return { type: line(partModule('part', [catalogue])), print: line(wordsModule('part', catalogue)) };
}

test.each([
  [
    'Plain, with `code` and {brackets}'.replace('{brackets}', "'{brackets}'"),
    'message: string;',
    'message: "Plain, with `code` and {brackets}",',
  ],
  [
    'Hello {name}',
    'message: (of: { name: string | number }) => string;',
    'message: (of) => `Hello ${of.name}`,',
  ],
  [
    articles,
    'message: (of: { count: number }) => string;',
    'message: (of) => say.plural(of.count, of.count, { one: `${say.number(of.count)} article`, other: `${say.number(of.count)} articles` }),',
  ],
  [
    '{on, select, true {on} other {off}}',
    'message: (of: { on: boolean }) => string;',
    'message: (of) => say.select(String(of.on), { true: "on", other: "off" }),',
  ],
  [
    'Read <link>the {what}</link>.',
    'message: (of: { link: (text: ReactNode) => ReactNode; what: ReactNode }) => ReactNode;',
    'message: (of) => say.together("Read ", of.link(say.together("the ", of.what)), "."),',
  ],
  [
    '{share, number, percent} by {day, date, ::yMMMd}',
    'message: (of: { share: number; day: Date | number }) => string;',
    'message: (of) => `${say.number(of.share, {"style":"percent"})} by ${say.moment(of.day, {"year":"numeric","month":"short","day":"numeric"})}`,',
  ],
])('types and prints “%s”', (message, type, print) => {
  expect(made(message)).toEqual({ type, print });
});

test.each([
  ['Save it', '"[Šååṽéé îîţ]"'],
  ['Hello {name}', '`[Ĥééļļöö ${of.name}]`'],
  [
    '{count, plural, one {# day} other {# days}} left',
    '`[${say.plural(of.count, of.count, { one: `${say.number(of.count)} đååý`, other: `${say.number(of.count)} đååýš` })} ļééƒţ]`',
  ],
  ['{on, select, true {on} other {off}}', '`[${say.select(String(of.on), { true: "ööñ", other: "ööƒƒ" })}]`'],
  [
    'Read <link>the {what}</link>.',
    'say.together("[", "Ŕééååđ ", of.link(say.together("ţĥéé ", of.what)), ".", "]")',
  ],
  ['', '""'],
])('renders “%s” in the pseudo-language: longer, in brackets, with the same parameters', (message, print) => {
  const english = catalogueOf('en', { language: 'English', part: { message } }, []);
  const module = wordsModule('part', pseudoCatalogue(english));
  const line = module.split('\n').find((each) => each.startsWith('message: '))!;
  expect(line.replace(/^message: (?:\(of\) => )?/, '')).toBe(`${print},`);
});

test('no English letter is left in the pseudo-language', () => {
  const english = catalogueOf(
    'en',
    {
      language: 'English',
      part: { message: 'The quick brown fox jumps over the lazy dog. SPHINX OF BLACK QUARTZ, JUDGE MY VOW!' },
    },
    [],
  );
  expect(/"(\[.+\])"/.exec(wordsModule('part', pseudoCatalogue(english)))![1]).not.toMatch(/[a-z]/i);
});

test('texts for listeners use only plain parameters', () => {
  const module = (message: string) =>
    plainModule([catalogueOf('en', { language: 'English', skill: { message } }, [])], 'skill');
  expect(module('Hello {name}')).toContain('message: (of) => `Hello ${of.name}`,');
  expect(() => module('It is {it, number}')).toThrow(/^en\.json: skill is made of plain texts/);
  expect(() => module(articles)).toThrow(/^en\.json: skill is made of plain texts/);
});

test('French texts use non-breaking spaces before punctuation, and typographic apostrophes', async () => {
  const french = await readFile(new URL('../../catalogues/fr.json', import.meta.url), 'utf8');
  const texts = [...french.matchAll(/^\s*"(?:[^"\\]|\\.)+": "((?:[^"\\]|\\.)*)",?$/gm)].map(
    ([, text]) => text!,
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => / [?!;»%]| :(?!:)|« |[a-z]'[a-z]/.test(text))).toEqual([]);
});

/** Each text of a catalogue with the keys that lead to it. */
const textsIn = (texts: object, path: string[] = []): [path: string[], text: string][] =>
  Object.entries(texts).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[[...path, key], inner]] : textsIn(inner as object, [...path, key]),
  );

test('every project setting has exactly one label, defined in one place', async () => {
  const english = JSON.parse(
    await readFile(new URL('../../catalogues/en.json', import.meta.url), 'utf8'),
  ) as Record<string, object>;
  const settingNames = english['settingNames'] as Record<string, { label: string }>;
  const declared = [projectSettings, reportSettings].flatMap(({ settings }) => Object.keys(settings));
  expect(declared.filter((name) => !(name in settingNames))).toEqual([]);
  const labels = new Map(declared.map((name) => [settingNames[name]!.label, name]));
  expect(labels.size).toBe(declared.length);
  // Additional words of the form and the log. A label of one word, or a setting's name, may also be the word
  // for something else; sections have their own names.
  const { parsing, paywall, audioAds, voices, projectLog, settings } = english;
  const { sections: _, ...form } = settings as { sections: object };
  const elsewhere = textsIn({ parsing, paywall, audioAds, voices, projectLog, form }).filter(
    ([path, text]) =>
      (text.includes(' ') && labels.has(text)) ||
      declared.some((name) => /[a-z][A-Z]/.test(name) && path.at(-1) === name),
  );
  expect(elsewhere.map(([path]) => path.join('.'))).toEqual([]);
});

/** English texts that say two things, which other languages tell apart. */
const saidTwice: Readonly<Record<string, string>> = {
  Administrator: 'of the platform, and of an organization',
  All: 'entries, and genders',
  'AI normalization model name': 'alone, and within a sentence',
  Apply: 'what was changed, and entries to an article',
  administrator: 'of the platform, and of an organization',
  'Choose a voice': 'an invitation, and what is wrong',
  Copied: 'to the clipboard, and to other projects',
  'Create project': 'this one, and any',
  Created: 'an article, and a playlist',
  Daily: 'how often, and of which day',
  Email: 'an address, and a part of the administration',
  From: 'a time of day, and a day',
  History: 'of an article, and the subject of a podcast',
  Label: 'a noun, and what is done to articles',
  Modified: 'a channel, and a playlist',
  Monthly: 'as daily',
  none: 'of nouns of each gender',
  Off: 'of nouns of each gender',
  'never used': 'a token, and a passkey, which differ in gender',
  Pause: 'in the dashboard, and in the player, which has less room',
  People: 'with an account, and of a podcast',
  Period: 'how often, and from when to when',
  Plays: 'what a list is sorted by, and a figure',
  Play: 'in the dashboard, and in the player, which invites',
  Preview: 'to be seen, and to be heard',
  'Remove picture': 'of an article, and of a person',
  Retry: 'a state, and what can be done',
  review: 'what can be done, and a role',
  Review: 'what can be done, and what was done',
  Reviewed: 'an article, and several',
  Sentences: 'a heading, and an option',
  'Preview text': 'what can be done, and what is heard',
  'Sign in': 'a heading, and what is done',
  To: 'a time of day, and a day',
  Transcript: 'the file, and the text that listeners follow',
  'URL contains': 'alone, and within a sentence',
  Views: 'what a list is sorted by, and a figure',
  Weekly: 'as daily',
};

test('identical English texts have identical translations', async () => {
  const textsOf = async (code: string) => {
    const { server: _, ...parts } = JSON.parse(
      await readFile(new URL(`../../catalogues/${code}.json`, import.meta.url), 'utf8'),
    ) as Record<string, unknown>;
    return new Map(flat(parts));
  };
  const english = await textsOf('en');
  const twice: string[] = [];
  for (const code of ['de', 'fr']) {
    const texts = await textsOf(code);
    const byEnglish = Map.groupBy(english.keys(), (key) => english.get(key)!);
    for (const [text, keys] of byEnglish) {
      const said = new Set(keys.flatMap((key) => texts.get(key)?.replaceAll('\u00a0', ' ') ?? []));
      if (said.size > 1 && !Object.hasOwn(saidTwice, text))
        twice.push(`${code}: “${text}” is ${[...said].join(' / ')} (${keys.join(', ')})`);
    }
  }
  expect(twice).toEqual([]);
});

/** Texts by their path. */
const flat = (texts: object, under = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[under + name, text]] : flat(text as object, `${under}${name}.`),
  );

test('branches of selects in capitals are values of enums of the API', async () => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const schema = buildSchema(await read('schema.graphql'));
  const values = Object.values(schema.getTypeMap()).flatMap((type) =>
    isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
  );
  // Messages of the server have branches of their own, which the compiler checks against the code.
  const selects = (await read('catalogues/en.json'))
    .split('\n')
    .filter((line) => line.includes(', select, '));
  const branches = selects.flatMap((line) => line.match(/(?<=select, |\} )[A-Z][A-Z\d_]+(?= \{)/g) ?? []);
  expect(branches.filter((branch) => !values.includes(branch))).toEqual([]);
});
