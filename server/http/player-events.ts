import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { App } from '../kernel/app.ts';
import { whyUnavailable } from '../kernel/unavailable.ts';
import {
  openEventRecorder,
  type EventRecorder,
  type Recorded,
  type Visitor,
} from '../areas/listening/record.ts';
import { GroupCommitFullError } from '../lib/group-commit.ts';
import { watchPace } from '../lib/request-body.ts';
import { seldom } from '../lib/seldom.ts';
import type { Connections } from './connections.ts';
import type { Readiness } from './readiness.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { visitorBounds } from '../product.ts';

/**
 * Bytes of a body: 50 events, each with all that it can have. What is longer is read to its end, so that its
 * sender hears why, up to a point.
 */
const bodyMax = 128 * 1024;
const readMax = 2 * 1024 * 1024;
const nothing = Buffer.alloc(0);
/** Bytes of all bodies that have not arrived in full yet. */
const arrivingMax = 32 * 1024 * 1024;

export interface EventDoor {
  /**
   * Resolves when all that was taken is written. To be called when no more requests come, before the database
   * is closed.
   */
  settled(): Promise<void>;
}

export interface EventDoorOptions {
  readiness: Readiness;
  connections(): Connections | undefined;
}

/** Somebody who reports, until they are answered. */
interface Sender {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: string;
  /** Of the connection, which may be gone when the body is read. */
  visitor: Visitor;
}

/** What a path takes in. */
type Take = (recorder: EventRecorder, sent: unknown, visitor: Visitor) => Promise<Recorded>;

const takes: Readonly<Record<string, Take>> = {
  '/ev': (recorder, sent, visitor) => recorder.record(sent, visitor),
  '/enhance/uc': (recorder, sent, visitor) => recorder.recordAd('requested', sent, visitor),
  '/enhance/done': (recorder, sent, visitor) => recorder.recordAd('done', sent, visitor),
};

/**
 * `POST /ev` (also `/ev?ac=…`), `/enhance/uc` and `/enhance/done`: what players on publishers' pages report,
 * as JSON by whatever name. An answer says that it is committed. Answered before Fastify sees the request,
 * whose work for each (hooks, routing, a reply object) is several times what there is to do (`npm run bench
 * ev`). To be called after `admitRequests`, whose places are not for these: they wait for one transaction at
 * a time, and have a queue of their own.
 */
export function registerEvents(
  server: FastifyInstance,
  app: App,
  { readiness, connections }: EventDoorOptions,
): EventDoor {
  const recorder = openEventRecorder(app);
  const { trustProxy, secureCookies } = app.config;
  const trust = typeof trustProxy === 'function' ? trustProxy : remembered(proxyAddr.compile(trustProxy));
  const common = [
    'cache-control',
    'no-store',
    'content-type',
    'application/json; charset=utf-8',
    'x-content-type-options',
    'nosniff',
    ...(secureCookies ? ['strict-transport-security', 'max-age=31536000'] : []),
  ];
  const toldFull = seldom((count) =>
    app.log.warn({ count }, 'player events were put off: they come faster than they can be written'),
  );
  let arriving = 0;
  /** Whose heads arrived in this turn of the loop. */
  const begun: Sender[] = [];

  function answer(
    { headers: { origin } }: IncomingMessage,
    response: ServerResponse,
    status: number,
    text: string,
    extra?: readonly string[],
  ): void {
    if (response.headersSent || response.destroyed) return;
    const headers = [...common, 'content-length', String(text.length), 'access-control-allow-origin'];
    // Beacons come with the cookies of our origin, which nobody reads here; without these two headers
    // browsers report an error.
    if (origin === undefined) headers.push('*');
    else headers.push(origin, 'access-control-allow-credentials', 'true');
    if (extra) headers.push(...extra);
    // What is said is ASCII, which is written without a look at each character.
    response.writeHead(status, headers).end(text, 'latin1');
  }

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    message: string,
    extra?: readonly string[],
  ): void => answer(request, response, status, JSON.stringify({ result: 'fail', message }), extra);

  function visitorOf(request: IncomingMessage): Visitor {
    const { origin, 'user-agent': userAgent, 'x-forwarded-for': forwarded } = request.headers;
    const near = request.socket.remoteAddress ?? '';
    return { address: forwarded === undefined ? near : proxyAddr(request, trust), userAgent, origin };
  }

  function told(request: IncomingMessage, response: ServerResponse, { outcome, u }: Recorded): void {
    // An id that was taken has nothing in it that JSON would escape.
    if (outcome === 'taken') answer(request, response, 200, u === null ? '{}' : `{"u":"${u}"}`);
    else if (outcome === 'flood')
      refuse(request, response, 429, 'Too many events come from this network.', ['retry-after', '60']);
    else refuse(request, response, 400, 'This is not an event of a player.');
  }

  function failed(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof GroupCommitFullError) {
      toldFull();
      return refuse(request, response, 503, 'The server is busy. Please try again in a moment.', [
        'retry-after',
        '5',
      ]);
    }
    const unavailable = whyUnavailable(error);
    app.log.error({ err: error }, 'player events were not written');
    const { message, retryAfter } = unavailable ?? {
      message: 'The events cannot be written right now.',
      retryAfter: 5,
    };
    refuse(request, response, 503, message, ['retry-after', String(retryAfter)]);
  }

  function receive(request: IncomingMessage, response: ServerResponse, path: string, query: string): void {
    if (readiness.ending)
      return refuse(request, response, 503, readiness.reason!, ['retry-after', '5', 'connection', 'close']);
    if (connections()?.isSurplus(request.socket) || arriving > arrivingMax)
      return refuse(request, response, 503, 'Too many connections are open. Please try again in a moment.', [
        'retry-after',
        '1',
        'connection',
        'close',
      ]);
    if (begun.push({ request, response, path, query, visitor: visitorOf(request) }) === 1)
      setImmediate(readBegun);
  }

  /** Most bodies came with their heads, and are complete by now: these are read without listeners. */
  function readBegun(): void {
    for (const sender of begun.splice(0)) {
      const { request } = sender;
      if (request.complete) take(sender, (request.read() as Buffer | null) ?? nothing);
      else if (!request.destroyed) readOn(sender);
    }
  }

  /** Reads a body that comes in pieces. */
  function readOn(sender: Sender): void {
    const { request, response } = sender;
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyMax) {
        chunks.push(chunk);
        arriving += chunk.length;
        return;
      }
      forget();
      if (size > readMax) request.destroy();
    });
    const forget = (): void => {
      for (const { length } of chunks.splice(0)) arriving -= length;
    };
    request.on('end', () => {
      if (size > bodyMax) return refuseLarge(sender);
      const body = Buffer.concat(chunks);
      forget();
      take(sender, body);
    });
    request.on('error', () => {});
    request.on('close', forget);
    watchPace(request, () => {
      refuse(request, response, 408, 'The rest of the request did not arrive.', ['connection', 'close']);
      response.once('finish', () => request.destroy());
    });
  }

  const refuseLarge = ({ request, response }: Sender): void =>
    refuse(request, response, 413, `The request is larger than the maximum of ${bodyMax / 1024} kB.`);

  function take(sender: Sender, body: Buffer): void {
    if (body.length > bodyMax) return refuseLarge(sender);
    const { request, response, path, query, visitor } = sender;
    try {
      takes[path]!(recorder, sentIn(query, body.toString()), visitor)
        .then((recorded) => told(request, response, recorded))
        .catch((error: unknown) => failed(request, response, error));
    } catch (error) {
      failed(request, response, error);
    }
  }

  const handle = server.server.listeners('request')[0] as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
  server.server.removeListener('request', handle).on('request', (request, response) => {
    const url = request.url!;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!Object.hasOwn(takes, path)) return handle(request, response);
    if (request.method === 'POST')
      return receive(request, response, path, mark === -1 ? '' : url.slice(mark + 1));
    if (request.method === 'OPTIONS') {
      const { origin = '*' } = request.headers;
      response
        .writeHead(204, {
          'access-control-allow-origin': origin,
          ...(origin !== '*' && { vary: 'origin', 'access-control-allow-credentials': 'true' }),
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '86400',
        })
        .end();
      return;
    }
    refuse(request, response, 405, 'Events are sent by POST.', ['allow', 'POST, OPTIONS']);
  });
  return { settled: () => recorder.settled() };
}

/** Looks at an address once, wherever it stands: requests come by a few proxies. */
function remembered(trusts: (address: string, hop: number) => boolean): typeof trusts {
  const known = new BoundedMap<string, boolean>(visitorBounds.rememberedProxies);
  return (address, hop) => {
    let trusted = known.get(address);
    if (trusted === undefined) {
      known.set(address, (trusted = trusts(address, hop)));
    }
    return trusted;
  };
}

/**
 * What was sent: JSON, or fields as forms have them; those of the address (`/ev?ac=play`) go with each event,
 * and where both say something the body does. Undefined where it is none of these.
 */
function sentIn(query: string, body: string): unknown {
  const fields = query === '' ? null : Object.fromEntries(new URLSearchParams(query));
  if (body === '') return fields ?? {};
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    sent = /^[\w.]+=/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined;
  }
  if (!fields || typeof sent !== 'object' || sent === null) return sent;
  return Array.isArray(sent)
    ? sent.map((one: unknown) => (typeof one === 'object' ? { ...fields, ...one } : one))
    : { ...fields, ...sent };
}
