import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Names a request in its response, in the log, and as `errorId` in error responses. */
const requestIdHeader = 'x-request-id';

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,99}$/;

/** The id that a proxy or program gave a request, where it is well-formed, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/** Puts the id of each request on its response. */
export function announceRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    done();
  });
}
