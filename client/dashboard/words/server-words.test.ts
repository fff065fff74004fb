import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { serverMessages, type ServerMessages } from '../generated/server-messages.ts';
import { germanTexts, inGerman } from './server-german.ts';

test.each<[string, Readonly<Record<string, string | number>>, string]>([
  ['FIELD_REQUIRED', {}, 'Dieses Feld ist erforderlich'],
  ['TOO_LONG', { most: 200 }, 'Höchstens 200 Zeichen.'],
  ['NOT_NUMBER_WITHIN', { least: 0, most: 100 }, 'Muss eine Zahl von 0 bis 100 sein.'],
  ['ARTICLE_NOT_FOUND', {}, 'Dieser Artikel existiert nicht.'],
  ['PLAYLIST_CHANGED', {}, 'Diese Playlist wurde inzwischen von jemand anderem geändert.'],
  [
    'GRANT_OUT_OF_RANGE',
    { most: 1_000_000_000 },
    'Muss eine ganze Zahl von -1.000.000.000 bis 1.000.000.000 sein, aber nicht 0.',
  ],
  ['RULE_TAKES_VALUES', { part: 'Say as', most: 20 }, '„Say as“ nimmt höchstens 20 Werte.'],
  ['VOICE_WITHOUT_MODEL', { model: '<b>' }, 'Die Stimme hat kein Modell „<b>“.'],
])('says %s with %j in German', (code, parameters, german) => {
  expect(inGerman({ code, parameters, message: 'In English.' })).toBe(german);
});

test('of another release, which has other codes and parameters, it says what that says', () => {
  expect(inGerman({ code: 'OF_TOMORROW', parameters: {}, message: 'Something new.' })).toBeNull();
  expect(inGerman({ code: 'constructor', parameters: {}, message: 'constructor' })).toBeNull();
  expect(inGerman({ code: 'TOO_LONG', parameters: {}, message: 'At most 9 apples.' })).toBeNull();
});

test.each([
  ['www.example.org has no such page (HTTP 404).', 'www.example.org hat diese Seite nicht (HTTP 404).'],
  [
    'It was published on 2026-03-09, before the date from which the project accepts articles.',
    'Er erschien am 9.3.2026, vor dem Datum, ab dem das Projekt Artikel übernimmt.',
  ],
  ['The server refused the request (418).', 'Der Server hat die Anfrage abgelehnt (418).'],
])('says what has no code in German: %s', (message, german) => {
  expect(inGerman({ message })).toBe(german);
  expect(inGerman({ code: 'PLAIN_TEXT', parameters: { text: message }, message })).toBe(german);
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

test.each(Object.entries(germanTexts))('%s has its parameters in German too', (code, german) => {
  expect(names(german)).toEqual(names(serverMessages[code as keyof ServerMessages]));
});

test('a code or a parameter of another name does not compile', () => {
  // @ts-expect-error no such code
  expect(germanTexts.SOMETHING_ELSE).toBeUndefined();
  // @ts-expect-error no such parameter
  const wrong: ServerMessages['TOO_LONG'] = { limit: 200 };
  // @ts-expect-error a text is missing, and one is too much
  const texts = { SOMETHING_ELSE: '' } satisfies Record<keyof ServerMessages, string>;
  expect([wrong, texts]).toHaveLength(2);
});
