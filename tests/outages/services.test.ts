/** The database is gone for a while, or the object store answers 503: both at once, of two servers. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { startWire } from '../support/wire.ts';
import { Newsdesk, startServer, until } from './newsdesk.ts';

/**
 * Milliseconds of an outage. One of five minutes is no different to the server: it waits longest for a
 * connection (10 s), and for an article's next try (9 s, however many went before). Tries of the queue are
 * counted in the database, so none are while it is gone.
 */
const outage = 12_000;

const listen = async (server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}): Promise<number> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

if (databaseKind() === 'postgres') {
  test.concurrent(
    'without a database, requests report it, no acknowledged data is lost, and service resumes',
    async ({ onTestFinished }) => {
      const prepared = await prepareConfig();
      onTestFinished(() => prepared.remove());
      const wire = await startWire(prepared.env['DATABASE_URL']!, onTestFinished);
      const server = await startServer({ ...prepared.env, DATABASE_URL: wire.url }, [], onTestFinished);
      const desk = new Newsdesk(server.url);
      await desk.open();
      for (let count = 0; count < 5; count++) expect(await desk.add()).toBe(true);
      wire.cut();
      const begun = performance.now();
      expect(await desk.readiness()).toMatch(/^503 .*database/);
      while (performance.now() - begun < outage) await desk.add();
      for (const said of desk.refusals) expect(said).toMatch(/^503 .*database/);
      expect(desk.refusals.length).toBeGreaterThan(0);
      const end = performance.now();
      wire.mend();
      const took = await desk.fullService(end);
      console.log(`full service ${(took / 1000).toFixed(1)} s after the database came back`);
      expect(await desk.lost()).toEqual([]);
    },
  );
}

test.concurrent(
  'when the object store responds 503, articles wait with a reason, and resume',
  async ({ onTestFinished }) => {
    const objects = new Map<string, Buffer>();
    let down = false;
    const store: Server = createServer(
      (request, response: ServerResponse) =>
        void (async () => {
          const body = await buffer(request);
          const key = request.url!.split('?')[0]!;
          if (down)
            return response
              .writeHead(503, { 'content-type': 'application/xml' })
              .end('<Error><Code>SlowDown</Code><Message>Down</Message></Error>');
          if (request.method === 'PUT')
            return objects.set(key, body) && response.writeHead(200, { etag: '"x"' }).end();
          if (request.method === 'DELETE') return (objects.delete(key), response.writeHead(204).end());
          const found = objects.get(key);
          if (!found)
            return response
              .writeHead(404, { 'content-type': 'application/xml' })
              .end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>');
          return response
            .writeHead(200, {
              etag: '"x"',
              'content-length': found.length,
              'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
            })
            .end(request.method === 'HEAD' ? undefined : found);
        })(),
    );
    const port = await listen(store);
    onTestFinished(() => {
      store.closeAllConnections();
      store.close();
    });
    const prepared = await prepareConfig();
    onTestFinished(() => prepared.remove());
    const server = await startServer(
      {
        ...prepared.env,
        STORAGE_URL: `s3://sounds?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
      [],
      onTestFinished,
    );
    const desk = new Newsdesk(server.url);
    await desk.open();
    expect(await desk.add()).toBe(true);
    await until('the first article to be heard', () => desk.allReady());
    down = true;
    for (let count = 0; count < 5; count++) expect(await desk.add()).toBe(true);
    await until('an article to say why it waits', async () =>
      (await desk.reasons()).some((reason) => /Cannot (read|write)/.test(reason)),
    );
    await new Promise((resolve) => setTimeout(resolve, outage));
    const end = performance.now();
    down = false;
    const took = await desk.fullService(end);
    console.log(`full service ${(took / 1000).toFixed(1)} s after the object store came back`);
    expect(await desk.lost()).toEqual([]);
  },
);
