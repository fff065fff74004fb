import { createHash } from 'node:crypto';
import type { DiscoveredArticle } from '../../../extraction/discovery/discover-articles.ts';
import { withoutTracking } from '../../../extraction/discovery/article-url.ts';
import { instantOf } from '../../../extraction/dates.ts';
import type { FeedItem } from '../../../extraction/feed/feed.ts';
import { labelMaxCharacters, labelsMax, titleMaxCharacters } from '../../../product.ts';
import { cleanLine, cleanText, tidyLabels } from '../articles/input.ts';
import { webAddressProblem } from '../../../text/web-address.ts';

/** What a source has, before it is an article. */
export interface SourceItem {
  /** Makes it known at the next poll. */
  guid: string;
  url: string | null;
  title: string;
  labels: string[];
  publishedAt: Date | null;
  /** Hash of everything that the source provides. */
  hash: string;
  /** Whether its text is to be read from its page. */
  fetchPage: boolean;
  /** The feed's item that the text is in; null: only its page has one. */
  item: FeedItem | null;
}

const guidMaxCharacters = 500;
const titleFromText = 100;
const dayMs = 86_400_000;

/** An item of a feed; null when there is nothing of it that could be voiced. */
export function itemOfFeed(item: FeedItem): SourceItem | null {
  const url = addressOf(item.url);
  const body = item.contentHtml ?? item.summary ?? '';
  const title =
    shortened(cleanLine(item.title), titleMaxCharacters) || shortened(cleanLine(item.opening), titleFromText);
  if (!title || (!body.trim() && !url)) return null;
  return {
    guid: guidOf(item.guid),
    url,
    title,
    labels: tidyLabels(item.labels)
      .slice(0, labelsMax)
      .map((label) => label.slice(0, labelMaxCharacters)),
    publishedAt: dateOf(item.publishedAt ?? item.updatedAt),
    hash: sha256([item.title, body, url ?? ''].join('\n')),
    fetchPage: url !== null && item.isTeaser,
    item,
  };
}

/** Returns the item of a website's article: its page takes precedence over any feed. */
export function itemOfWebsite(
  found: Pick<DiscoveredArticle, 'url' | 'title' | 'publishedAt'>,
): SourceItem | null {
  const url = addressOf(found.url);
  if (!url) return null;
  return {
    guid: guidOf(pageGuid(url)),
    url,
    title: shortened(cleanLine(found.title ?? '') || url, titleMaxCharacters),
    labels: [],
    publishedAt: dateOf(found.publishedAt),
    hash: sha256(url),
    fetchPage: true,
    item: null,
  };
}

/**
 * Removes duplicate items: the same content under the same address counts once. Items that share an
 * identifier but not an address or a title each get their own.
 */
export function distinctItems(items: readonly SourceItem[]): SourceItem[] {
  const ownOf = ({ url, title }: SourceItem): string => url ?? title;
  const byGuid = Map.groupBy(items, ({ guid }) => guid);
  const said = new Set<string>();
  return [...byGuid].flatMap(([guid, alike]) => {
    const latest = [...new Map(alike.map((item) => [ownOf(item), item])).values()];
    const named =
      latest.length === 1
        ? latest
        : latest.map((item) => ({ ...item, guid: guidOf(`${guid.slice(0, 200)} ${sha256(ownOf(item))}`) }));
    return named.filter(({ hash, item }) => {
      // An article of a website is known by its address alone.
      if (item === null) return true;
      const isNew = !said.has(hash);
      said.add(hash);
      return isNew;
    });
  });
}

/** Newest first; what has no date counts as new and keeps its place. */
export function newestFirst(items: readonly SourceItem[]): SourceItem[] {
  const instant = ({ publishedAt }: SourceItem): number => publishedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return [...items].sort((a, b) => instant(b) - instant(a));
}

/**
 * Identifies an article of a website at the next poll. Its format must not change, because rows of former
 * articles contain nothing else. `addressKey` decides which pages are the same.
 */
function pageGuid(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(withoutTracking(url));
  const path = pathname.replace(/\/(?:amp|index\.(?:html?|php))\/?$/i, '/');
  let end = path.length;
  while (path[end - 1] === '/') end--;
  for (const name of ['amp', 'outputType']) searchParams.delete(name);
  searchParams.sort();
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  return `${hostname.replace(/^(?:www|amp|m)\./, '')}${port && `:${port}`}${path.slice(0, end)}${query}`;
}

/** The identity of an item as articles store it: an index entry has room for so much only. */
export function guidOf(given: string): string {
  const guid = cleanText(given);
  return guid.length <= guidMaxCharacters ? guid : `sha256:${sha256(guid)}`;
}

function addressOf(url: string | null): string | null {
  return url !== null && webAddressProblem(url) === null ? url : null;
}

function dateOf(iso: string | null): Date | null {
  const date = iso === null ? null : new Date(instantOf(iso));
  // Systems without a date write the beginning of their calendar.
  if (date && Math.abs(date.getTime()) < dayMs) return null;
  return date && date.getUTCFullYear() >= 1 && date.getUTCFullYear() < 9999 ? date : null;
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
