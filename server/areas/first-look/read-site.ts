import { extractionMessages, feedMessages } from '../../extraction/messages.ts';
import { fetchMessages } from '../../lib/messages.ts';
import { instantOf } from '../../extraction/dates.ts';
import { isSameSite, withoutTracking } from '../../extraction/discovery/article-url.ts';
import { discoverArticles } from '../../extraction/discovery/discover-articles.ts';
import type { SiteFacts } from '../../extraction/discovery/site-facts.ts';
import { tagOf } from '../../extraction/discovery/site-facts.ts';
import { sitemapsOfRobots } from '../../extraction/discovery/sitemap.ts';
import { ExtractionError } from '../../extraction/extraction-error.ts';
import { FeedError, type Feed, type FeedItem } from '../../extraction/feed/feed.ts';
import { languageOfArticle } from '../../extraction/function-words.ts';
import { fetchRobots, robotsForbid } from '../../extraction/robots.ts';
import type { Extraction } from '../../extraction/thread.ts';
import {
  expectOk,
  FetchError,
  type Fetch,
  type FetchOptions,
  type FetchResponse,
} from '../../lib/safe-fetch.ts';
import { previewMaxCharacters } from '../../product.ts';
import { addressKey } from '../../text/address-key.ts';
import { firstPollMax } from '../sources/poll.ts';
import { problem, problemOf, type LookProblem } from './look-problems.ts';

/** An article as it would be read. */
export interface SeenArticle {
  url: string | null;
  title: string;
  /** ISO 8601; null where nothing tells. */
  publishedAt: string | null;
  /** All that would be voiced after the title; null until it was read, and where it cannot be. */
  text: string | null;
  /** Whether the address that was looked at is this article's. */
  isGiven: boolean;
  /** Whether a project would take it from its source by itself. */
  isInSource: boolean;
  problem: LookProblem | null;
}

/** What was found so far. */
export interface SeenSite {
  /** The front page; null until it is known. */
  site: string | null;
  name: string | null;
  /** BCP 47. */
  language: string | null;
  feeds: { url: string; title: string | null }[];
  sitemap: string | null;
  /** What a project would take its articles from; null until that is known. */
  source: { type: 'rss' | 'parser'; url: string } | null;
  /** The newest; at most `articlesMax`. */
  articles: SeenArticle[];
  problem: LookProblem | null;
}

export interface ReadSiteOptions {
  /** Fetches within the limits of `safeFetch`. */
  fetch: Fetch;
  extraction: Extraction;
  /** Ends all. */
  signal: AbortSignal;
  /** Is told what was found whenever there is more; each time another object. */
  tell: (seen: SeenSite) => void;
}

export const articlesMax = 5;
const feedsMax = 3;
/** Milliseconds after which nothing new is looked for: what was found is then read. */
const lookingMs = 8_000;
const limits = {
  robots: { timeoutMs: 2_500 },
  front: { timeoutMs: 7_000 },
  part: { timeoutMs: 4_000 },
  page: { timeoutMs: 5_000 },
};
const idleTimeoutMs = 4_000;
const pageBytes = 6e6;

type Found = Pick<SeenArticle, 'url' | 'title' | 'publishedAt'> & { item: FeedItem | null };

/**
 * Finds out what a site is and what its newest articles would sound like: from one address of it, its front
 * page's, a feed's or an article's. Never throws for what the site does: that is said in `problem`.
 */
export async function readSite(
  address: string,
  { fetch, extraction, signal, tell }: ReadSiteOptions,
): Promise<SeenSite> {
  const begun = performance.now();
  let seen: SeenSite = {
    site: null,
    name: null,
    language: null,
    feeds: [],
    sitemap: null,
    source: null,
    articles: [],
    problem: null,
  };
  const add = (more: Partial<SeenSite>): void => tell((seen = { ...seen, ...more }));
  const answers = new Map<string, Promise<FetchResponse>>();
  const get = (url: string, options: FetchOptions = {}): Promise<FetchResponse> => {
    const known = answers.get(url);
    if (known) return known;
    const answer = fetch(url, { maxBytes: pageBytes, idleTimeoutMs, ...limits.part, ...options, signal });
    answers.set(url, answer);
    // Whoever awaits it hears of its failure.
    answer.catch(() => {});
    return answer;
  };
  const robotsTexts = new Map<string, Promise<string>>();
  /**
   * Whether a site's robots.txt lets us read a page. One that cannot be had forbids nothing here: the page
   * will not be had either.
   */
  const isAllowed = async (url: string): Promise<boolean> => {
    const robotsUrl = new URL('/robots.txt', url).href;
    const text = robotsTexts.get(robotsUrl) ?? fetchRobots(robotsUrl, get, limits.robots).catch(() => '');
    robotsTexts.set(robotsUrl, text);
    return extraction.robotsAllow(await text, robotsUrl, url);
  };
  const getAllowed = async (url: string, options: FetchOptions): Promise<FetchResponse> => {
    if (!(await isAllowed(url)))
      throw new ExtractionError('disallowed', extractionMessages.SITE_ROBOTS_TXT_FORBIDS());
    return expectOk(await get(url, options));
  };
  const readFeedAt = async (url: string): Promise<Feed> => {
    const response = await getAllowed(url, limits.part);
    return extraction.parseFeed(response.bytes, { url: response.url, contentType: typeOf(response) });
  };

  try {
    const front = await getAllowed(address, limits.front);
    refuseFiles(front);
    const feed = await asFeed(extraction, front);
    if (feed) {
      const site = feed.link && isSameSite(feed.link, front.url) ? feed.link : new URL('/', front.url).href;
      add({
        site,
        name: feed.title ?? hostOf(front.url),
        language: languageOfFeed(feed),
        feeds: [{ url: front.url, title: feed.title }],
        source: { type: 'rss', url: front.url },
      });
      const [found] = await Promise.all([newestOf(feed), findSitemap(site)]);
      return await readArticles(found, null);
    }

    let facts = await extraction.readSiteFacts(front.bytes, front.url, typeOf(front));
    const given = await givenArticle(front, facts);
    if (facts.asksForSignIn && !given?.text) {
      add({ name: facts.name ?? hostOf(front.url), language: facts.language, problem: problem('sign_in') });
      return seen;
    }
    const site = given ? new URL('/', front.url).href : front.url;
    add({
      site,
      name: facts.name ?? hostOf(front.url),
      language: given ? languageOfArticle(facts.language, given.text ?? '') : facts.language,
      feeds: facts.feeds,
      articles: given ? [given] : [],
    });
    if (given && facts.feeds.length === 0) {
      const home = await ofHome(site);
      if (home)
        add({
          feeds: (facts = { ...facts, feeds: home.feeds }).feeds,
          name: seen.name === hostOf(site) ? (home.name ?? seen.name) : seen.name,
        });
    }
    const [fromFeed] = await Promise.all([bestFeed(facts.feeds, front.url), findSitemap(site)]);
    if (fromFeed) {
      add({
        source: { type: 'rss', url: fromFeed.url },
        feeds: withFeed(seen.feeds, fromFeed),
        name: facts.name ?? fromFeed.feed.title ?? seen.name,
        language: seen.language ?? languageOfFeed(fromFeed.feed),
      });
    } else add({ source: { type: 'parser', url: site } });
    let found = fromFeed ? newestOf(fromFeed.feed) : [];
    if (found.length < articlesMax && !fromFeed) found = await discovered(site);
    return await readArticles(found, given);
  } catch (error) {
    add({ problem: problemOf(error) });
    return seen;
  }

  /** The article at the address, where one is: as the page says, or because it is nothing else. */
  async function givenArticle(front: FetchResponse, facts: SiteFacts): Promise<SeenArticle | null> {
    if (new URL(front.url).pathname === '/') return null;
    if (!facts.isArticle) {
      const links = await extraction.readPageLinks(front.bytes, front.url, typeOf(front));
      if (links.articles.length >= articlesMax) return null;
    }
    try {
      const article = await extraction.extractArticle(front.bytes, {
        url: front.url,
        contentType: typeOf(front),
      });
      if (!facts.isArticle && article.text.length < 400) return null;
      return {
        url: withoutTracking(front.url),
        title: article.title,
        publishedAt: article.publishedAt,
        text: article.text,
        isGiven: true,
        isInSource: false,
        problem: forbiddenBy(front, article.robots),
      };
    } catch (error) {
      if (!facts.isArticle) return null;
      const why = facts.asksForSignIn ? problem('sign_in') : problemOf(error);
      return {
        url: front.url,
        title: front.url,
        publishedAt: null,
        text: null,
        isGiven: true,
        isInSource: false,
        problem: why,
      };
    }
  }

  async function ofHome(site: string): Promise<SiteFacts | null> {
    try {
      const home = await getAllowed(site, limits.part);
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
  async function bestFeed(
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
          return { url, feed: await readFeedAt(url) };
        } catch (error) {
          problemOf(error);
          return null;
        }
      }),
    );
    const some = read.filter((one) => one !== null && one.feed.items.length > 0);
    return some.find((one) => newestOf(one!.feed).length >= 3) ?? some[0] ?? null;
  }

  async function findSitemap(site: string): Promise<void> {
    try {
      const robotsUrl = new URL('/robots.txt', site).href;
      const [named] = sitemapsOfRobots((await robotsTexts.get(robotsUrl)) ?? '', site);
      if (named) return add({ sitemap: named });
      const usual = new URL('/sitemap.xml', site).href;
      const response = await get(usual, { ...limits.part, method: 'HEAD' });
      answers.delete(usual);
      if (response.status === 200 && !/html/i.test(typeOf(response) ?? '')) add({ sitemap: usual });
    } catch (error) {
      problemOf(error);
    }
  }

  /**
   * Articles of a site without a feed: by its sitemaps and links. What was not found in time is passed over.
   */
  async function discovered(site: string): Promise<Found[]> {
    const within: Fetch = (url, options) => {
      const left = lookingMs - (performance.now() - begun);
      if (left <= 0)
        throw new FetchError('timeout', fetchMessages.FETCH_NO_RESPONSE_IN_TIME({ host: new URL(url).host }));
      return get(url, { ...options, maxBytes: pageBytes, timeoutMs: Math.min(left, limits.part.timeoutMs) });
    };
    const found = await discoverArticles(site, {
      fetch: within,
      parsers: extraction,
      limit: 20,
      honoursRobots: true,
    });
    return found.map(({ url, title, publishedAt, item }) => ({ url, title: title ?? '', publishedAt, item }));
  }

  /** Reads the newest articles, all at once, and tells of each as soon as it is read. */
  async function readArticles(found: readonly Found[], given: SeenArticle | null): Promise<SeenSite> {
    const isOther = ({ url }: Found): boolean =>
      !given?.url || !url || addressKey(url) !== addressKey(given.url);
    const others = found.filter(isOther);
    // A new source begins with so many of its newest.
    const first = given && { ...given, isInSource: !found.slice(0, firstPollMax).every(isOther) };
    const chosen = others.slice(0, articlesMax - (given ? 1 : 0));
    const listed = chosen.map(({ url, title, publishedAt }) => ({
      url,
      title,
      publishedAt,
      text: null,
      isGiven: false,
      isInSource: true,
      problem: null,
    }));
    add({ articles: [...(first ? [first] : []), ...listed] });
    const offset = given ? 1 : 0;
    await Promise.all(
      chosen.map(async (one, index) => {
        const read = await readArticle(one);
        add({
          articles: seen.articles.map((article, at) =>
            at === index + offset ? { ...article, ...read } : article,
          ),
          ...(read.text && seen.language === null && { language: languageOfArticle(null, read.text) }),
        });
      }),
    );
    const newest = seen.articles[0];
    if (!newest) add({ problem: problem('no_articles') });
    else if (seen.articles.every(({ text }) => text === null))
      add({ problem: newest.problem ?? problem('no_articles') });
    return seen;
  }

  async function readArticle({
    url,
    title,
    item,
  }: Found): Promise<Pick<SeenArticle, 'title' | 'text' | 'problem'>> {
    try {
      if (item && !item.isTeaser) {
        const text = await extraction.itemText(item);
        if (text !== '') return { title: title || item.opening, text, problem: null };
      }
      if (url === null) throw new ExtractionError('no-text', feedMessages.FEED_WITHOUT_TEXT());
      const response = await getAllowed(url, limits.page);
      refuseFiles(response);
      const article = await extraction.extractArticle(response.bytes, {
        url: response.url,
        contentType: typeOf(response),
      });
      return {
        title: title || article.title,
        text: article.text,
        problem: forbiddenBy(response, article.robots),
      };
    } catch (error) {
      return { title: title || (url ?? ''), text: null, problem: problemOf(error) };
    }
  }
}

const typeOf = ({ headers }: FetchResponse): string | null => headers['content-type'] ?? null;
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** The page's own words to programs; the article can be shown, but a project would not voice it. */
const forbiddenBy = ({ headers }: FetchResponse, directives: readonly string[]): LookProblem | null =>
  robotsForbid(headers['x-robots-tag'] ?? null, directives)
    ? problem('disallowed', 'The page asks programs not to use it.')
    : null;

/** @throws ExtractionError for what is neither page nor feed, whatever its type says */
function refuseFiles(response: FetchResponse): void {
  const start = Buffer.from(response.bytes.subarray(0, 8)).toString('latin1');
  const type = typeOf(response)?.split(';')[0]?.trim() ?? '';
  if (start.startsWith('%PDF') || type === 'application/pdf')
    throw new ExtractionError('not-html', extractionMessages.PAGE_IS_PDF());
  const signatures = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'PK\x03\x04', 'ID3', 'RIFF', '\x1f\x8b'];
  if (
    /^(?:image|audio|video|font)\//i.test(type) ||
    signatures.some((signature) => start.startsWith(signature))
  )
    throw new ExtractionError(
      'not-html',
      type ? extractionMessages.PAGE_IS_FILE_OF_TYPE({ type }) : extractionMessages.PAGE_IS_FILE(),
    );
}

/**
 * What was fetched as a feed, or null where it is a page. @throws FeedError where it is a feed that cannot be
 * read
 */
async function asFeed(extraction: Extraction, response: FetchResponse): Promise<Feed | null> {
  try {
    return await extraction.parseFeed(response.bytes, { url: response.url, contentType: typeOf(response) });
  } catch (error) {
    if (
      error instanceof FeedError &&
      (error.kind === 'html' || error.kind === 'not-a-feed' || /html/i.test(typeOf(response) ?? ''))
    )
      return null;
    throw error;
  }
}

function newestOf({ items }: Feed): Found[] {
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
  const instant = ({ publishedAt }: Found): number => (publishedAt === null ? 0 : instantOf(publishedAt));
  return found.sort((a, b) => instant(b) - instant(a));
}

const languageOfFeed = (feed: Feed): string | null =>
  tagOf(feed.language) ??
  languageOfArticle(
    null,
    feed.items
      .slice(0, 10)
      .map(({ title, opening }) => `${title} ${opening}`)
      .join(' '),
  );

const withFeed = (feeds: SeenSite['feeds'], { url, feed }: { url: string; feed: Feed }): SeenSite['feeds'] =>
  feeds.some((known) => known.url === url)
    ? feeds.map((known) => (known.url === url ? { ...known, title: known.title ?? feed.title } : known))
    : [{ url, title: feed.title }, ...feeds];

/** How the text begins, cut at a word. */
export const excerptOf = (text: string): string =>
  cutAtWord(text.replace(/\s+/g, ' ').trim(), previewMaxCharacters);

/** Characters that are spoken in a second, on average: 150 words a minute. */
const charactersPerSecond = 15;

/** How long so many characters take to be spoken, roughly, in milliseconds. */
export const spokenMs = (characters: number): number =>
  Math.round((characters / charactersPerSecond) * 1_000);

/**
 * The title and how the text begins, as a preview may be asked to speak it: whole sentences where they fit.
 */
export function openingOf(
  { title, text }: Pick<SeenArticle, 'title' | 'text'>,
  max = previewMaxCharacters,
): string {
  const sentence = /[.!?:…]$/.test(title) ? title : `${title}.`;
  const whole = `${sentence} ${(text ?? '').replace(/\s+/g, ' ').trim()}`.trim();
  if (whole.length <= max) return whole;
  const cut = whole.slice(0, max);
  const end = Math.max(
    ...[...cut.matchAll(/[.!?…]["'”“»)]?(?=\s)/g)].map(({ index, 0: mark }) => index + mark.length),
    0,
  );
  if (end > sentence.length + 20) return cut.slice(0, end);
  return cutAtWord(whole, max);
}

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = text.lastIndexOf(' ', max - 2);
  return `${text.slice(0, space > max / 2 ? space : max - 1).trimEnd()}…`;
}
