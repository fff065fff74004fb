import { zoneOf } from '../lib/zoned-time.ts';
import { mailWords, type MailWords } from './generated/mail-words.ts';

export type MailLanguage = keyof typeof mailWords;
export type { MailWords };

/** The language of who speaks none of the others. */
const fallback: MailLanguage = 'en';

/** The codes of the languages that mails and the dashboard speak. */
export const mailLanguages = Object.keys(mailWords) as MailLanguage[];

/**
 * Returns the first of the given languages that emails are written in: the reader's language first, then
 * fallbacks.
 * @param wanted BCP 47, in any case; null and unknown ones are skipped
 */
export function mailLanguage(...wanted: (string | null | undefined)[]): MailLanguage {
  const codes = wanted.map((tag) => tag?.slice(0, 2).toLowerCase());
  return codes.find((code): code is MailLanguage => mailLanguages.includes(code as MailLanguage)) ?? fallback;
}

/** What mails say in a language. */
export const mailWordsIn = (language: MailLanguage): MailWords => mailWords[language];

/**
 * Returns a moment as a reader of a language has it; a time in UTC is marked as such.
 * @param stored IANA name of the reader's zone; null: UTC
 */
export function momentIn(language: MailLanguage, moment: Date, stored: string | null): string {
  const timeZone = zoneOf(stored);
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  const hour = timeZone !== stored ? ' UTC' : language === 'de' ? ' Uhr' : '';
  return format.format(moment) + hour;
}
