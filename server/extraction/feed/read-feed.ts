import type { Fetch, FetchOptions } from '../../lib/outbound/safe-fetch.ts';
import { expectOk } from '../../lib/outbound/safe-fetch.ts';
import { product } from '../../product.ts';
import { feedMessages } from '../messages.ts';
import { challengerOf } from './bot-challenge.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed.ts';
import type { ParseFeedOptions } from './parse-feed.ts';

export interface ReadFeedOptions extends Pick<
  FetchOptions,
  'etag' | 'lastModified' | 'allowHosts' | 'localAddress' | 'signal' | 'timeoutMs' | 'maxBytes'
> {
  fetch: Fetch;
  /** `parseFeed`, or the same run in a thread. */
  parse: (bytes: Uint8Array<ArrayBuffer>, options: ParseFeedOptions) => Feed | Promise<Feed>;
  maxItems?: number;
  /** When the feed was last read; null: never, or that is not known. */
  workedAt?: Date | null;
}

export type ReadFeedResult =
  | { notModified: true; url: string; etag: string | null; lastModified: string | null }
  | { notModified: false; url: string; etag: string | null; lastModified: string | null; feed: Feed };

/** Returns the error for a feed whose site blocks programs, with advice for its operator. */
function challenged(service: string, workedAt: Date | null): FeedError {
  const given = { service: service || 'none', agent: `${product.name}/1.0` };
  return new FeedError(
    'challenge',
    workedAt === null
      ? feedMessages.FEED_CHALLENGED(given)
      : feedMessages.FEED_CHALLENGED_SINCE({ ...given, day: workedAt.toISOString().slice(0, 10) }),
  );
}

/**
 * What relative addresses are relative to: what the server says the feed's own address is, where that is on
 * the same host (RFC 9110 lets it be anything, and speaks of no base), else where it was fetched.
 */
function baseOf(url: string, contentLocation: string | undefined): string {
  const own = contentLocation === undefined ? null : URL.parse(contentLocation, url);
  return own !== null && own.origin === new URL(url).origin ? own.href : url;
}

/**
 * Fetches and reads a feed. Hand the `etag` and `lastModified` of the last answer in again: an unchanged feed
 * then costs a 304.
 * @throws FetchError, FeedError
 */
export async function readFeed(
  url: string,
  { fetch, parse, maxItems, workedAt = null, ...options }: ReadFeedOptions,
): Promise<ReadFeedResult> {
  const response = await fetch(url, {
    ...options,
    headers: {
      accept:
        'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, ' +
        'text/xml;q=0.9, application/json;q=0.8, */*;q=0.5',
    },
  });
  const service = challengerOf(response);
  if (service !== null) throw challenged(service, workedAt);
  expectOk(response);
  const validators = {
    url: response.url,
    etag: response.headers['etag'] ?? null,
    lastModified: response.headers['last-modified'] ?? null,
  };
  if (response.status === 304)
    return {
      notModified: true,
      ...validators,
      etag: validators.etag ?? options.etag ?? null,
      lastModified: validators.lastModified ?? options.lastModified ?? null,
    };
  const feed = await parse(response.bytes, {
    url: baseOf(response.url, response.headers['content-location']),
    contentType: response.headers['content-type'] ?? null,
    contentLanguage: response.headers['content-language'] ?? null,
    ...(maxItems === undefined ? {} : { maxItems }),
  });
  return { notModified: false, ...validators, feed };
}
