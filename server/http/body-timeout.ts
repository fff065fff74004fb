import type { FastifyInstance } from 'fastify';
import { watchPace } from '../lib/requests/request-body.ts';

/** Aborts, with a 408, requests whose body arrives so slowly that they hold resources for too long. */
export function enforceBodyTimeout(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    if (!request.raw.complete) {
      watchPace(request.raw, () => {
        // The rest of the body would be taken for the next request.
        reply.hijack();
        if (reply.raw.headersSent) return void request.raw.destroy();
        reply.raw.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
        reply.raw.end(
          JSON.stringify({ result: 'fail', message: 'The rest of the request did not arrive.' }),
          () => request.raw.destroy(),
        );
      });
    }
    return payload;
  });
}
