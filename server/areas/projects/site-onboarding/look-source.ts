import { instantOf } from '../../../extraction/dates.ts';
import { discoverArticles } from '../../../extraction/discovery/discover-articles.ts';
import type { SiteFacts } from '../../../extraction/discovery/site-facts.ts';
import { sitemapsOfRobots } from '../../../extraction/discovery/sitemap.ts';
import type { Feed, FeedItem } from '../../../extraction/feed/feed.ts';
import { fetchMessages } from '../../../lib/messages.ts';
import { FetchError, type Fetch } from '../../../lib/outbound/safe-fetch.ts';
import { problemOf } from './site-problems.ts';
import type { Look, SeenArticle } from './seen-site.ts';
import { limits, pageBytes, typeOf } from './site-pages.ts';

const feedsMax = 3;
/** Milliseconds after which nothing new is looked for: what was found is then read. */
const lookingMs = 8_000;

/** An article that a source names. */
export type ListedArticle = Pick<SeenArticle, 'url' | 'title' | 'publishedAt'> & { item: FeedItem | null };

/** The facts of a front page; null where it cannot be read. */
export async function readHome({ pages, extraction }: Look, site: string): Promise<SiteFacts | null> {
  try {
    const home = await pages.getAllowed(site, limits.part);
    return await extraction.readSiteFacts(home.bytes, home.url, typeOf(home));
  } catch (error) {
    problemOf(error);
    return null;
  }
}

/**
 * The first of the advertised feeds that has articles; where none is advertised, those at the usual
 * addresses are tried.
 */
export async function bestFeed(
  { pages }: Look,
  feeds: SiteFacts['feeds'],
  from: string,
): Promise<{ url: string; feed: Feed } | null> {
  const urls =
    feeds.length > 0
      ? feeds.map(({ url }) => url)
      : ['/feed/', '/rss.xml', '/feed.xml'].map((path) => new URL(path, from).href);
  const read = await Promise.all(
    urls.slice(0, feedsMax).map(async (url) => {
      try {
        return { url, feed: await pages.readFeed(url) };
      } catch (error) {
        problemOf(error);
        return null;
      }
    }),
  );
  const some = read.filter((one) => one !== null && one.feed.items.length > 0);
  return some.find((one) => newestOf(one!.feed).length >= 3) ?? some[0] ?? null;
}

/** Finds the sitemap that robots.txt names, or the one at the usual address. */
export async function findSitemap(look: Look, site: string): Promise<void> {
  try {
    const robotsUrl = new URL('/robots.txt', site).href;
    const [named] = sitemapsOfRobots(await look.pages.robotsText(robotsUrl), site);
    if (named) return look.add({ sitemap: named });
    const usual = new URL('/sitemap.xml', site).href;
    const response = await look.pages.get(usual, { ...limits.part, method: 'HEAD' });
    look.pages.forget(usual);
    if (response.status === 200 && !/html/i.test(typeOf(response) ?? '')) look.add({ sitemap: usual });
  } catch (error) {
    problemOf(error);
  }
}

/**
 * Articles of a site without a feed: by its sitemaps and links. What was not found in time is passed over.
 */
export async function discover({ pages, extraction, begun }: Look, site: string): Promise<ListedArticle[]> {
  const within: Fetch = (url, options) => {
    const left = lookingMs - (performance.now() - begun);
    if (left <= 0)
      throw new FetchError('timeout', fetchMessages.FETCH_NO_RESPONSE_IN_TIME({ host: new URL(url).host }));
    return pages.get(url, {
      ...options,
      maxBytes: pageBytes,
      timeoutMs: Math.min(left, limits.part.timeoutMs),
    });
  };
  const found = await discoverArticles(site, {
    fetch: within,
    parsers: extraction,
    limit: 20,
    honoursRobots: true,
  });
  return found.map(({ url, title, publishedAt, item }) => ({ url, title: title ?? '', publishedAt, item }));
}

/** The articles of a feed, the newest first. */
export function newestOf({ items }: Feed): ListedArticle[] {
  const found = items
    .filter(
      ({ url, title, opening, contentHtml, summary }) =>
        (title || opening) && (url || contentHtml || summary),
    )
    .map((item) => ({
      url: item.url,
      title: item.title || item.opening.slice(0, 100),
      publishedAt: item.publishedAt ?? item.updatedAt,
      item,
    }));
  const instant = ({ publishedAt }: ListedArticle): number =>
    publishedAt === null ? 0 : instantOf(publishedAt);
  return found.sort((a, b) => instant(b) - instant(a));
}
