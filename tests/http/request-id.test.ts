/** One id names a request in its response, in its errors and in the log. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startApi, type RunningApi } from '../../server/api.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { announceDemoSite, followDemoSite } from '../../server/kernel/demo-site-address.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { demoPath } from '../../server/product.ts';
import { release } from '../../server/lib/program-release.ts';
import { prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { startProcess } from '../support/process.ts';

const lines: Record<string, any>[] = [];
let prepared: PreparedConfig;
let api: RunningApi;
let token: string;
beforeAll(async () => {
  prepared = await prepareConfig();
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  api = await startApi(prepared.config, { worker: false, log });
  const { editor } = await factories(api.app.db).newsroom();
  ({ token } = await openSession(api.app, editor.id));
});
afterAll(async () => {
  await api.close();
  await prepared.remove();
});

/** Makes the database fail with an unexpected error until the test ends. */
function breakDatabase(): void {
  const { pool } = api.app.db;
  const { connect } = pool;
  pool.connect = (() => Promise.reject(new RangeError('nobody foresaw this'))) as never;
  onTestFinished(() => void (pool.connect = connect));
}

const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(api.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  });
  return { id: answer.headers.get('x-request-id'), body: (await answer.json()) as any };
};
const generated = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

describe('the id of a request', () => {
  test('is in every response, and taken from a proxy if well-formed', async () => {
    expect((await fetch(`${api.url}/healthz`)).headers.get('x-request-id')).toMatch(generated);
    const given = 'trace-7.a:b_0123456789';
    expect((await ask('/graphql', { query: '{ __typename }' }, { 'x-request-id': given })).id).toBe(given);
    for (const wrong of ['short', 'x'.repeat(101), 'with a space in it', '"quoted-id"'])
      expect((await ask('/graphql', { query: '{ __typename }' }, { 'x-request-id': wrong })).id).toMatch(
        generated,
      );
  });

  test('identifies an error over GraphQL and REST, and in the log', async () => {
    breakDatabase();
    const overGraphql = await ask('/graphql', { query: '{ viewer { user { id } } }' });
    const overRest = await ask('/api/projects', { name: 'Evening' });
    for (const { id, body } of [overGraphql, overRest]) {
      expect(id).toMatch(generated);
      expect(body.errors?.[0].extensions.errorId ?? body.errorId).toBe(id);
      expect(lines.find(({ requestId }) => requestId === id)).toMatchObject({
        level: 50,
        release,
        err: { message: 'nobody foresaw this' },
      });
    }
  });
});

test('a process logs everything as lines of JSON with its release', async () => {
  const own = await prepareConfig({ LOG_LEVEL: 'info' });
  onTestFinished(() => own.remove());
  const server = await startProcess('server/api.ts', own.env);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await expect.poll(() => server.output()).toContain('shown only once');
  await server.stop();
  const said = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said.find(({ msg }) => String(msg).startsWith('Parlance is ready on http'))).toBeDefined();
  expect(said.find(({ msg }) => /^Sign in as \S+ with the password \S+$/.test(String(msg)))).toBeDefined();
  expect(said.every((line) => line['release'] === release)).toBe(true);
});

test('a separate worker of a demo may fetch its newspapers, and no other private address', async () => {
  const site = 'http://127.0.0.1:4711';
  await announceDemoSite(api.app, site);
  const worker = {
    ...api.app,
    config: { ...api.app.config, demo: true, fetchAllowHosts: ['own.example.com'] },
  };
  (await followDemoSite(worker))();
  expect(worker.config.fetchAllowHosts).toEqual(['own.example.com', `127.0.0.1:4711${demoPath}`]);
  const other = { ...api.app, config: { ...api.app.config, demo: false, fetchAllowHosts: [] } };
  (await followDemoSite(other))();
  expect(other.config.fetchAllowHosts).toEqual([]);
});
