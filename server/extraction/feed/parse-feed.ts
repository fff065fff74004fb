import { feedMessages } from '../messages.ts';
import { decodeText } from '../charset.ts';
import { scanMarkup } from '../markup.ts';
import { plainText } from '../plain-text.ts';
import { advertisedFeeds } from './advertised-feeds.ts';
import { readAtom } from './atom.ts';
import { isCdf, readCdf } from './cdf.ts';
import type { Feed, FeedItem, FeedReading, ItemReading } from './feed.ts';
import { FeedError } from './feed.ts';
import { isTeaser, unescapeOnce } from './item-text.ts';
import { languageTag } from './item.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRss } from './rss.ts';
import { parseXml } from './xml.ts';

export interface ParseFeedOptions {
  /** Where the feed came from: relative URLs resolve against it. */
  url?: string | null;
  contentType?: string | null;
  /** The Content-Language header as received: the language of a feed that does not tell its own. */
  contentLanguage?: string | null;
  /** Items beyond are left out. Default 1,000. */
  maxItems?: number;
}

const titleCharacters = 2_000;
const openingCharacters = 300;

/**
 * Reads RSS 0.90 to 2.0, RSS 1.0, CDF, Atom 0.3 and 1.0, JSON Feed 1.0 and 1.1, recognized by their content
 * rather than their labels.
 * @throws FeedError
 */
export function parseFeed(
  source: Uint8Array | string,
  { url = null, contentType = null, contentLanguage = null, maxItems = 1_000 }: ParseFeedOptions = {},
): Feed {
  const text = (typeof source === 'string' ? source : decodeText(source, { contentType }).text).replace(
    /^[\uFEFF\s\u0000]+/,
    '',
  );
  if (text === '') throw new FeedError('empty', feedMessages.FEED_EMPTY());
  const feed = /^[{[]/.test(text) ? readJsonFeed(text, url, maxItems) : readXmlFeed(text, url, maxItems);
  const language = feed.language ?? languageTag(contentLanguage);
  return {
    ...feed,
    title: feed.title?.slice(0, titleCharacters) ?? null,
    language,
    items: feed.items.map((item) => finished(item, language)),
  };
}

/** What takes time to find out of what others wrote is found out here, where it may. */
function finished(item: ItemReading, language: string | null): FeedItem {
  return {
    ...item,
    title: item.title.slice(0, titleCharacters),
    language: item.language ?? language,
    isTeaser: isTeaser(item),
    opening:
      item.title === ''
        ? plainText(unescapeOnce(item.contentHtml ?? item.summary ?? '')).slice(0, openingCharacters)
        : '',
  };
}

function readXmlFeed(text: string, url: string | null, maxItems: number): FeedReading {
  const first = firstElement(text);
  if (
    /^(?:html|head|body)$/.test(first) ||
    (/<!doctype\s+html/i.test(text.slice(0, 4_096)) && !/(?:^|:)(?:rss|rdf|feed|channel)$/.test(first))
  )
    throw pageError(text, url);
  for (const element of parseXml(text, url).children) {
    if (typeof element === 'string') continue;
    switch (element.name) {
      case 'channel':
        return isCdf(element) ? readCdf(element, maxItems) : readRss(element, maxItems);
      case 'rss':
      case 'rdf':
      case 'rdf:rdf':
        return readRss(element, maxItems);
      case 'feed':
      case 'atom:feed':
        return readAtom(element, maxItems);
    }
    if (/(?:^|:)html$/.test(element.name)) throw pageError(text, url);
  }
  throw new FeedError('not-a-feed', feedMessages.FEED_IS_NONE());
}

/**
 * A page is not worth parsing as XML, and says by its first tag what it is; a document type does not, feeds
 * have been seen below HTML's.
 */
function firstElement(text: string): string {
  let first = '';
  const open = (name: string): boolean => {
    first = name.toLowerCase();
    return false;
  };
  scanMarkup(text, { open }, { isXml: true });
  return first;
}

function pageError(text: string, url: string | null): FeedError {
  const advertised = advertisedFeeds(text, url);
  const [feed] = advertised;
  const told =
    feed === undefined ? feedMessages.FEED_IS_PAGE() : feedMessages.FEED_IS_PAGE_WITH_FEED({ feed });
  return new FeedError('html', told, advertised);
}
