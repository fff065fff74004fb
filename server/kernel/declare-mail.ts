import type { z } from 'zod';
import type { MailContent } from '../mail/mail-content.ts';
import type { MailLanguage, MailWords } from '../mail/mail-words.ts';

/** Inputs of an email other than its facts. */
export interface MailWriting {
  language: MailLanguage;
  /** Texts of mails in that language. */
  w: MailWords;
  /** Address of the dashboard, without a slash at its end. */
  url: string;
  /** A moment as the reader's clocks show it. */
  moment(at: Date): string;
}

/** A mail that the server sends. */
export interface DeclaredMail<Facts extends z.ZodType> {
  /** Such as `invitation`: administrators tell mails apart by it. */
  kind: string;
  /** What it tells its reader. A sender that lacks a fact does not compile. */
  facts: Facts;
  /** Whether its reader may unsubscribe from the kind: it keeps no account safe. */
  refusable?: true;
  content(facts: z.output<Facts>, writing: MailWriting): MailContent;
}

/** Declares a mail. All of them are listed in `server/mails.ts`. */
export const declareMail = <Facts extends z.ZodType>(mail: DeclaredMail<Facts>): DeclaredMail<Facts> => mail;

/** The subject, preview, heading and reason of a mail from its texts. */
export const mailTitles = ({
  subject,
  text,
  heading,
  why,
}: {
  subject: string;
  text: string;
  heading: string;
  why: string;
}): Pick<MailContent, 'subject' | 'preview' | 'heading' | 'why'> => ({
  subject,
  preview: text,
  heading,
  why,
});
