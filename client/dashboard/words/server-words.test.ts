import { globSync, readFileSync } from 'node:fs';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { serverMessages } from '../generated/server-messages.ts';
import { keptTexts } from './kept-texts-german.ts';
import { inGerman } from './server-german.ts';

test.each([
  ['This field is required', 'Dieses Feld ist erforderlich'],
  ['At most 200 characters.', 'Höchstens 200 Zeichen.'],
  ['Must be a number from 0 to 100.', 'Muss eine Zahl von 0 bis 100 sein.'],
  ['This article does not exist.', 'Dieser Artikel existiert nicht.'],
  [
    'This playlist was changed by someone else in the meantime.',
    'Diese Playlist wurde inzwischen von jemand anderem geändert.',
  ],
  ['The server refused the request (418).', 'Der Server hat die Anfrage abgelehnt (418).'],
  [
    'This number was used for another change.',
    'Diese Nummer wurde schon für eine andere Änderung verwendet.',
  ],
  [
    'Must be a whole number from -1000000000 to 1000000000, and not 0.',
    'Muss eine ganze Zahl von -1000000000 bis 1000000000 sein, aber nicht 0.',
  ],
  ['At most 20 labels.', 'Höchstens 20 Labels.'],
  [
    'The configuration of this project was changed by someone else in the meantime.',
    'Die Konfiguration dieses Projekts wurde inzwischen von jemand anderem geändert.',
  ],
  ['www.example.org has no such page (HTTP 404).', 'www.example.org hat diese Seite nicht (HTTP 404).'],
  [
    'It was published on 2026-03-09, before the date from which the project accepts articles.',
    'Er erschien am 9.3.2026, vor dem Datum, ab dem das Projekt Artikel übernimmt.',
  ],
  [
    "The project's daily limit of 100000 characters is reached. Voicing goes on after midnight (UTC).",
    'Das Tageslimit des Projekts von 100.000 Zeichen ist erreicht. Nach Mitternacht (UTC) geht es weiter.',
  ],
  ['Something that nobody has translated.', null],
  ['constructor', null],
])('says %s in German', (message, german) => {
  expect(inGerman(message)).toBe(german);
});

/** What no screen shows: the dashboard never sends what they refuse. */
const ofPrograms = new Set([
  'An operation can sign in only once.',
  'Must contain exactly one field, named after the type of the channel.',
]);

test('says in German whatever the server refuses in plain words', () => {
  const server = new URL('../../../server/', import.meta.url).pathname;
  const files = globSync('{areas,kernel}/**/*.ts', { cwd: server }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const messages = files.flatMap((file) => {
    const text = readFileSync(server + file, 'utf8');
    return [
      ...text.matchAll(/\bmessage: (?:'([^'\\]+)'|"([^"\\]+)")|new \w+Error\('([A-Z][^'\\]+ [^'\\]+\.)'/g),
    ]
      .filter(([whole]) => !/^new (Error|NotFoundError|ConflictError|RangeError|TypeError)/.test(whole))
      .map(([, single, double, thrown]) => single ?? double ?? thrown!);
  });
  expect(messages.length).toBeGreaterThan(40);
  expect(
    [...new Set(messages)].filter((message) => !ofPrograms.has(message) && inGerman(message) === null),
  ).toEqual([]);
});

const namesIn = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) =>
    element.type === TYPE.literal || element.type === TYPE.pound
      ? []
      : element.type === TYPE.plural || element.type === TYPE.select
        ? [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
        : [element.value],
  );
const names = (text: string): string[] => [...new Set(namesIn(parse(text, { ignoreTag: true })))].sort();

test.each(Object.entries(keptTexts))('%s has its parameters in German too', (code, german) => {
  expect(names(german)).toEqual(names(serverMessages[code as keyof typeof keptTexts]));
});

test('whatever is kept of failures and in logs has a German text by its code', () => {
  const kept = /^(AUDIO|EXTRACTOR|FEED|FETCH|FILE|HUB|PAGE|SITE|SPEECH|SPENDING|STORAGE|THREAD|VOICING)_/;
  const codes = Object.keys(serverMessages).filter((code) => kept.test(code));
  expect(codes.length).toBeGreaterThan(110);
  expect(codes.filter((code) => !Object.hasOwn(keptTexts, code))).toEqual([]);
});
