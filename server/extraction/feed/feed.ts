import type { Message } from '../../lib/declare-messages.ts';
import { ExpectedError } from '../../lib/expected-error.ts';
import { decodeHTMLStrict } from 'entities';

/**
 * What a feed of any format says, in one shape. Texts are cleaned of control characters; URLs are absolute
 * where a base was known.
 */
export interface Feed {
  format: 'rss' | 'rdf' | 'cdf' | 'atom' | 'json';
  title: string | null;
  /** The site that the feed belongs to. */
  link: string | null;
  /** BCP 47 as given, such as `de` or `en-us`. */
  language: string | null;
  /** In the feed's order. */
  items: FeedItem[];
}

/** An item as its format's reader gives it. */
export interface ItemReading {
  /**
   * The item's identity: exactly its guid, id or rdf:about as given; where it has none, its URL, else a hash
   * of title and text.
   */
  guid: string;
  url: string | null;
  /** Plain text. */
  title: string;
  /**
   * The full text as HTML (content:encoded, Atom's content, content_html); null where the feed carries only a
   * summary.
   */
  contentHtml: string | null;
  /** Description or summary as HTML. Some feeds put the full text here: see `isTeaser`. */
  summary: string | null;
  author: string | null;
  /** ISO 8601 with the offset as given. */
  publishedAt: string | null;
  updatedAt: string | null;
  language: string | null;
  enclosures: { url: string; type: string | null; length: number | null }[];
  /** Categories, tags, keywords; without repetitions. */
  labels: string[];
}

export interface FeedItem extends ItemReading {
  /** There is too little text, or it breaks off: the item's page has the whole. */
  isTeaser: boolean;
  /** The first words of the text, plain, for an item without a title. */
  opening: string;
}

/** A feed as its format's reader gives it. */
export interface FeedReading extends Omit<Feed, 'items'> {
  items: ItemReading[];
}

export type FeedErrorKind = 'empty' | 'challenge' | 'html' | 'not-a-feed' | 'bad-json' | 'too-complex';

/** Bytes that cannot be read as a feed. The message is a sentence for the publisher. */
export class FeedError extends ExpectedError {
  override readonly name = 'FeedError';
  readonly onVoicing = 'fail';
  readonly kind: FeedErrorKind;
  /** When the address leads to a web page: the feeds which that page advertises, absolute. */
  readonly advertised: readonly string[];

  constructor(
    kind: FeedErrorKind,
    told: Message,
    advertised: readonly string[] = [],
    options: { cause?: unknown } = {},
  ) {
    super(told, options);
    this.kind = kind;
    this.advertised = advertised;
  }
}

/** Longer addresses are invalid: they are never intended, and each costs time in every comparison. */
export const linkMaxCharacters = 8_192;

/**
 * An absolute http(s) URL, or null. Entities are decoded once more: links in CDATA are often escaped twice.
 */
export function absoluteUrl(
  value: string | null | undefined,
  base: string | null | undefined,
): string | null {
  const given = value?.trim() ?? '';
  if (given === '' || given.length > linkMaxCharacters) return null;
  const text = decodeHTMLStrict(given)
    .replace(/[\u0000-\u0020]+/g, (space) => (/[\t\n\r]/.test(space) ? '' : ' '))
    .trim();
  if (!text) return null;
  const url = URL.parse(text, base ?? undefined);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}
