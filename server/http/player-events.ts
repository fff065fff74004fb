import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../kernel/app.ts';
import {
  openEventRecorder,
  type EventRecorder,
  type RecordOutcome,
  type Visitor,
} from '../areas/listening/listening/event-recorder.ts';
import type { Connections } from './connection-limit.ts';
import { eventBodies, type Sender } from './player-event-bodies.ts';
import { eventResponses } from './player-event-responses.ts';
import type { Readiness } from './readiness.ts';
import { isLookAhead } from '../lib/requests/look-ahead.ts';
import { visitorBounds } from '../product.ts';

export interface EventEndpoint {
  /**
   * Resolves when all that was taken is written. To be called when no more requests come, before the database
   * is closed.
   */
  settled(): Promise<void>;
}

export interface EventEndpointOptions {
  readiness: Readiness;
  connections(): Connections | undefined;
}

/** Formats that a path accepts. */
type Take = (recorder: EventRecorder, sent: unknown, visitor: Visitor) => Promise<RecordOutcome>;

const takes: Readonly<Record<string, Take>> = {
  '/ev': (recorder, sent, visitor) => recorder.record(sent, visitor),
  '/enhance/uc': (recorder, sent, visitor) => recorder.recordAd('requested', sent, visitor),
  '/enhance/done': (recorder, sent, visitor) => recorder.recordAd('done', sent, visitor),
};

/**
 * Serves `POST /ev` (also `/ev?ac=…`), `/enhance/uc` and `/enhance/done`: reports of players on publishers'
 * pages, as JSON under any content type. A response means that the report is committed. Handled before
 * Fastify, whose work per request (hooks, routing, a reply object) costs several times the actual work (`npm
 * run bench ev`). Call it after `admitRequests`, whose concurrency limit does not apply: reports wait for one
 * transaction at a time, and have a separate queue.
 */
export function registerEvents(
  server: FastifyInstance,
  app: App,
  { readiness, connections }: EventEndpointOptions,
): EventEndpoint {
  const recorder = openEventRecorder(app);
  const { trustProxy } = app.config;
  const trust =
    typeof trustProxy === 'function' ? trustProxy : rememberResults(proxyAddr.compile(trustProxy));
  const responses = eventResponses(app);
  const { refuse } = responses;
  const bodies = eventBodies(responses, record);

  function visitorOf(request: IncomingMessage): Visitor {
    const { origin, 'user-agent': userAgent, 'x-forwarded-for': forwarded } = request.headers;
    const near = request.socket.remoteAddress ?? '';
    return {
      address: forwarded === undefined ? near : proxyAddr(request, trust),
      // A page that is rendered ahead counts no more than a program does.
      userAgent: isLookAhead(request.headers) ? undefined : userAgent,
      origin,
    };
  }

  function receive(request: IncomingMessage, response: ServerResponse, path: string, query: string): void {
    if (readiness.ending)
      return refuse(request, response, 503, readiness.reason!, ['retry-after', '5', 'connection', 'close']);
    if (connections()?.isSurplus(request.socket) || bodies.isFull())
      return refuse(request, response, 503, 'Too many connections are open. Try again in a moment.', [
        'retry-after',
        '1',
        'connection',
        'close',
      ]);
    bodies.read({ request, response, path, query, visitor: visitorOf(request) });
  }

  function record({ request, response, path, query, visitor }: Sender, body: Buffer): void {
    try {
      takes[path]!(recorder, sentIn(query, body.toString()), visitor)
        .then((recorded) => responses.answer(request, response, recorded))
        .catch((error: unknown) => responses.fail(request, response, error));
    } catch (error) {
      responses.fail(request, response, error);
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
    if (request.method === 'OPTIONS') return responses.preflight(request, response);
    refuse(request, response, 405, 'Events are sent by POST.', ['allow', 'POST, OPTIONS']);
  });
  return { settled: () => recorder.settled() };
}

/** Caches the result per address, at any hop: requests come through a few proxies. */
function rememberResults(trusts: (address: string, hop: number) => boolean): typeof trusts {
  const known = new LRUCache<string, boolean>({ max: visitorBounds.rememberedProxies });
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
 * and where both say something the body does. Undefined for anything else.
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
