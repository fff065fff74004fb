import { isSameSite } from '../extraction/discovery/article-url.ts';
import { ExtractionError } from '../extraction/extraction-error.ts';
import { tenantOf } from '../kernel/tenant.ts';
import { expectOk, FetchError, safeFetch } from '../lib/safe-fetch.ts';
import type { ArticleRun, RunningArticle } from './article-run.ts';

const robotsBytes = 500_000;
const keptMs = 3_600_000;
const keptSites = 500;
/** What sites' robots.txt say, for an hour: articles of one site come together. */
const kept = new Map<string, { text: string; until: number }>();

/** Whether the wishes of a page's site are asked for: as the source says, else where the site is not the publisher's own. */
export function honoursRobots({ honoursRobots: setting, mainUrl, sourceType }: RunningArticle, url: string): boolean {
  if (setting !== null) return setting;
  // Without a main address, what a publisher's program or editors name is taken for its own.
  return mainUrl ? !isSameSite(url, mainUrl) : sourceType === 'rss' || sourceType === 'parser';
}

/**
 * Asks the robots.txt of a page's site (RFC 9309). One that is not there allows all; one that cannot be had now makes the article wait.
 * @throws ExtractionError kind `disallowed`; FetchError
 */
export async function askRobots(run: ArticleRun, article: RunningArticle, url: string): Promise<void> {
  const robotsUrl = new URL('/robots.txt', url).href;
  const text = await robotsOf(run, article, robotsUrl);
  if (text !== '' && !(await run.app.extraction.for(tenantOf(article)).robotsAllow(text, robotsUrl, url))) throw disallowed("The site's robots.txt asks programs like this one not to read the page.");
}

/** The error of a page that may not be read. */
export function disallowed(reason: string): ExtractionError {
  return new ExtractionError('disallowed', `${reason} If this is your site, set the source to ignore robots.txt.`);
}

async function robotsOf({ app, signal }: ArticleRun, article: RunningArticle, robotsUrl: string): Promise<string> {
  const known = kept.get(robotsUrl);
  if (known && known.until > Date.now()) return known.text;
  const text = await readRobots();
  if (kept.size >= keptSites) kept.delete(kept.keys().next().value!);
  kept.set(robotsUrl, { text, until: Date.now() + keptMs });
  return text;

  async function readRobots(): Promise<string> {
    try {
      const response = await safeFetch(robotsUrl, { allowHosts: app.config.fetchAllowHosts, maxBytes: robotsBytes, signal, ...(article.extractorIpAddress && { localAddress: article.extractorIpAddress }) });
      return response.status >= 400 && response.status < 500 ? '' : new TextDecoder().decode(expectOk(response).bytes);
    } catch (error) {
      // What cannot be had later either, or may not be fetched though the page may, asks nothing.
      if (error instanceof FetchError && !error.retryable && error.kind !== 'aborted') return '';
      throw error;
    }
  }
}
