/** A part of a mail, from top to bottom. */
export type MailBlock =
  | { kind: 'text'; text: string }
  /** What the mail is for: the one thing to do. Its address is also written out. */
  | { kind: 'button'; text: string; url: string }
  /** Names and values, such as when and from where something happened. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** Figures, each large with what it was before. */
  | { kind: 'figures'; figures: readonly MailFigure[] }
  /** Attached picture, with a text alternative. */
  | { kind: 'picture'; cid: string; alt: string; caption: readonly [left: string, right: string] }
  /** What is good to know, smaller. */
  | { kind: 'note'; text: string };

export interface MailFigure {
  name: string;
  value: string;
  /** How it changed; null: there is nothing to compare it with. */
  change: string | null;
}

/** A file that goes along with a mail. */
export interface MailFile {
  name: string;
  /** Media type. */
  type: string;
  /** Base64. */
  content: string;
  /** By which a picture in the mail shows it; absent: it is a file to open. */
  cid?: string;
}

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
   * URL that unsubscribes from emails of this kind on POST (RFC 8058) and asks for confirmation on GET.
   * Absent if an email responds to the recipient's action or is needed to sign in.
   */
  unsubscribe?: { text: string; url: string };
  /** Absent: none. */
  files?: readonly MailFile[];
}
