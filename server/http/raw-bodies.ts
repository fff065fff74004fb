import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Makes a scope accept every body as raw bytes, of any type: a signature covers these, and an email is read
 * unmodified.
 * @param scope an encapsulated one: outside it, parsers stay
 */
export function registerRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
}

/** The bytes of a request in such a scope; none where it has no body. */
export const rawBody = ({ body }: Pick<FastifyRequest, 'body'>): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0);
