import { decodeText } from '../charset.ts';
import { advertisedFeeds } from './advertised-feeds.ts';
import { readAtom } from './atom.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRss } from './rss.ts';
import { parseXml } from './xml.ts';

export interface ParseFeedOptions {
  /** Where the feed came from: relative URLs resolve against it. */
  url?: string | null;
  contentType?: string | null;
  /** Items beyond are left out. Default 1,000. */
  maxItems?: number;
}

/**
 * Reads RSS 0.90 to 2.0, RSS 1.0, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1, told apart by what they are rather than by their labels.
 * @throws FeedError
 */
export function parseFeed(source: Uint8Array | string, { url = null, contentType = null, maxItems = 1_000 }: ParseFeedOptions = {}): Feed {
  const text = (typeof source === 'string' ? source : decodeText(source, { contentType }).text).replace(/^[\uFEFF\s\u0000]+/, '');
  if (text === '') throw new FeedError('empty', 'The address answers an empty document.');
  if (/^[{[]/.test(text)) return readJsonFeed(text, url, maxItems);
  // A page is not worth parsing as XML, and says by its first tag what it is.
  if (/^(?:<!--[^]*?-->\s*|<\?xml[^>]*\?>\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text)) throw pageError(text, url);
  for (const element of parseXml(text, url).children) {
    if (typeof element === 'string') continue;
    if (element.name === 'rss' || element.name === 'rdf:rdf' || element.name === 'channel' || element.name === 'rdf') return readRss(element, maxItems);
    if (element.name === 'atom:feed' || element.name === 'feed') return readAtom(element, maxItems);
    if (/(^|:)html$/.test(element.name)) throw pageError(text, url);
  }
  throw new FeedError('not-a-feed', 'The address answers a document that is neither RSS nor Atom nor JSON Feed.');
}

function pageError(text: string, url: string | null): FeedError {
  const advertised = advertisedFeeds(text, url);
  const hint = advertised[0] === undefined ? '' : ` It advertises the feed ${advertised[0]}.`;
  return new FeedError('html', `This is a web page, not a feed.${hint}`, advertised);
}
