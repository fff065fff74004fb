import { isSameSite } from '../../../extraction/discovery/article-url.ts';
import { tagOf } from '../../../extraction/discovery/site-facts.ts';
import { FeedError, type Feed } from '../../../extraction/feed/feed.ts';
import { languageOfArticle } from '../../../extraction/function-words.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import type { FetchResponse } from '../../../lib/outbound/safe-fetch.ts';
import { readArticles, readGivenArticle } from './look-articles.ts';
import { siteProblem, problemOf } from './site-problems.ts';
import { bestFeed, discover, findSitemap, newestOf, readHome } from './look-source.ts';
import { Look, type ReadSiteOptions, type SeenSite } from './seen-site.ts';
import { limits, refuseFiles, typeOf } from './site-pages.ts';

/**
 * Finds out what a site is and how its newest articles would sound, from one of its addresses: its front
 * page, a feed or an article. Never throws for the site's behavior: that is reported in `siteProblem`.
 */
export async function readSite(address: string, options: ReadSiteOptions): Promise<SeenSite> {
  const look = new Look(options);
  try {
    const front = await look.pages.getAllowed(address, limits.front);
    refuseFiles(front);
    const feed = await asFeed(look.extraction, front);
    return await (feed ? readFromFeed(look, front, feed) : readFromPage(look, front));
  } catch (error) {
    look.add({ problem: problemOf(error) });
    return look.seen;
  }
}

/** Reads on from a feed. */
async function readFromFeed(look: Look, front: FetchResponse, feed: Feed): Promise<SeenSite> {
  const site = feed.link && isSameSite(feed.link, front.url) ? feed.link : new URL('/', front.url).href;
  look.add({
    site,
    name: feed.title ?? hostOf(front.url),
    language: languageOfFeed(feed),
    feeds: [{ url: front.url, title: feed.title }],
    source: { type: 'rss', url: front.url },
  });
  await findSitemap(look, site);
  return readArticles(look, newestOf(feed), null);
}

/** Reads on from a front page or an article. */
async function readFromPage(look: Look, front: FetchResponse): Promise<SeenSite> {
  let facts = await look.extraction.readSiteFacts(front.bytes, front.url, typeOf(front));
  const given = await readGivenArticle(look, front, facts);
  if (facts.asksForSignIn && !given?.text) {
    look.add({
      name: facts.name ?? hostOf(front.url),
      language: facts.language,
      problem: siteProblem('sign_in'),
    });
    return look.seen;
  }
  const site = given ? new URL('/', front.url).href : front.url;
  look.add({
    site,
    name: facts.name ?? hostOf(front.url),
    language: given ? languageOfArticle(facts.language, given.text ?? '') : facts.language,
    feeds: facts.feeds,
    articles: given ? [given] : [],
  });
  if (given && facts.feeds.length === 0) {
    const home = await readHome(look, site);
    if (home) {
      facts = { ...facts, feeds: home.feeds };
      const { name } = look.seen;
      look.add({ feeds: home.feeds, name: name === hostOf(site) ? (home.name ?? name) : name });
    }
  }
  const [fromFeed] = await Promise.all([bestFeed(look, facts.feeds, front.url), findSitemap(look, site)]);
  if (!fromFeed) {
    look.add({ source: { type: 'parser', url: site } });
    return readArticles(look, await discover(look, site), given);
  }
  const { seen } = look;
  look.add({
    source: { type: 'rss', url: fromFeed.url },
    feeds: withFeed(seen.feeds, fromFeed),
    name: facts.name ?? fromFeed.feed.title ?? seen.name,
    language: seen.language ?? languageOfFeed(fromFeed.feed),
  });
  return readArticles(look, newestOf(fromFeed.feed), given);
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

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
