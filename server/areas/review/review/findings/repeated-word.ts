import { primaryLanguage } from '../../../../text/primary-language.ts';
import { reviewMessages } from '../messages.ts';
import { placeOf, quoteWord, type Finder, type FindingMatch } from './finding.ts';

/** What languages say twice in good order. */
const meant: Record<string, ReadonlySet<string>> = {
  de: new Set([
    'die',
    'der',
    'das',
    'den',
    'dem',
    'sie',
    'ihr',
    'mit',
    'zu',
    'sich',
    'nach',
    'sehr',
    'ja',
    'nein',
    'nie',
    'lange',
    'ganz',
    'an',
    'in',
    'auf',
    'aus',
    'ein',
  ]),
  en: new Set([
    'had',
    'that',
    'very',
    'no',
    'yes',
    'her',
    'is',
    'so',
    'bye',
    'in',
    'on',
    'long',
    'many',
    'far',
    'ha',
    'do',
  ]),
  fr: new Set(['nous', 'vous', 'très', 'non', 'oui', 'si', 'en', 'bien', 'trop']),
};
const twice = /(?<![\p{L}\p{M}'’-])(\p{L}[\p{L}\p{M}]*)\s+\1(?![\p{L}\p{M}'’-])/gu;

/** A word that is there twice in a row. */
export const repeatedWord: Finder = {
  severity: 'warning',
  description: 'A word that occurs twice in a row.',
  find: ({ chunks }) =>
    chunks.flatMap((chunk) =>
      [...chunk.text.matchAll(twice)].flatMap(({ 0: both, 1: word = '', index }): FindingMatch[] => {
        // Names are doubled as they are: Baden Baden, Duran Duran.
        if (/^\p{Lu}/u.test(word) || meant[primaryLanguage(chunk.language)]?.has(word.toLowerCase()))
          return [];
        // Digits of a number that was spelled out are no slip of the pen.
        if (chunk.text !== chunk.written && !chunk.written.includes(both)) return [];
        return [
          {
            ...placeOf(chunk, index, both.length),
            reason: reviewMessages.FOUND_REPEATED_WORD({ word: quoteWord(word) }),
          },
        ];
      }),
    ),
};
