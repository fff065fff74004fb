import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, type OpenSpan } from '../lib/tracing.ts';

/** Paths that programs ask all the time. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Traces each request. The trace context of a caller is not used, because anyone can send one; its request id
 * is an attribute. A body is read in the context of its connection, so that the request's is entered again
 * behind it.
 */
export function traceRequests(server: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    if (untraced.has(route)) return done();
    const { method, id } = request;
    const span = beginSpan(
      `${method} ${route ?? 'none'}`,
      { 'http.request.method': method, 'http.route': route ?? 'none', 'parlance.request_id': id },
      { kind: 'SERVER' },
    );
    if (!span) return done();
    spans.set(request, span);
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.end(
        { 'http.response.status_code': statusCode },
        statusCode >= 500 ? String(statusCode) : undefined,
      );
    });
    span.within(done);
  });
  server.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
}
