import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/** `/license`: the licence under which the product is used, changed and passed on. */
export function registerLicense(server: FastifyInstance): void {
  const text = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
  server.get('/license', (_, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('text/plain; charset=utf-8')
      .send(text),
  );
}
