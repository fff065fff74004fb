import { mailWords, type MailWords } from './generated/mail-words.ts';

export type MailLanguage = keyof typeof mailWords;
export type { MailWords };

/** The language of who speaks none of the others. */
const fallback: MailLanguage = 'en';

/** The codes of the languages that mails and the dashboard speak. */
export const mailLanguages = Object.keys(mailWords) as MailLanguage[];

/**
 * The first of some languages that mails are written in: the reader's own, then whatever is known besides.
 * @param wanted BCP 47, in any case; null and unknown ones are passed over
 */
export function mailLanguage(...wanted: (string | null | undefined)[]): MailLanguage {
  const codes = wanted.map((tag) => tag?.slice(0, 2).toLowerCase());
  return codes.find((code): code is MailLanguage => mailLanguages.includes(code as MailLanguage)) ?? fallback;
}

/** What mails say in a language. */
export const mailWordsIn = (language: MailLanguage): MailWords => mailWords[language];

/**
 * A moment as a reader of a language has it, with the zone in which it is told.
 * @param timeZone IANA name; null: UTC
 */
export const momentIn = (language: MailLanguage, moment: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(moment) + (timeZone === null ? ' UTC' : '');
