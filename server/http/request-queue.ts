import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../kernel/actor.ts';
import { anonymous, callerOf, networkOf } from '../kernel/actor.ts';
import { Gate } from '../lib/threads/gate.ts';
import type { Logger } from '../lib/logger.ts';
import { throttleLog } from '../lib/throttle-log.ts';
import { runForCaller, type StatementCaller } from '../lib/database/statement-caller.ts';
import type { Connections } from './connection-limit.ts';
import type { Readiness } from './readiness.ts';
import { visitorBounds } from '../product.ts';

/** What always answers. */
const always: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);
/** What listeners' players fetch goes as people's requests do. */
const forPlayers = /^\/download\//;
const ranks = { people: 0, programs: 1, strangers: 2 } as const;

/**
 * Maximum number of requests processed at once, and for anonymous callers: normally, and during overload.
 * Then admitted requests get responses as fast as usual, and the others are refused immediately.
 */
const atOnce = { well: 32, overloaded: 2 } as const;
/**
 * Maximum waiting time during overload, in milliseconds. It is longer for callers without other queued
 * requests: only one request per caller is queued then, so it is soon served.
 */
const waitMs = { overloaded: 8, overloadedAlone: 250 } as const;
const waitingMax = { all: 200, caller: 50 } as const;
/**
 * A request that takes longer is waiting for something else (a service, a disk), and gives up its slot;
 * unless this process is so busy that the request waits for the process itself.
 */
const placeMs = 100;
/** From this part of the time on, the event loop is what requests wait for. */
const busyFrom = 0.85;

export interface Admission {
  /** Records the actor of these credentials. */
  recognise(request: FastifyRequest, actor: Actor): void;
  /** Has the connections of requests under way closed behind their responses. */
  closeConnections(): void;
  /** Resolves when no request is in progress, or after a number of milliseconds. */
  drained(patience: number): Promise<void>;
  /** Requests that were refused since the start. */
  refused(): number;
}

export interface AdmissionOptions {
  readiness: Readiness;
  connections(): Connections | undefined;
  /** Statements that wait for a connection of the database. */
  statementsWaiting(): number;
  /** Milliseconds that a request may normally wait; a longer queue is an overload. */
  waitMs: number;
  log: Logger;
}

const admissions = new WeakMap<FastifyInstance['server'], Admission>();
/** For whom the statements of a request are sent. */
const callers = new WeakMap<FastifyRequest, StatementCaller>();

/** Tells the server that a request's credentials were right. */
export function recognise(request: FastifyRequest, actor: Actor): void {
  const asking = callers.get(request);
  if (asking) asking.caller = callerOf(actor, request.ip);
  admissions.get(request.server.server)?.recognise(request, actor);
}

/**
 * Lets in as many requests as can be answered in time. The others get a 503 with Retry-After at once: people
 * before programs before strangers, and each caller in turn. To be called before anything else adds a hook.
 */
export function admitRequests(
  server: FastifyInstance,
  { readiness, connections, statementsWaiting, waitMs: waitWell, log }: AdmissionOptions,
): Admission {
  const gate = openGate(waitWell);
  const visitors = rememberVisitors();
  const underWay = trackRequests(statementsWaiting);
  let refused = 0;
  const logRefusals = throttleLog((count) =>
    log.warn({ count }, 'requests refused; the server is overloaded'),
  );
  const refuse = (reply: FastifyReply, message: string, retryAfter: number) => {
    refused++;
    return reply.code(503).headers(refusalHeaders(retryAfter)).send(refusal(message, retryAfter));
  };

  attributeStatements(server);
  server.addHook('onRequest', async (request, reply) => {
    if (always.has(request.routeOptions.url)) return;
    if (readiness.ending) return refuse(reply.header('connection', 'close'), readiness.reason!, 5);
    if (connections()?.isSurplus(request.raw.socket)) {
      logRefusals();
      return refuse(
        reply.header('connection', 'close'),
        'Too many connections are open. Try again in a moment.',
        1,
      );
    }
    // A socket is long-lived and no running request; its operations are limited separately.
    if (request.headers.upgrade !== undefined) return;
    let leave: () => void;
    try {
      leave = await gate.enter(visitors.find(request));
    } catch {
      logRefusals();
      return refuse(reply, busyMessage, 1);
    }
    underWay.add(reply.raw, leave);
  });
  refuseEarly(server, gate, visitors, () => {
    refused++;
    logRefusals();
  });

  const admission: Admission = {
    recognise: visitors.recognise,
    closeConnections: underWay.closeConnections,
    drained: underWay.drained,
    refused: () => refused,
  };
  admissions.set(server.server, admission);
  return admission;
}

/** The gate that requests go through, the more narrow the more of them wait. */
const openGate = (waitWell: number): Gate =>
  new Gate({
    atOnce: (overloaded) => (overloaded ? atOnce.overloaded : atOnce.well),
    rankShares: [1, 0.75, 0.5],
    perCaller: { share: 0.75, waitingMax: waitingMax.caller },
    waitingMax: waitingMax.all,
    patience: (overloaded, others) =>
      !overloaded ? waitWell : others === 0 ? waitMs.overloadedAlone : waitMs.overloaded,
    standingMs: waitWell,
  });

interface Visitor {
  caller: string;
  rank: number;
}

interface Visitors {
  /** Returns the caller of a request, and the rank that was recognized. */
  find(request: FastifyRequest): Visitor;
  /** Returns the caller whose credentials a request shows, where these were right of late. */
  recognised(request: IncomingMessage): Visitor | undefined;
  recognise(request: FastifyRequest, actor: Actor): void;
}

/** Remembers which credentials were right of late: a claim alone does not go first. */
function rememberVisitors(): Visitors {
  const known = new LRUCache<string, Visitor>({ max: visitorBounds.rememberedCredentials });
  const recognised = (request: Pick<IncomingMessage, 'headers'>): Visitor | undefined => {
    const credentials = credentialsOf(request);
    return credentials === undefined ? undefined : known.get(credentials);
  };
  return {
    recognised,
    find: (request) =>
      recognised(request) ?? {
        caller: networkOf(request.ip),
        rank: forPlayers.test(request.url) ? ranks.people : ranks.strangers,
      },
    recognise(request, actor) {
      const credentials = credentialsOf(request);
      if (credentials === undefined || actor.kind === 'anonymous') return;
      known.set(credentials, {
        caller: callerOf(actor, request.ip),
        rank: actor.kind === 'user' ? ranks.people : ranks.programs,
      });
    },
  };
}

interface RequestsUnderWay {
  /** Adds a request, whose place is left when it ends, or earlier where it waits for others. */
  add(response: ServerResponse, leave: () => void): void;
  closeConnections: Admission['closeConnections'];
  drained: Admission['drained'];
}

function trackRequests(statementsWaiting: () => number): RequestsUnderWay {
  const underWay = new Set<ServerResponse>();
  let idle = (): void => {};
  return {
    add(response, leave) {
      const giveUp = (since: EventLoopUtilization) => {
        const isBusy =
          performance.eventLoopUtilization(since).utilization > busyFrom || statementsWaiting() > 0;
        if (isBusy) timer = setTimeout(giveUp, placeMs, performance.eventLoopUtilization());
        else leave();
      };
      let timer = setTimeout(giveUp, placeMs, performance.eventLoopUtilization());
      underWay.add(response);
      const end = () => {
        clearTimeout(timer);
        leave();
        underWay.delete(response);
        if (underWay.size === 0) idle();
      };
      if (response.destroyed) end();
      else response.once('close', end);
    },
    closeConnections() {
      for (const response of underWay) response.shouldKeepAlive = false;
    },
    drained: (patience) =>
      new Promise((resolve) => {
        if (underWay.size === 0) return resolve();
        const timer = setTimeout(resolve, patience);
        idle = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/**
 * Answers requests that will be refused for certain before Fastify sees them. While more come than can be
 * answered, most of the work would be refusing them.
 */
function refuseEarly(server: FastifyInstance, gate: Gate, visitors: Visitors, onRefusal: () => void): void {
  const busy = JSON.stringify(refusal(busyMessage, 1));
  const busyHeaders = {
    ...refusalHeaders(1),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(busy),
  };
  const handle = server.server.listeners('request')[0] as (
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
  server.server.removeListener('request', handle).on('request', (request, response) => {
    const visitor = visitors.recognised(request);
    if (!visitor || always.has(request.url) || !gate.turnAway(visitor)) return handle(request, response);
    onRefusal();
    response.writeHead(503, busyHeaders).end(busy);
  });
}

/**
 * Has each request's statements sent for its caller: an address, until credentials were right. A body is read
 * in the context of its connection, so that the request's is entered again behind it.
 */
function attributeStatements(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _, done) => {
    const asking = { caller: callerOf(anonymous, request.ip), statements: 0, requestId: request.id };
    callers.set(request, asking);
    runForCaller(asking, done);
  });
  server.addHook('preValidation', (request, _, done) => runForCaller(callers.get(request)!, done));
}

const busyMessage = 'The server is busy. Try again in a moment.';

const refusal = (message: string, retryAfter: number) => ({
  result: 'fail',
  message,
  errors: [{ message, extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter } }],
});

const refusalHeaders = (retryAfter: number): Record<string, string | number> => ({
  'retry-after': retryAfter,
  'cache-control': 'no-store',
});

/** What a request shows, as it is; an Authorization goes before a cookie, as in signing in. */
function credentialsOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headers.authorization ?? /(?:^|;\s*)jwt=([^;]+)/.exec(headers.cookie ?? '')?.[1];
}
