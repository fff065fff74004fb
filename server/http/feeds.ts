import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../kernel/app.ts';
import { feedRoutes, mayBeFeed, parseFeedAddress } from '../feeds/feed-address.ts';
import { FeedCache, type CachedFeed, type ContentCoding } from '../feeds/feed-cache.ts';
import { renderFeed, type Variant } from '../feeds/render-feed.ts';
import { StorageError } from '../storage/storage.ts';
import { codingFor, prefersHtml } from './feed-negotiation.ts';
import { securityHeaders } from './security-headers.ts';
import { preflight, readableByAll } from '../lib/requests/public-cors.ts';
import { visitorBounds } from '../product.ts';

/** Bytes of memory: 10,000 feeds of some 15 KB, compressed, and other requested forms. */
export const feedMemory = { kept: 160e6, forms: 32e6 };

const cors = readableByAll('etag, last-modified, link, location');

/**
 * The public feeds: `/podcast/{slug}` with the files of its episodes, `/json/{slug}`, `/alexafb/{slug}`,
 * `/google/{slug}`, and Apple's categories. What is kept is answered before anything else looks at the
 * request: no route, no hook, no database.
 */
export function registerFeeds(server: FastifyInstance, app: App): FeedCache {
  const cache = new FeedCache({
    maxBytes: feedMemory,
    render: (key) => {
      const [variant, address] = partsOf(key);
      const parsed = parseFeedAddress(address);
      return parsed === null ? Promise.resolve(null) : renderFeed(app, parsed, variant);
    },
  });
  const unlisten = app.pubsub.onFeedsChange((projectId) => cache.forget(projectId));
  server.addHook('onClose', async () => unlisten());
  const keyOf = rememberKeys();
  const answerAtOnce = answerFromCache(app, cache, keyOf);
  const handler = answerFeed(app, cache, keyOf);

  const [fastify] = server.server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.server.removeAllListeners('request');
  server.server.on('request', (request, response) => {
    if (!answerAtOnce(request, response)) fastify!(request, response);
  });

  for (const url of feedRoutes) {
    server.route({ url, method: ['GET', 'HEAD'], handler });
    routeOtherMethods(server, url);
  }
  return cache;
}

type KeyOf = ReturnType<typeof rememberKeys>;

/** Answers from what is kept, when all of it is at hand. The answer says whether it did. */
function answerFromCache(
  app: App,
  cache: FeedCache,
  keyOf: KeyOf,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const constant = Object.entries({ ...securityHeaders(app.config), ...cors }).flat();
  /** The whole head of an answer, made once. */
  const headOf = (feed: CachedFeed, coding: ContentCoding | 'fresh'): readonly string[] =>
    (feed.heads[coding] ??= [...constant, ...headersOf(feed, coding)]);
  return (request, response) => {
    const { method, url, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || !mayBeFeed(url)) return false;
    const key = keyOf(url, headers.accept);
    const feed = key === null ? undefined : cache.peek(key);
    if (feed?.status !== 200) return false;
    if (isKnown(headers, feed)) {
      response.writeHead(304, headOf(feed, 'fresh') as string[]).end();
      return true;
    }
    const coding = codingFor(headers['accept-encoding'] as string | undefined);
    const body = cache.peekBody(feed, coding);
    if (body === undefined) return false;
    response.writeHead(200, headOf(feed, coding) as string[]);
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}

/** Answers what is not kept: it is rendered first. */
function answerFeed(app: App, cache: FeedCache, keyOf: KeyOf) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(cors);
    const refuse = (status: number, text: string): FastifyReply =>
      reply.code(status).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text);
    try {
      const key = keyOf(request.url, request.headers.accept);
      const feed = key === null ? null : await cache.ask(key);
      if (!feed) return refuse(404, 'This feed does not exist.');
      const coding = codingFor(request.headers['accept-encoding'] as string | undefined);
      const isFresh = feed.status === 200 && isKnown(request.headers, feed);
      const body = isFresh ? undefined : await cache.body(feed, coding);
      const head = headersOf(feed, isFresh ? 'fresh' : coding);
      for (let at = 0; at < head.length; at += 2) reply.header(head[at]!, head[at + 1]!);
      return reply.code(isFresh ? 304 : feed.status).send(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      app.log.error({ err: error }, 'feed failed');
      return refuse(503, 'The feed cannot be read right now.').header('retry-after', '5');
    }
  };
}

/** Answers methods that feeds are not read by, and browsers that ask for them. */
function routeOtherMethods(server: FastifyInstance, url: string): void {
  server.route({
    url,
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    // Runs before the body is read, for any type.
    onRequest: async (_, reply) =>
      reply
        .headers({ ...cors, allow: 'GET, HEAD, OPTIONS', 'cache-control': 'no-cache' })
        .code(405)
        .type('text/plain; charset=utf-8')
        .send('Request feeds with GET.'),
    handler: () => {},
  });
  server.route({
    url,
    method: 'OPTIONS',
    handler: (_, reply) =>
      reply
        .headers({ ...cors, ...preflight('GET, HEAD', 'if-none-match, if-modified-since') })
        .code(204)
        .send(),
  });
}

const partsOf = (key: string): [Variant, string] => {
  const space = key.indexOf(' ');
  return [key.slice(0, space) as Variant, key.slice(space + 1)];
};

/**
 * Keys of the cache, by address: the same for addresses that ask for the same. Null: the address is no
 * feed's.
 */
function rememberKeys(): (url: string, accept: string | undefined) => string | null {
  const known = new LRUCache<string, { feed: string; page: string } | 'none'>({
    max: visitorBounds.rememberedFeeds,
  });
  return (url, accept) => {
    let keys = known.get(url);
    if (keys === undefined) {
      const address = parseFeedAddress(url);
      if (address === null) keys = 'none';
      else {
        const { kind, channel, page, guid } = address;
        const path =
          guid === null
            ? `/${kind}/${channel}${page > 1 ? `?page=${page}` : ''}`
            : `/podcast/${channel}/${guid}/${kind}`;
        const feed = `feed ${kind === 'categories' ? '/assets/podcats.json' : path}`;
        keys = { feed, page: kind === 'podcast' ? `page ${path}` : feed };
      }
      if (url.length <= 300) known.set(url, keys);
    }
    if (keys === 'none') return null;
    return keys.page !== keys.feed && prefersHtml(accept) ? keys.page : keys.feed;
  };
}

const suffixes: Record<ContentCoding, string> = { identity: '', gzip: '-gzip', br: '-br' };

/** A strong entity tag is one coding's alone. */
const etagOf = (etag: string, coding: ContentCoding): string => `${etag.slice(0, -1)}${suffixes[coding]}"`;

/** Returns a feed's headers, alternating name and value. */
function headersOf(feed: CachedFeed, coding: ContentCoding | 'fresh'): string[] {
  const { etag, modifiedAt, key } = feed;
  const common = [
    'cache-control',
    'public, no-cache',
    'vary',
    key.includes(' /podcast/') ? 'accept, accept-encoding' : 'accept-encoding',
    ...(modifiedAt === null ? [] : ['last-modified', modifiedAt.toUTCString()]),
    ...(etag === null ? [] : ['etag', etagOf(etag, coding === 'fresh' ? 'identity' : coding)]),
  ];
  if (coding === 'fresh') return common;
  return [
    ...common,
    'content-type',
    feed.type,
    'content-length',
    String(feed.length[coding]),
    ...(coding === 'identity' ? [] : ['content-encoding', coding]),
    ...feed.headers,
  ];
}

/** Returns whether the client already has it, in any coding (RFC 9110, section 13.2.2). */
function isKnown(headers: IncomingMessage['headers'], { etag, modifiedAt }: CachedFeed): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    if (etag === null) return false;
    const bare = etag.slice(0, -1);
    return (
      known === '*' ||
      known.split(',').some((tag) => {
        const trimmed = tag.trim().replace(/^W\//, '');
        return trimmed.startsWith(bare) && ['"', '-gzip"', '-br"'].includes(trimmed.slice(bare.length));
      })
    );
  }
  const since = headers['if-modified-since'];
  if (since === undefined || modifiedAt === null) return false;
  const time = Date.parse(since);
  return !Number.isNaN(time) && Math.floor(modifiedAt.getTime() / 1000) <= Math.floor(time / 1000);
}
