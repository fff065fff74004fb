import type { Element } from 'domhandler';

/** What is known of a page beside its paragraphs. */
export interface PageKind {
  title: string | null;
  author: string | null;
  /** What its readers answer is what it is about. */
  isDiscussion: boolean;
  /** Whether the page declares a paywall, and where its offer is. */
  isPaywalled?: boolean;
  paywalls?: readonly Element[];
}
