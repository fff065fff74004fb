import type { FastifyInstance } from 'fastify';
import { readableByOrigin } from '../lib/requests/public-cors.ts';
import openapi from './generated/openapi.json' with { type: 'json' };

const body = JSON.stringify(openapi);

/**
 * Serves the description of all calls (OpenAPI 3.1), which is public; codegen/openapi makes it from
 * the rows.
 */
export function registerOpenapi(server: FastifyInstance): void {
  server.get('/api/openapi.json', (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', ...readableByOrigin(undefined) })
      .send(body),
  );
}
