import { withoutTracking } from '../../../extraction/discovery/article-url.ts';
import type { SiteFacts } from '../../../extraction/discovery/site-facts.ts';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { languageOfArticle } from '../../../extraction/function-words.ts';
import { feedMessages } from '../../../extraction/messages.ts';
import { robotsForbid } from '../../../extraction/robots.ts';
import type { FetchResponse } from '../../../lib/outbound/safe-fetch.ts';
import { addressKey } from '../../../text/address-key.ts';
import { firstPollMax } from '../../articles/sources/poll-source.ts';
import type { ListedArticle } from './look-source.ts';
import { siteProblem, problemOf, type SiteProblem } from './site-problems.ts';
import { articlesMax, type Look, type SeenArticle, type SeenSite } from './seen-site.ts';
import { limits, refuseFiles, typeOf } from './site-pages.ts';

/** The article at the address, where one is: as the page says, or because it is nothing else. */
export async function readGivenArticle(
  { extraction }: Look,
  front: FetchResponse,
  facts: SiteFacts,
): Promise<SeenArticle | null> {
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
    const why = facts.asksForSignIn ? siteProblem('sign_in') : problemOf(error);
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

/** Reads the newest articles, all at once, and tells of each as soon as it is read. */
export async function readArticles(
  look: Look,
  found: readonly ListedArticle[],
  given: SeenArticle | null,
): Promise<SeenSite> {
  const isOther = ({ url }: ListedArticle): boolean =>
    !given?.url || !url || addressKey(url) !== addressKey(given.url);
  const others = found.filter(isOther);
  // A new source starts with this many of its newest articles.
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
  look.add({ articles: [...(first ? [first] : []), ...listed] });
  const offset = given ? 1 : 0;
  await Promise.all(
    chosen.map(async (one, index) => {
      const read = await readArticle(look, one);
      look.add({
        articles: look.seen.articles.map((article, at) =>
          at === index + offset ? { ...article, ...read } : article,
        ),
        ...(read.text && look.seen.language === null && { language: languageOfArticle(null, read.text) }),
      });
    }),
  );
  const newest = look.seen.articles[0];
  if (!newest) look.add({ problem: siteProblem('no_articles') });
  else if (look.seen.articles.every(({ text }) => text === null))
    look.add({ problem: newest.problem ?? siteProblem('no_articles') });
  return look.seen;
}

async function readArticle(
  { extraction, pages }: Look,
  { url, title, item }: ListedArticle,
): Promise<Pick<SeenArticle, 'title' | 'text' | 'problem'>> {
  try {
    if (item && !item.isTeaser) {
      const text = await extraction.itemText(item);
      if (text !== '') return { title: title || item.opening, text, problem: null };
    }
    if (url === null) throw new ExtractionError('no-text', feedMessages.FEED_WITHOUT_TEXT());
    const response = await pages.getAllowed(url, limits.page);
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

/** The page's own words to programs; the article can be shown, but a project would not voice it. */
const forbiddenBy = ({ headers }: FetchResponse, directives: readonly string[]): SiteProblem | null =>
  robotsForbid(headers['x-robots-tag'] ?? null, directives)
    ? siteProblem('disallowed', 'The page asks programs not to use it.')
    : null;
