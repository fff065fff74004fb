import { sayDigits } from '../identifier-rules.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';
import { endingFor, isLocative } from './agreement.ts';
import { cardinal, digits, ordinal, prefix } from './numbers.ts';

/** Nouns that a number with a full stop counts. */
const nounAfter = /^\s(\p{Ll}\p{L}+)/u;
const seasons =
  /(?:^|[\s(])(?:stycz\p{L}+|lut\p{L}+|mar[zc]\p{L}+|kwie\p{L}+|maj\p{L}*|czerw\p{L}+|lip\p{L}+|sierp\p{L}+|wrześ\p{L}+|wrzes\p{L}+|październi\p{L}+|listopad\p{L}*|grud\p{L}+|wiosn\p{L}+|lat[eoaę]m?|jesie\p{L}+|zim\p{L}+|połow\p{L}+|końc\p{L}+|koniec|początk\p{L}+|początek|kwartale|półroczu|sezonu)\s$/u;

/** The ending of an hour: "o czternastej", "przed czternastą", "godzina czternasta". */
export function hourEnding(before: string): 'ej' | 'ą' | 'a' {
  const bare = before.replace(/[Gg]odz(?:\.|in(?:ie|y|a|ą|ach))\s$/u, '');
  if (/(?:^|[\s(])(?:[Pp]rzed|[Mm]iędzy)\s$/u.test(bare) || /[Gg]odziną\s$/.test(before)) return 'ą';
  if (/(?:^|[\s(])(?:[Oo]|[Oo]d|[Dd]o|[Pp]o|[Oo]koło|[Oo]k\.|[Zz]|[Ww])\s$/u.test(bare)) return 'ej';
  if (/[Gg]odzin(?:ie|y|ach)\s$/.test(before)) return 'ej';
  return bare !== before || bare.trim() === '' ? 'a' : 'ej';
}

/** Ordinals, decades, post codes, and numbers in words; tried before all others. */
export const ordinals: readonly SpellingRule[] = [
  {
    name: 'post code',
    pattern: /(\d{2}-\d{3})(?=\s\p{Lu}\p{Ll})/uy,
    say: ([, code], { before }) => (/[\p{L}\p{N}.,-]$/u.test(before) ? null : sayDigits(code!, digits)),
  },
  {
    name: 'decade',
    pattern: /(\d0|1\d\d0)(?:\.|-?(?:te|tych|ych))(?![\p{L}\p{N}])/uy,
    say: ([found, value], place) => {
      const years = /(?:^|\s)[Ll]at(a|ach|)\s$/u.exec(place.before);
      if (!years) return null;
      return (
        ordinal(Number(value), years[1] === 'a' ? 'e' : 'ych') + (found.endsWith('.') ? stopAfter(place) : '')
      );
    },
  },
  {
    name: 'ordinal',
    pattern: /(\d{1,4})\.(?=\s\p{Ll}{3})/uy,
    say: ([, value], { before, after }) => {
      const noun = nounAfter.exec(after)?.[1];
      if (noun === undefined || /[\p{L}\p{N}.,]$/u.test(before)) return null;
      return ordinal(Number(value), endingFor(noun, before));
    },
  },
  {
    name: 'hour after its word',
    pattern: /(\d{1,2})(?![\p{L}\p{N}]|[.,:]\d|\s?[-–]\s?\d)/uy,
    say: ([, hour], { before }) =>
      /(?:^|[\s(])[Gg]odz(?:\.|in(?:ie|y|a|ą))\s$/u.test(before) && Number(hour) <= 24
        ? ordinal(Number(hour), hourEnding(before))
        : null,
  },
  {
    name: 'ordinal of times',
    pattern: /(\d{1,3})\.(?![\p{L}\p{N}])/uy,
    say: ([, value], place) =>
      /(?:^|\s)po raz\s$/.test(place.before) ? ordinal(Number(value), 'y') + stopAfter(place) : null,
  },
  {
    name: 'number within a word',
    pattern:
      /(\d{1,4})-?(?=(?:let|lat(?:ek|ka|ki|kiem|kowie|ków|kę|ką)|osobow|metrow|kilometrow|minutow|godzinn|dniow|tygodniow|miesięczn|procentow|krotn|piętrow|pokojow|punktow|litrow|tonow|tysięczn|złotow|stopniow|calow|drzwiow|bitow|rocznic|groszow|hektarow|kondygnacyjn)\p{Ll}*)/uy,
    say: ([, value], { before }) => (/[\p{L}\p{N},.–-]$/u.test(before) ? null : prefix(value!)),
  },
  { name: 'times more', pattern: /(\d{1,3})-krotn/uy, say: ([, value]) => `${prefix(value!)}krotn` },
];

/** Years, as the word and preposition beside them ask for. */
export const years: readonly SpellingRule[] = [
  {
    name: 'year',
    pattern:
      /(1\d{3}|20\d\d|\d{1,3}(?=\sr(?:\.|oku(?!\p{L}))))(?:\s(r\.|roku|rokiem|rok)(?!\p{L}))?(?![\p{L}\p{N}]|[.,:/]\d|\s?[-–]\s?\d|\s?[%€$£])/uy,
    say: ([, value, word], place) => {
      const { before } = place;
      if (/[\p{L}\p{N}.,#+–-]$/u.test(before)) return null;
      const year = Number(value);
      const isInstrumental = /(?:^|[\s(])(?:[Pp]rzed|[Mm]iędzy|[Nn]ad)\s$/u.test(before);
      if (word !== undefined) {
        const isShort = word === 'r.';
        const noun = isShort ? (isInstrumental ? 'rokiem' : 'roku') : word;
        const ending = noun === 'rok' ? 'y' : noun === 'rokiem' || isLocative(before) ? 'ym' : 'ego';
        return `${ordinal(year, ending)} ${noun}${isShort ? stopAfter(place) : ''}`;
      }
      if (/(?:^|[\s(])[Rr]ok\s$/u.test(before)) return ordinal(year, 'y');
      if (/(?:^|[\s(])(?:[Ww] roku|[Pp]o roku|[Ww]|[Pp]o)\s$/u.test(before)) return ordinal(year, 'ym');
      if (/(?:^|[\s(])(?:roku|[Oo]d|[Dd]o|[Zz])\s$/u.test(before) || seasons.test(before))
        return ordinal(year, 'ego');
      return before.trim() === '' || isInstrumental
        ? ordinal(year, isInstrumental ? 'ym' : 'y')
        : cardinal(year);
    },
  },
];
