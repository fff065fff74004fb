import { primaryLanguage } from '../../../text/primary-language.ts';
import { reviewMessages } from '../messages.ts';
import { matches, quoted, type Finder } from './finding.ts';

/** Thousands as another language groups them: a voice reads the mark as that of decimals. */
const foreignThousands: Record<string, string> = {
  en: String.raw`\d{1,3}(?:\.\d{3}){2,}`,
  de: String.raw`\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:,\d{3})+\.\d+`,
  fr: String.raw`\d{1,3}(?:[.,]\d{3}){2,}`,
};
const ambiguous = [
  // Day or month first, nobody knows.
  String.raw`\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4})`,
  String.raw`\d{4}-\d{2}-\d{2}`,
  // Telephone numbers, read as millions.
  String.raw`(?:\+\d{1,3}|0\d{2,5})[ \/-]?(?:\d{2,}[ \/-]?){2,}\d`,
  // Results, read as times of the day.
  String.raw`\d{1,2}:\d(?![\d:])`,
  // Digits that are an id, not a number.
  String.raw`\d{10,}`,
];

const patterns = new Map<string, RegExp>();

function patternFor(language: string): RegExp {
  const known = patterns.get(language);
  if (known) return known;
  const all = [...ambiguous, ...(foreignThousands[language] ? [foreignThousands[language]] : [])];
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\d.,:/-])(?:${all.join('|')})(?![\p{L}\d]|[.,:/-]\d)`,
    'gu',
  );
  patterns.set(language, pattern);
  return pattern;
}

/** A number, date or the like that the voice may read otherwise than it is meant. */
export const number: Finder = {
  severity: 'warning',
  description: 'A number or date that the voice may read otherwise than it is meant.',
  find: (article) =>
    matches(
      article,
      ({ language }) => patternFor(primaryLanguage(language)),
      (word) => reviewMessages.FOUND_NUMBER({ word: quoted(word) }),
    ),
};
