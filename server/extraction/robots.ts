import robotsParser from 'robots-parser';
import { expectOk, FetchError } from '../lib/outbound/safe-fetch.ts';
import type { Fetch, FetchOptions } from '../lib/outbound/safe-fetch.ts';
import { isSameSite } from './discovery/article-url.ts';
import { product } from '../product.ts';

// Its types say that it is an ES module, which it is not.
const parse = robotsParser as unknown as typeof robotsParser.default;

/**
 * RFC 9309 asks for 500 KiB; but patterns of many wildcards take their time, and sites that address us do
 * so far earlier.
 */
const maxCharacters = 100_000;
const maxUrlCharacters = 600;

/** Whether a site's robots.txt (RFC 9309) lets us read a page. */
export function robotsAllow(robots: string, robotsUrl: string, url: string): boolean {
  return (
    parse(robotsUrl, robots.slice(0, maxCharacters)).isAllowed(
      url.slice(0, maxUrlCharacters),
      product.name,
    ) !== false
  );
}

/** Those of a site's pages that its robots.txt lets us read. */
export function allowedByRobots(robots: string, robotsUrl: string, urls: readonly string[]): string[] {
  const rules = parse(robotsUrl, robots.slice(0, maxCharacters));
  return urls.filter((url) => rules.isAllowed(url.slice(0, maxUrlCharacters), product.name) !== false);
}

/**
 * Returns whether the site's robots.txt is respected: as the source's setting says, else if the site is not
 * the publisher's own.
 */
export function honoursRobots(
  {
    honoursRobots: setting,
    mainUrl,
    sourceType,
  }: { honoursRobots: boolean | null; mainUrl: string | null; sourceType: string | null },
  url: string,
): boolean {
  if (setting !== null) return setting;
  // Without a main address, what a publisher's program or editors name is taken for its own.
  return mainUrl ? !isSameSite(url, mainUrl) : sourceType === 'rss' || sourceType === 'parser';
}

const robotsBytes = 500_000;

/**
 * The robots.txt of a site. Empty where there is none, or where it cannot be had later either.
 * @throws FetchError where it cannot be had now
 */
export async function fetchRobots(robotsUrl: string, fetch: Fetch, options: FetchOptions): Promise<string> {
  try {
    const response = await fetch(robotsUrl, { ...options, maxBytes: robotsBytes });
    return response.status >= 400 && response.status < 500
      ? ''
      : new TextDecoder().decode(expectOk(response).bytes);
  } catch (error) {
    // What may not be fetched though the page may, asks nothing.
    if (error instanceof FetchError && !error.retryable && error.kind !== 'aborted') return '';
    throw error;
  }
}

/**
 * What pages forbid programs that make something of them: to be kept in an index, to be used at all, to be
 * learnt from.
 */
const forbidding: ReadonlySet<string> = new Set(['none', 'noindex', 'noai']);

/**
 * Whether a page's X-Robots-Tag or `<meta name="robots">` forbids us. Directives for another program
 * (`otherbot: noindex`) do not count.
 */
export function robotsForbid(header: string | null, directives: readonly string[]): boolean {
  if (directives.some((directive) => forbidding.has(directive))) return true;
  let isForUs = true;
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [, agent, directive] = /^\s*(?:([a-z][\w-]*)\s*:\s*)?([\w-]+)/.exec(part) ?? [];
    // `unavailable_after: date` names no program.
    if (agent !== undefined && agent !== 'unavailable_after' && !agent.startsWith('max-'))
      isForUs = agent === product.name.toLowerCase();
    if (isForUs && directive !== undefined && forbidding.has(directive)) return true;
  }
  return false;
}
