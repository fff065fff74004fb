import type { SpellingRule } from './spelling.ts';

/** How a language says numbers that count nothing. */
export interface IdentifierWords {
  /** The name of each digit, from 0. */
  digits: readonly string[];
  plus: string;
  dot: string;
  /** A whole number, to 999. */
  cardinal(number: number): string;
  /** Whether a group of digits begins like a telephone number here. */
  isPhone(digits: string): boolean;
}

/** Speaks digits one by one, with a comma (a short pause) between groups. */
export const sayDigits = (written: string, digits: readonly string[], plus = ''): string =>
  written
    .split(/[^\d+]+/)
    .filter(Boolean)
    .map((group) => Array.from(group, (sign) => (sign === '+' ? plus : digits[Number(sign)]!)).join(' '))
    .join(', ');

const phoneWord =
  /(?:\b(?:Tel|Telefon|Telefax|Fax|Mobil|Handy|Hotline|Rufnummer|Telefonnummer|Nummer|Phone|Call|call|phone|Tél|Téléphone|téléphone|numéro)\.?\s?:?\s?)$/u;

/**
 * Telephone numbers, ISBN, ISSN, versions, addresses of computers: what is read digit by digit or part by
 * part.
 */
export function identifierRules({ digits, plus, dot, cardinal, isPhone }: IdentifierWords): SpellingRule[] {
  return [
    {
      name: 'ISBN',
      pattern: /(?:97[89][- ]?)?\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ][\dX](?![\p{L}\p{N}])/uy,
      say: ([found], { before }) =>
        /\bISBN(?:-1[03])?:?\s?$/u.test(before) || /^97[89]-/.test(found)
          ? sayDigits(found.replace('X', ''), digits) + (found.endsWith('X') ? ' X' : '')
          : null,
    },
    {
      name: 'telephone number after its area code in parentheses',
      pattern: /(\d{2,5})\)[\s-]?(\d{2,8}(?:[\s./-]\d{2,8}){0,4})(?![\p{L}\p{N}]|[.,]\d)/uy,
      say: ([, area, local], { before }) =>
        before.endsWith('(') && (area!.startsWith('0') || /^\d{3,5}[\s.-]\d{4}(?:-\d+)?$/.test(local!))
          ? `${sayDigits(area!, digits)}) ${sayDigits(local!, digits)}`
          : null,
    },
    {
      name: 'telephone number',
      pattern:
        /(?:\+\d{1,3}|00\d{2})?[\s./-]{0,2}(?:\(0?\d{0,5}\)[\s./-]{0,2})?\d{1,8}(?:[\s./–-]{1,3}\d{1,8}){0,7}(?![\p{L}\p{N}])(?![.,]\d)/uy,
      say: ([found], { before }) => {
        const plain = found.replace(/\D/g, '');
        // "Nummer 4/2024" is an issue.
        if (/^\d{1,3}\/(?:19|20)\d\d$/.test(found)) return null;
        if (plain.length < 5 || plain.length > 15 || /[\p{L}\p{N}]$/u.test(before)) return null;
        const international = /^(?:\+|00)[1-9]/.test(found) && plain.length >= 8;
        const named = phoneWord.test(before) && plain.length >= 5 && !/^\d{1,4}$/.test(found);
        const local = isPhone(found) && plain.length >= 7;
        if (!international && !named && !local) return null;
        // A full stop, dash or space at the end is the sentence's.
        const kept = found.replace(/[\s./–-]+$/, '');
        return { text: sayDigits(kept, digits, plus), length: kept.length };
      },
    },
    {
      name: 'IP address',
      pattern: /\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?::\d{2,5})?(?![\p{L}\p{N}])(?!\.\d)/uy,
      say: ([found], { before }) => {
        const parts = found.replace(/[/:].*$/, '').split('.');
        const isAddress = parts.every((part) => Number(part) <= 255 && String(Number(part)) === part);
        const isNamed =
          /\bIP(?:v4)?(?:-\p{L}+|\s\p{L}+)?:?\s$/u.test(before) || parts.some((part) => part.length === 3);
        if (!isAddress || !isNamed) return null;
        const text = parts.map((part) => sayDigits(part, digits)).join(` ${dot} `);
        return { text, length: parts.join('.').length };
      },
    },
    {
      name: 'version',
      pattern: /\d{1,5}(?:\.\d{1,5}){2,4}(?![\p{L}\p{N}])(?!\.\d)/uy,
      say: ([found]) => {
        const parts = found.split('.');
        // A date, and thousands, have come before.
        if (parts.slice(1).every((part) => part.length === 3)) return null;
        return parts
          .map((part) =>
            part.length > 3 || (part.startsWith('0') && part.length > 1)
              ? sayDigits(part, digits)
              : cardinal(Number(part)),
          )
          .join(` ${dot} `);
      },
    },
    {
      name: 'very long number',
      pattern: /\d{16,}/uy,
      say: ([found]) => sayDigits(found.replace(/(\d{4})(?=\d)/g, '$1 '), digits),
    },
  ];
}
