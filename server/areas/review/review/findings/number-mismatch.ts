import { primaryLanguage } from '../../../../text/primary-language.ts';
import { reviewMessages } from '../messages.ts';
import { matches, quoteWord, type Finder } from './finding.ts';

// Whether day or month comes first is ambiguous.
const day = String.raw`\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4})|\d{4}-\d{2}-\d{2}`;
// Read as millions.
const telephone = String.raw`(?:\+\d{1,3}|0\d{2,5})(?:[ \/-]?\d){5,15}`;
// Results, read as times of the day.
const result = String.raw`\d{1,2}:\d(?![\d:])`;
// Digits that are an id, not a number.
const id = String.raw`\d{10,}`;
const ambiguous = String.raw`${day}|${telephone}|${result}|${id}`;
const begin = String.raw`(?<![\p{L}\d.,:/-])`;
const end = String.raw`(?![\p{L}\d]|[.,:/-]\d)`;

const patternOf = {
  other: new RegExp(`${begin}(?:${ambiguous})${end}`, 'gu'),
  // Thousands as another language groups them: a voice reads the mark as that of decimals.
  en: new RegExp(String.raw`${begin}(?:${ambiguous}|\d{1,3}(?:\.\d{3}){2,})${end}`, 'gu'),
  de: new RegExp(
    String.raw`${begin}(?:${ambiguous}|\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:,\d{3})+\.\d+)${end}`,
    'gu',
  ),
  fr: new RegExp(String.raw`${begin}(?:${ambiguous}|\d{1,3}(?:[.,]\d{3}){2,})${end}`, 'gu'),
};

function patternFor(language: string): RegExp {
  return language === 'en' || language === 'de' || language === 'fr' ? patternOf[language] : patternOf.other;
}

/** A number, date or the like that the voice may read otherwise than it is meant. */
export const number: Finder = {
  severity: 'warning',
  description: 'A number or date that the voice may misread.',
  find: (article) =>
    matches(
      article,
      ({ language }) => patternFor(primaryLanguage(language)),
      (word) => reviewMessages.FOUND_NUMBER({ word: quoteWord(word) }),
    ),
};
