import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { patienceOf } from '../speech/speech-service.ts';

/**
 * Returns the milliseconds in which a request must get a response once it has arrived. Everything it may wait
 * for has a shorter timeout; the longest is that of a speech service.
 */
export const responseTimeoutMs = ({ env }: Pick<Config, 'env'>): number =>
  Math.max(300_000, 2 * patienceOf(env).timeoutMs);

/**
 * Aborts, with a 503, a request that has arrived and gets no response in time, so that a forgotten one never
 * holds a slot, or blocks shutdown, forever. Responses that have begun continue.
 */
export function enforceResponseTimeout(server: FastifyInstance, limitMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers.upgrade !== undefined) return;
    const { raw } = reply;
    const cut = (): void => {
      if (raw.headersSent || raw.destroyed) return;
      // An incomplete body has a separate limit: `enforceBodyTimeout`.
      if (!request.raw.complete) return begin();
      request.log.error({ method: request.method, url: request.routeOptions.url }, 'request timed out');
      reply.hijack();
      raw.writeHead(503, {
        'content-type': 'application/json; charset=utf-8',
        'retry-after': '5',
        connection: 'close',
      });
      raw.end(JSON.stringify({ result: 'fail', message: 'The response took too long. Try again.' }));
    };
    let timer: NodeJS.Timeout;
    const begin = (): void => void (timer = setTimeout(cut, limitMs).unref());
    begin();
    raw.once('close', () => clearTimeout(timer));
  });
}
