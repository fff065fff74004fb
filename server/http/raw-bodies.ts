import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Lets a scope take every body as the bytes that came, of whatever type: a signature is over these, and a
 * mail is read as it is.
 * @param scope an encapsulated one: what is outside keeps its parsers
 */
export function registerRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
}

/** The bytes of a request in such a scope; none where it has no body. */
export const rawBody = ({ body }: Pick<FastifyRequest, 'body'>): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0);
