import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordOutcome } from '../areas/listening/listening/event-recorder.ts';
import type { App } from '../kernel/app.ts';
import { outageOf, toUnavailable } from '../kernel/unavailable.ts';
import { GroupCommitFullError } from '../lib/database/group-commit.ts';
import { preflight as preflightHeaders, readableByOrigin } from '../lib/requests/public-cors.ts';
import { metrics } from '../lib/metrics.ts';
import { throttleLog } from '../lib/throttle-log.ts';

/** Answers requests of players, with the headers that browsers on publishers' pages need. */
export interface EventResponses {
  /** Answers that events were taken, or why not. */
  answer(request: IncomingMessage, response: ServerResponse, recorded: RecordOutcome): void;
  /** Answers that events could not be written, and logs why. */
  fail(request: IncomingMessage, response: ServerResponse, error: unknown): void;
  refuse(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    message: string,
    extra?: readonly string[],
  ): void;
  /** Answers a browser that asks whether a page may send events. */
  preflight(request: IncomingMessage, response: ServerResponse): void;
}

/** Returns the responses of an installation. */
export function eventResponses({ config, log }: Pick<App, 'config' | 'log'>): EventResponses {
  const common = [
    'cache-control',
    'no-store',
    'content-type',
    'application/json; charset=utf-8',
    'x-content-type-options',
    'nosniff',
    ...(config.secureCookies ? ['strict-transport-security', 'max-age=31536000'] : []),
  ];
  const logFull = throttleLog((count) =>
    log.warn({ count }, 'player events deferred; they arrive faster than they can be written'),
  );

  function send(
    { headers: { origin } }: IncomingMessage,
    response: ServerResponse,
    status: number,
    text: string,
    extra?: readonly string[],
  ): void {
    if (response.headersSent || response.destroyed) return;
    const headers = [...common, 'content-length', String(text.length)];
    for (const [name, value] of Object.entries(readableByOrigin(origin))) headers.push(name, value);
    if (extra) headers.push(...extra);
    // The text is ASCII, which latin1 writes without checking each character.
    response.writeHead(status, headers).end(text, 'latin1');
  }

  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    message: string,
    extra?: readonly string[],
  ): void => {
    metrics.eventRequestsRefused.inc({ status: String(status) });
    send(request, response, status, JSON.stringify({ result: 'fail', message }), extra);
  };

  function answer(request: IncomingMessage, response: ServerResponse, { outcome, u }: RecordOutcome): void {
    // An id that was taken has nothing in it that JSON would escape.
    if (outcome === 'taken') send(request, response, 200, u === null ? '{}' : `{"u":"${u}"}`);
    else if (outcome === 'flood')
      refuse(request, response, 429, 'Too many events come from this network.', ['retry-after', '60']);
    else refuse(request, response, 400, 'This is not an event of a player.');
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof GroupCommitFullError) {
      logFull();
      return refuse(request, response, 503, 'The server is busy. Try again in a moment.', [
        'retry-after',
        '5',
      ]);
    }
    const unavailable = toUnavailable(error);
    log.error({ err: error, ...(unavailable && outageOf(unavailable)) }, 'player events not written');
    const { message, retryAfter } = unavailable ?? {
      message: 'Events can’t be stored right now. Try again later.',
      retryAfter: 5,
    };
    refuse(request, response, 503, message, ['retry-after', String(retryAfter)]);
  }

  return { answer, fail, refuse, preflight };
}

function preflight({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(204, {
      ...readableByOrigin(origin),
      ...(origin !== undefined && { vary: 'origin' }),
      ...preflightHeaders('POST', 'content-type'),
    })
    .end();
}
