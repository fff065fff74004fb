import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseLanguage, type Language } from './language.ts';
import { formatServerMessage, formatStored } from './server-words.ts';
import { wordsLoaded } from './words-part.ts';

type Example = [code: string, parameters: Readonly<Record<string, unknown>>, said: string];

const examples: Record<Exclude<Language, 'en'>, Example[]> = {
  de: [
    ['FIELD_REQUIRED', {}, 'Dieses Feld ist erforderlich'],
    ['TOO_LONG', { most: 1200 }, 'Höchstens 1.200 Zeichen.'],
    ['NOT_NUMBER_WITHIN', { least: 0, most: 100 }, 'Geben Sie eine Zahl von 0 bis 100 ein.'],
    ['ARTICLE_NOT_FOUND', {}, 'Diesen Artikel gibt es nicht.'],
    ['PLAYLIST_CHANGED', {}, 'Diese Playlist wurde inzwischen von jemand anderem geändert.'],
    ['RULE_TAKES_VALUES', { part: 'Say as', most: 20 }, '„Say as“ erlaubt höchstens 20 Werte.'],
    ['VOICE_WITHOUT_MODEL', { model: '<b>' }, 'Für diese Stimme gibt es kein Modell „<b>“.'],
    [
      'LISTED_RULE_WRONG',
      {
        number: 2,
        problem: {
          code: 'URL_REPLACEMENT_WITHOUT_SOURCE',
          parameters: {},
          message: 'The text to find must not be empty.',
        },
      },
      'Regel 2: Der Suchtext darf nicht leer sein.',
    ],
    [
      'PAGE_OLDER_THAN_WEBSITE',
      { day: '2026-03-01' },
      'Der Artikel erschien am 01.03.2026, lange bevor die Website hinzugefügt wurde.',
    ],
    ['REQUEST_REFUSED', { status: 418 }, 'Der Server hat die Anfrage abgelehnt (418).'],
    [
      'FETCH_NO_SUCH_PAGE',
      { host: 'www.example.org', status: 404 },
      'Auf www.example.org gibt es diese Seite nicht (HTTP 404).',
    ],
  ],
  fr: [
    ['FIELD_REQUIRED', {}, 'Ce champ est obligatoire'],
    ['TOO_LONG', { most: 1200 }, '1\u{202f}200\u{a0}caractères au maximum.'],
    ['PLAYLIST_CHANGED', {}, 'Cette liste de lecture a été modifiée entre-temps par quelqu’un d’autre.'],
    [
      'RULE_TAKES_VALUES',
      { part: 'Say as', most: 20 },
      '«\u{202f}Say as\u{202f}» accepte 20 valeurs au maximum.',
    ],
    ['VOICE_WITHOUT_MODEL', { model: '<b>' }, 'La voix n’a pas de modèle «\u{202f}<b>\u{202f}».'],
    ['REQUEST_REFUSED', { status: 418 }, 'Le serveur a refusé la requête (418).'],
    [
      'FETCH_NO_SUCH_PAGE',
      { host: 'www.example.org', status: 404 },
      'www.example.org n’a pas cette page (HTTP 404).',
    ],
    ['PAGE_WITHOUT_ARTICLE', { nearest: 0 }, 'Aucun article n’a été trouvé sur la page.'],
  ],
};

afterAll(() => chooseLanguage('en'));

it('English messages equal those of the server', () => {
  expect(
    formatServerMessage({ code: 'TOO_LONG', parameters: { most: 9 }, message: 'Enter up to 9 characters.' }),
  ).toBe('Enter up to 9 characters.');
});

describe.each(Object.keys(examples) as (keyof typeof examples)[])('in %s', (language) => {
  beforeAll(async () => {
    await import('../generated/words/server.ts');
    await chooseLanguage(language);
    formatServerMessage({ message: 'What loads the words.', code: 'NONE' });
    await wordsLoaded();
  });

  it.each(examples[language])('formats %s with %j by its code', (code, parameters, said) =>
    expect(formatServerMessage({ code, parameters, message: 'In English.' })).toBe(said),
  );

  it('formats stored messages by their codes, and falls back to the stored text if a code is unknown', () => {
    const kept = { code: 'FETCH_UNREACHABLE', parameters: { host: 'a.example' } };
    const said = formatServerMessage({ ...kept, message: '' });
    expect(said).toContain('a.example');
    expect(formatStored('In English.', [kept, kept])).toBe(`${said} ${said}`);
    expect(formatStored('In English.', [kept, { code: 'OF_TOMORROW', parameters: {} }])).toBe('In English.');
    expect(formatStored('In English.', null)).toBe('In English.');
  });

  it('formats messages of another release with unknown codes and parameters', () => {
    const message = 'Something new.';
    expect(formatServerMessage({ code: 'OF_TOMORROW', parameters: {}, message })).toBe(message);
    expect(formatServerMessage({ code: 'constructor', parameters: {}, message })).toBe(message);
    expect(formatServerMessage({ code: 'TOO_LONG', parameters: {}, message })).toBe(message);
    expect(formatServerMessage(message)).toBe(message);
  });
});
