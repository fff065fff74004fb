import { LRUCache } from 'lru-cache';
import type { Message } from '../lib/declare-messages.ts';
import { extractionMessages } from '../extraction/messages.ts';
import { ExtractionError } from '../extraction/extraction-error.ts';
import { fetchRobots } from '../extraction/robots.ts';
import { tenantOf } from '../kernel/tenant.ts';
import { safeFetch } from '../lib/outbound/safe-fetch.ts';
import type { ArticleRun, RunningArticle } from './article-run.ts';

const keptMs = 3_600_000;
/** What sites' robots.txt say, for an hour: articles of one site come together. */
const kept = new LRUCache<string, { text: string; until: number }>({ max: 500 });

/**
 * Asks the robots.txt of a page's site (RFC 9309). One that is not there allows all; one that cannot be had
 * now makes the article wait.
 * @throws ExtractionError kind `disallowedError`; FetchError
 */
export async function checkRobots(run: ArticleRun, article: RunningArticle, url: string): Promise<void> {
  const robotsUrl = new URL('/robots.txt', url).href;
  const text = await robotsOf(run, article, robotsUrl);
  if (text !== '' && !(await run.app.extraction.for(tenantOf(article)).robotsAllow(text, robotsUrl, url)))
    throw disallowedError(extractionMessages.PAGE_ROBOTS_TXT_FORBIDS());
}

/** The error of a page that may not be read. */
export const disallowedError = (told: Message): ExtractionError => new ExtractionError('disallowed', told);

async function robotsOf(
  { app, signal }: ArticleRun,
  article: RunningArticle,
  robotsUrl: string,
): Promise<string> {
  const known = kept.get(robotsUrl);
  if (known && known.until > Date.now()) return known.text;
  const text = await fetchRobots(robotsUrl, safeFetch, {
    allowHosts: app.config.fetchAllowHosts,
    signal,
    ...(article.extractorIpAddress && { localAddress: article.extractorIpAddress }),
  });
  kept.set(robotsUrl, { text, until: Date.now() + keptMs });
  return text;
}
