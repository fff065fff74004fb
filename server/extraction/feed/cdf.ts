import { parseDate } from '../dates.ts';
import { plainText } from '../plain-text.ts';
import type { FeedReading, ItemReading } from './feed.ts';
import { absoluteUrl } from './feed.ts';
import { identityOf, languageTag, newestOf } from './item.ts';
import { enclosuresFrom, htmlOfChild, labelsFrom } from './modules.ts';
import type { XmlElement } from './xml.ts';
import { childOf, childrenOf } from './xml.ts';

/**
 * Whether a channel without `<rss>` around it is one of the Channel Definition Format: its addresses are
 * attributes.
 */
export function isCdf(channel: XmlElement): boolean {
  return [channel, ...childrenOf(channel, 'item', 'channel').slice(0, 1)].some(
    (element) => element.attributes['href'] !== undefined || childOf(element, 'a') !== undefined,
  );
}

/** Items that are looked at; of these the newest count. */
const mostRead = 20_000;

/**
 * Reads the Channel Definition Format (W3C note of 9 March 1997): channels may contain channels, whose items
 * count alike.
 */
export function readCdf(channel: XmlElement, maxItems: number): FeedReading {
  const language = languageTag(channel.language);
  const items: ItemReading[] = [];
  const read = (element: XmlElement, inherited: string | null): void => {
    const base = absoluteUrl(element.attributes['base'], inherited) ?? inherited;
    for (const child of childrenOf(element, 'item', 'channel')) {
      if (items.length >= mostRead) return;
      if (child.name === 'item') items.push(readItem(child, base, language));
      else read(child, base);
    }
  };
  read(channel, channel.base);
  return {
    format: 'cdf',
    title: plainText(htmlOfChild(channel, 'title') ?? '') || null,
    link: addressOf(channel, absoluteUrl(channel.attributes['base'], channel.base) ?? channel.base),
    language,
    items: newestOf(items, maxItems, ({ publishedAt }) => publishedAt),
  };
}

function readItem(item: XmlElement, base: string | null, feedLanguage: string | null): ItemReading {
  const url = addressOf(item, base);
  const title = plainText(htmlOfChild(item, 'title') ?? '');
  const summary = htmlOfChild(item, 'abstract', 'description');
  return {
    guid: identityOf(null, url, title, summary),
    url,
    title,
    contentHtml: null,
    summary,
    author: null,
    publishedAt: parseDate(item.attributes['lastmod']),
    updatedAt: null,
    language: languageTag(item.language) ?? feedLanguage,
    enclosures: enclosuresFrom(item),
    labels: labelsFrom(item),
  };
}

/** In the attribute `href`, or in an `<a>` of the element's own. */
function addressOf(element: XmlElement, base: string | null): string | null {
  return absoluteUrl(element.attributes['href'] ?? childOf(element, 'a')?.attributes['href'], base);
}
