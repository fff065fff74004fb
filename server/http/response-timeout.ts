import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { patienceOf } from '../speech/speech-service.ts';

/**
 * Milliseconds in which a request is answered once it has arrived: whatever it waits for has a shorter limit
 * of its own, the longest of them a speech service.
 */
export const responseTimeoutMs = ({ env }: Pick<Config, 'env'>): number =>
  Math.max(300_000, 2 * patienceOf(env).timeoutMs);

/**
 * Cuts off, with a 503, a request that has arrived and is not answered in time, so that nothing that is
 * forgotten keeps a place, or a server that ends, for ever. Whatever has begun to answer goes on.
 */
export function enforceResponseTimeout(server: FastifyInstance, limitMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers.upgrade !== undefined) return;
    const { raw } = reply;
    const cut = (): void => {
      if (raw.headersSent || raw.destroyed) return;
      // A body that is still coming has a limit of its own: `enforceBodyTimeout`.
      if (!request.raw.complete) return begin();
      request.log.error(
        { method: request.method, url: request.routeOptions.url },
        'a request was not answered',
      );
      reply.hijack();
      raw.writeHead(503, {
        'content-type': 'application/json; charset=utf-8',
        'retry-after': '5',
        connection: 'close',
      });
      raw.end(JSON.stringify({ result: 'fail', message: 'The answer took too long. Please try again.' }));
    };
    let timer: NodeJS.Timeout;
    const begin = (): void => void (timer = setTimeout(cut, limitMs).unref());
    begin();
    raw.once('close', () => clearTimeout(timer));
  });
}
