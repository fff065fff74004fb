import { sayDigits } from './identifier-rules.ts';
import type { RulePosition, SpellingRule } from './spelling.ts';

/** How a language names and reads strings of digits. */
export interface DigitStringWords {
  digits: readonly string[];
  /** Words before digits that are read one by one: "PIN", "account". */
  labels: RegExp;
  /** Word before a long number that is read digit by digit: "No." */
  numberWord: RegExp;
  /** Words before a serial number of letters and digits. */
  serialLabels: RegExp;
  hyphen: string;
  /** Whether digits are a post code, by the text on both sides. */
  isPostcode(found: string, place: RulePosition): boolean;
}

const isYear = (group: string): boolean => /^(?:1[5-9]|20)\d\d$/.test(group);
/** Letters and digits one by one. */
const sayCode = (written: string, digits: readonly string[]): string =>
  Array.from(written, (sign) => (/\d/.test(sign) ? digits[Number(sign)]! : sign.toUpperCase())).join(' ');

/** Digits that are read one by one: accounts, cards, PINs, post codes, and long numbers without groups. */
export function digitStringRules(words: DigitStringWords): SpellingRule[] {
  const { digits, labels, numberWord, isPostcode } = words;
  return [
    {
      name: 'digits after their label',
      pattern: /\d{2,32}(?:[ /-]\d{2,16}){0,9}(?![\p{L}\p{N}])/uy,
      say: ([found], { before }) =>
        labels.test(before) && found.replace(/\D/g, '').length >= 3 ? sayDigits(found, digits) : null,
    },
    {
      name: 'card number',
      pattern: /\d{4}(?:([ -])\d{4})(?:\1\d{4}){1,4}(?:\1\d{1,4})?(?![\p{L}\p{N}-])/uy,
      say: ([found], { before }) =>
        /[\p{L}\p{N}.,-]$/u.test(before) || found.split(/[ -]/).every(isYear)
          ? null
          : sayDigits(found, digits),
    },
    {
      name: 'social security number',
      pattern: /\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/uy,
      say: ([found], { before }) => (/[\p{L}\p{N}-]$/u.test(before) ? null : sayDigits(found, digits)),
    },
    {
      name: 'post code',
      pattern: /\d{4,5}(?:-\d{3,4})?(?![\p{L}\p{N}])/uy,
      say: ([found], place) =>
        !/[\p{N}.,]$/u.test(place.before) && isPostcode(found, place) ? sayDigits(found, digits) : null,
    },
    {
      name: 'long number without groups',
      pattern: /\d{6,15}(?![\p{L}\p{N}])/uy,
      say: ([found], { before, after }) => {
        if (/[\p{L}\p{N}.,-]$/u.test(before) || (before.trim() === '' && after.trim() === '')) return null;
        const isNamed = numberWord.test(before);
        return isNamed || (found.length >= 9 && !found.endsWith('000')) ? sayDigits(found, digits) : null;
      },
    },
    serialNumber(words),
  ];
}

/** "XR-4711-B" after "serial number": letters and digits one by one. */
const serialNumber = ({ digits, serialLabels }: DigitStringWords): SpellingRule => ({
  name: 'serial number',
  pattern: /[A-Z0-9]{1,32}(?:[-./][A-Z0-9]{1,16}){0,6}(?![\p{L}\p{N}])/uy,
  say: ([found], { before }) =>
    serialLabels.test(before) && /\d/.test(found)
      ? found
          .split(/[-./]/)
          .map((group) => sayCode(group, digits))
          .join(', ')
      : null,
});

/** Account numbers that begin with letters (IBAN), and serial numbers. Tried at capitals before a digit. */
export function codeRules(words: DigitStringWords): SpellingRule[] {
  const { digits } = words;
  return [
    {
      name: 'IBAN',
      pattern: /([A-Z]{2})(\d{2})((?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?)(?![\p{L}\p{N}])/uy,
      say: ([, country, check, rest], { before }) => {
        if (/[\p{L}\p{N}]$/u.test(before)) return null;
        const groups = rest!.replace(/ /g, '').match(/.{1,4}/g)!;
        const isAccount = /IBAN[:\s]*$/.test(before) || groups.length >= 3;
        return isAccount && /\d{4}/.test(rest!.replace(/ /g, ''))
          ? [
              `${Array.from(country!).join(' ')} ${sayCode(check!, digits)}`,
              ...groups.map((group) => sayCode(group, digits)),
            ].join(', ')
          : null;
      },
    },
    serialNumber(words),
  ];
}
