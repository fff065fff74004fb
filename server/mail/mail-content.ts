/** A part of a mail, from top to bottom. */
export type MailBlock =
  | { kind: 'text'; text: string }
  /** What the mail is for: the one thing to do. Its address is also written out. */
  | { kind: 'button'; text: string; url: string }
  /** Names and values, such as when and from where something happened. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** What is good to know, smaller. */
  | { kind: 'note'; text: string };

/** What a mail says, in its reader's language. Texts are plain: what they contain is never markup. */
export interface MailContent {
  subject: string;
  /** What lists of mails show beside the subject. */
  preview: string;
  heading: string;
  blocks: readonly MailBlock[];
  /** Why the reader gets it, below everything else. */
  why: string;
  /**
   * An address that ends mails of this kind when it is posted to (RFC 8058), and asks when it is opened.
   * Absent where a mail answers what somebody did, or is needed to get in.
   */
  unsubscribe?: { text: string; url: string };
}
