import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { enforceResponseTimeout } from './response-timeout.ts';

const server = Fastify();
afterEach(() => server.close());

test('a request without a response times out, and one whose response has started does not', async () => {
  enforceResponseTimeout(server, 50);
  let finish = (): void => {};
  server.post('/never', () => new Promise(() => {}));
  server.get('/slow', (_, reply) => {
    reply.raw.writeHead(200).write('begun, ');
    finish = () => reply.raw.end('and ended');
    reply.hijack();
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const slow = await fetch(`${url}/slow`);
  const never = await fetch(`${url}/never`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect([never.status, never.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await never.json()).toMatchObject({ result: 'fail' });
  finish();
  expect(await slow.text()).toBe('begun, and ended');
});
