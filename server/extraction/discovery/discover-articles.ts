import { extractionMessages } from '../messages.ts';
import type { Fetch, FetchOptions, FetchResponse } from '../../lib/outbound/safe-fetch.ts';
import { FetchError, expectOk } from '../../lib/outbound/safe-fetch.ts';
import { gunzip, isGzip } from '../../lib/outbound/safe-fetch-body.ts';
import { addressKey } from '../../text/address-key.ts';
import { instantOf } from '../dates.ts';
import { ExtractionError } from '../extraction-error.ts';
import type { Feed, FeedItem } from '../feed/feed.ts';
import { FeedError } from '../feed/feed.ts';
import { parseFeed } from '../feed/parse-feed.ts';
import type { ParseFeedOptions } from '../feed/parse-feed.ts';
import { dateInPath, lastInstantOf, withoutTracking } from './article-url.ts';
import { readPageLinks } from './page-links.ts';
import type { PageLinks } from './page-links.ts';
import { allowedByRobots, fetchRobots } from '../robots.ts';
import { promiseOf, readSitemap, sitemapsOfRobots } from './sitemap.ts';
import type { ReadSitemapOptions, Sitemap } from './sitemap.ts';

export interface DiscoveredArticle {
  url: string;
  title: string | null;
  /** ISO 8601; null where nothing but the page itself can tell. */
  publishedAt: string | null;
  /** Where it was found first; a feed says most, links least. */
  origin: 'feed' | 'sitemap' | 'links';
  /** The feed's item, where a feed has it. */
  item: FeedItem | null;
}

/** The parsing that discovery needs; `createExtractionThreads` offers the same in threads. */
export interface DiscoveryParsers {
  parseFeed: (bytes: Uint8Array<ArrayBuffer>, options: ParseFeedOptions) => Feed | Promise<Feed>;
  readPageLinks: (
    bytes: Uint8Array<ArrayBuffer>,
    url: string,
    contentType: string | null,
  ) => PageLinks | Promise<PageLinks>;
  readSitemap: (
    bytes: Uint8Array<ArrayBuffer>,
    url: string,
    options: ReadSitemapOptions,
  ) => Sitemap | Promise<Sitemap>;
  allowedByRobots: (
    robots: string,
    robotsUrl: string,
    urls: readonly string[],
  ) => string[] | Promise<string[]>;
}

export interface DiscoverOptions extends Pick<FetchOptions, 'allowHosts' | 'localAddress' | 'signal'> {
  fetch: Fetch;
  parsers?: DiscoveryParsers;
  /**
   * Articles published before this day (YYYY-MM-DD) are left out; those without a known date stay, for their
   * page to tell.
   */
  from?: string | null;
  /** At most this many, the newest first. Default 100. */
  limit?: number;
  /** Ask the site's robots.txt: what it disallows is neither read nor given. */
  honoursRobots?: boolean;
}

const maxSitemaps = 12;
const maxFeeds = 3;
const sitemapBytes = 50e6;

/**
 * Finds the articles of a site: through the feeds it advertises, its sitemaps (robots.txt, /sitemap.xml,
 * indexes, news, gz) and the links of its front page. Variants of an article's URL count once. A part that
 * fails is skipped.
 * @throws FetchError when the front page itself cannot be fetched; ExtractionError kind `disallowed` when
 * robots.txt excludes us
 */
export async function discoverArticles(
  mainUrl: string,
  {
    fetch,
    parsers = { parseFeed, readPageLinks, readSitemap, allowedByRobots },
    from = null,
    limit = 100,
    honoursRobots = false,
    ...options
  }: DiscoverOptions,
): Promise<DiscoveredArticle[]> {
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const { found, add } = collectArticles(start);
  const texts = new Map<string, Promise<string>>();
  const robotsAt = (robotsUrl: string): Promise<string> => {
    const text = texts.get(robotsUrl) ?? fetchRobots(robotsUrl, fetch, options);
    texts.set(robotsUrl, text);
    return text;
  };
  const allowed = async (urls: readonly string[]): Promise<ReadonlySet<string>> => {
    if (!honoursRobots) return new Set(urls);
    const robotsUrl = robotsOf(urls[0]!);
    return new Set(await parsers.allowedByRobots(await robotsAt(robotsUrl), robotsUrl, urls));
  };
  const get = async (url: string, maxBytes: number): Promise<FetchResponse> => {
    if (!(await allowed([url])).has(url))
      throw new ExtractionError('disallowed', extractionMessages.SITE_ROBOTS_TXT_FORBIDS_SOURCE());
    return expectOk(await fetch(url, { ...options, maxBytes }));
  };

  const front = await get(mainUrl, 15e6);
  const home = front.url;
  const links = await parsers.readPageLinks(front.bytes, home, front.headers['content-type'] ?? null);

  const readFeedAt = async (url: string): Promise<boolean> => {
    const response = url === home ? front : await get(url, 15e6);
    const feed = await parsers.parseFeed(response.bytes, {
      url: response.url,
      contentType: response.headers['content-type'] ?? null,
    });
    for (const item of feed.items) {
      if (item.url)
        add({
          url: item.url,
          title: item.title || null,
          publishedAt: item.publishedAt ?? item.updatedAt,
          origin: 'feed',
          item,
        });
    }
    return feed.items.length > 0;
  };
  // The address may be a feed's itself.
  const isFeed = await passOver(() => readFeedAt(home), options.signal);
  const isPage = isFeed !== true;
  if (isPage) {
    const feeds =
      links.feeds.length > 0
        ? links.feeds.slice(0, maxFeeds)
        : ['/feed/', '/rss.xml'].map((path) => new URL(path, home).href);
    for (const feed of feeds) await passOver(() => readFeedAt(feed), options.signal);
    await passOver(
      () => walkSitemaps(home, start, limit, () => robotsAt(robotsOf(home)), get, parsers, add),
      options.signal,
    );
    for (const { url, title } of links.articles) {
      if (addressKey(url) !== addressKey(home))
        add({ url, title, publishedAt: dateInPath(url), origin: 'links', item: null });
    }
  }
  const dated = [...found.values()].map((article) => ({ article, instant: instant(article.publishedAt) }));
  const newest = dated.sort((a, b) => b.instant - a.instant).map(({ article }) => article);
  if (newest.length === 0) return [];
  // For pages of other sites, robots.txt is checked when they are read.
  const own = await allowed([home, ...newest.slice(0, 2 * limit).map(({ url }) => url)]);
  return newest.filter(({ url }) => own.has(url)).slice(0, limit);
}

/** Collects each article once, with what is known of it from any of its origins. */
function collectArticles(start: number) {
  const found = new Map<string, DiscoveredArticle>();
  const add = (article: DiscoveredArticle, key = addressKey(article.url) ?? article.url): void => {
    if (article.publishedAt !== null && lastInstantOf(article.publishedAt) < start) return;
    const known = found.get(key);
    if (!known) found.set(key, { ...article, url: withoutTracking(article.url) });
    else
      found.set(key, {
        ...known,
        title: known.title ?? article.title,
        publishedAt: known.publishedAt ?? article.publishedAt,
        item: known.item ?? article.item,
      });
  };
  return { found, add };
}

const robotsOf = (url: string): string => new URL('/robots.txt', url).href;

/** Reads the sitemaps that promise most first, until there is enough. */
async function walkSitemaps(
  home: string,
  start: number,
  limit: number,
  robotsText: () => Promise<string>,
  get: (url: string, maxBytes: number) => Promise<FetchResponse>,
  parsers: DiscoveryParsers,
  add: (article: DiscoveredArticle, key: string) => void,
): Promise<void> {
  const robots = await passOver(robotsText);
  const named = robots === undefined ? [] : sitemapsOfRobots(robots, home);
  const queue = (
    named.length > 0
      ? named
      : ['/sitemap.xml', '/sitemap_index.xml', '/news-sitemap.xml'].map((path) => new URL(path, home).href)
  ).map((url) => ({ url, modifiedAt: null as string | null }));
  const seen = new Set<string>();
  let pages = 0;
  for (let read = 0; read < maxSitemaps && pages < 20 * limit;) {
    queue.sort(
      (a, b) => promiseOf(b.url) - promiseOf(a.url) || instant(b.modifiedAt) - instant(a.modifiedAt),
    );
    const next = queue.shift();
    if (!next) break;
    if (seen.has(next.url) || (next.modifiedAt !== null && lastInstantOf(next.modifiedAt) < start)) continue;
    seen.add(next.url);
    read++;
    const sitemap = await passOver(async () => {
      const response = await get(next.url, sitemapBytes);
      return parsers.readSitemap(
        isGzip(response.bytes) ? await gunzip(response.bytes, sitemapBytes) : response.bytes,
        response.url,
        { site: home, from: start },
      );
    });
    queue.push(...(sitemap?.sitemaps ?? []));
    for (const { url, key, title, publishedAt } of sitemap?.pages ?? [])
      add({ url, title, publishedAt, origin: 'sitemap', item: null }, key);
    pages += sitemap?.pages.length ?? 0;
  }
}

/**
 * The result, or undefined where the part of a site that it concerns is missing or broken. Cancelling is not
 * passed over.
 */
async function passOver<T>(part: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof FeedError || error instanceof FetchError || error instanceof ExtractionError)
      return undefined;
    throw error;
  }
}

function instant(iso: string | null): number {
  return iso === null ? 0 : instantOf(iso);
}
