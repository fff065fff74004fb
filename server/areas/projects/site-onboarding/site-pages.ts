import { ExtractionError } from '../../../extraction/extraction-error.ts';
import type { Feed } from '../../../extraction/feed/feed.ts';
import { extractionMessages } from '../../../extraction/messages.ts';
import { fetchRobots } from '../../../extraction/robots.ts';
import type { Extraction } from '../../../extraction/extraction-threads.ts';
import {
  expectOk,
  type Fetch,
  type FetchOptions,
  type FetchResponse,
} from '../../../lib/outbound/safe-fetch.ts';

/** Milliseconds that parts of a site may take. */
export const limits = {
  robots: { timeoutMs: 2_500 },
  front: { timeoutMs: 7_000 },
  part: { timeoutMs: 4_000 },
  page: { timeoutMs: 5_000 },
};
const idleTimeoutMs = 4_000;
export const pageBytes = 6e6;

/** What is fetched of a site: each address once, and only what its robots.txt allows. */
export interface SitePages {
  get: Fetch;
  /** @throws ExtractionError kind `disallowed`, FetchError */
  getAllowed(url: string, options: FetchOptions): Promise<FetchResponse>;
  readFeed(url: string): Promise<Feed>;
  /** The text of a robots.txt that was fetched; empty: there is none, or it was not asked for. */
  robotsText(robotsUrl: string): Promise<string>;
  /** Forgets an answer, so that the address can be fetched in another way. */
  forget(url: string): void;
}

/** Opens the pages of a site. */
export function openSitePages({
  fetch,
  extraction,
  signal,
}: {
  fetch: Fetch;
  extraction: Extraction;
  signal: AbortSignal;
}): SitePages {
  const answers = new Map<string, Promise<FetchResponse>>();
  const get = (url: string, options: FetchOptions = {}): Promise<FetchResponse> => {
    const known = answers.get(url);
    if (known) return known;
    const answer = fetch(url, { maxBytes: pageBytes, idleTimeoutMs, ...limits.part, ...options, signal });
    answers.set(url, answer);
    // Its failure is thrown where it is awaited.
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
  const readFeed = async (url: string): Promise<Feed> => {
    const response = await getAllowed(url, limits.part);
    return extraction.parseFeed(response.bytes, { url: response.url, contentType: typeOf(response) });
  };
  return {
    get,
    getAllowed,
    readFeed,
    robotsText: async (robotsUrl) => (await robotsTexts.get(robotsUrl)) ?? '',
    forget: (url) => void answers.delete(url),
  };
}

/** Content type of a response. */
export const typeOf = ({ headers }: FetchResponse): string | null => headers['content-type'] ?? null;

/** @throws ExtractionError for a file that is neither a page nor a feed, whatever its type says */
export function refuseFiles(response: FetchResponse): void {
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
