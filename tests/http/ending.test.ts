/** How a process ends: what is under way ends first, and nothing is left behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { beginRun } from '../../server/areas/articles/articles/article-states.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openApp } from '../../server/open-app.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { prepareProject } from '../pipeline/worker-process.ts';
import { json, sound, startService } from '../speech/servers/service.ts';
import { mp3, spokenMs } from '../speech/servers/sound.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { isFull } from '../support/full.ts';
import { freePort, runSql } from '../support/postgres.ts';
import { compiledFolder, startProcess } from '../support/process.ts';
import { recordFuture } from '../upgrade/next-release.ts';
import { patience } from '../../scripts/patience.ts';

const admin = { ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'correct horse' };

async function signedIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** A request whose body comes in two parts. */
function inTwoParts(url: string, token: string, body: string) {
  const sending = request(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      authorization: `Bearer ${token}`,
    },
  });
  const answer = (once(sending, 'response') as Promise<[import('node:http').IncomingMessage]>).then(
    async ([response]) => ({ status: response.statusCode, body: String(await buffer(response)) }),
  );
  sending.write(body.slice(0, 10));
  return { answer, end: () => void sending.end(body.slice(10)) };
}

/** Whether nothing listens at an address. */
const isRefused = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
};

/** A connection that was used once and is kept open, as proxies do. */
async function openKept(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ended = once(socket, 'close').then(() => true);
  let received = '';
  socket.on('data', (data: Buffer) => (received += data));
  const ask = async (path: string): Promise<string> => {
    received = '';
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await until(async () => received.includes('}'), `a response to ${path}`);
    return received;
  };
  expect(await ask('/readyz')).toMatch(/^HTTP\/1\.1 200 /);
  return { ask, ended };
}

async function until(
  condition: () => Promise<boolean>,
  what: string,
  limit = patience.condition,
): Promise<void> {
  const deadline = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('on SIGTERM the server finishes open requests, closes sockets with 1012 and exits with 0', async () => {
  const prepared = await prepareConfig(admin);
  onTestFinished(() => prepared.remove());
  const server = await startProcess('server/api.ts', prepared.env, undefined, ['--worker']);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const token = await signedIn(server.url);

  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  );

  const mutation = 'mutation { updateUser(input: { name: "Ada, at the end" }) { __typename } }';
  const underWay = inTwoParts(server.url, token, JSON.stringify({ query: mutation }));
  // It has arrived when its connection is in use, which the count of requests cannot tell yet: another one
  // that came later is answered.
  await fetch(`${server.url}/graphql?query={__typename}`, { headers: { authorization: `Bearer ${token}` } });

  const kept = await openKept(server.url);
  server.child.kill('SIGTERM');
  await until(() => isRefused(server.url), 'the listener to be closed');
  // What is open is still served, once, and closed behind the response.
  const last = await kept.ask('/readyz');
  expect(last).toMatch(/^HTTP\/1\.1 503 [^]*\r\nconnection: close\r\n/i);
  expect(last).toContain('{"status":"unavailable","reason":"Parlance is stopping."}');
  expect(await kept.ended).toBe(true);
  underWay.end();
  expect(await underWay.answer).toEqual({
    status: 200,
    body: '{"data":{"updateUser":{"__typename":"UpdateUserSuccess"}}}',
  });
  expect(await closed).toBe(1012);
  expect((await once(server.child, 'exit'))[0]).toBe(0);

  const db = await openDatabase(prepared.config);
  expect(await db.prisma.user.count({ where: { fullname: 'Ada, at the end' } })).toBe(1);
  await db.close();
});

// Nothing of it is the database's.
test.runIf(databaseKind() === 'postgres' || isFull)(
  'an endless request is cut off after some seconds, and a second signal exits immediately',
  async () => {
    // Both at once: what they wait for is the server's patience.
    const order: boolean[] = [];
    const endOf = async (again: boolean): Promise<void> => {
      const prepared = await prepareConfig(admin);
      onTestFinished(() => prepared.remove());
      const server = await startProcess('server/api.ts', prepared.env);
      onTestFinished(() => void server.child.kill('SIGKILL'));
      const stuck = inTwoParts(server.url, await signedIn(server.url), '{"query":"{ __typename }"}');
      stuck.answer.catch(() => 'It is torn.');
      await fetch(`${server.url}/graphql?query={__typename}`);
      const exit = once(server.child, 'exit') as Promise<[number | null]>;
      server.child.kill('SIGTERM');
      await until(() => isRefused(server.url), 'the listener to be closed');
      if (again) server.child.kill('SIGTERM');
      expect((await exit)[0]).toBe(again ? 1 : 0);
      order.push(again);
    };
    await Promise.all([endOf(false), endOf(true)]);
    // The second signal ended its server while the other one still had patience.
    expect(order).toEqual([true, false]);
  },
);

if (databaseKind() === 'pglite') {
  test('`npm start` forwards the signal, and leaves no process behind', async () => {
    const prepared = await prepareConfig(admin);
    onTestFinished(() => prepared.remove());
    const { PATH = '', HOME = '' } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH, HOME, ...prepared.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    onTestFinished(() => {
      try {
        process.kill(-npm.pid!, 'SIGKILL');
      } catch {
        // Nothing is left of it, as it should be.
      }
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (data: Buffer) => (output += data));
    await until(async () => /http:\/\/localhost:\d+/.test(output), 'the server to be ready', 180_000);
    const url = /http:\/\/localhost:\d+/.exec(output)![0];
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const exit = once(npm, 'exit');
    npm.kill('SIGTERM');
    await exit;
    // The port is free, and the process group is empty.
    await until(
      () =>
        fetch(`${url}/healthz`).then(
          () => false,
          () => true,
        ),
      'the port to be free',
      20_000,
    );
    await until(async () => !alive(-npm.pid!), 'the last process to be gone');
  });
}

if (databaseKind() === 'postgres') {
  test('on SIGTERM a worker finishes the current step and exits with 0, and the next worker resumes', async () => {
    let hold: Promise<void> | undefined;
    let letGo = (): void => {};
    const openai = await startService({
      refusal: (status, message) => json(status, { error: { message } }),
      soundless: () => sound('audio/mpeg', Buffer.alloc(0)),
      async answer({ body }) {
        await hold;
        return sound('audio/mpeg', await mp3(spokenMs((JSON.parse(body) as { input: string }).input)));
      },
    });
    onTestFinished(() => openai.close());
    const prepared = await prepareConfig({
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: `${openai.url}/v1`,
      LOG_LEVEL: 'info',
      WORKER_PORT: String(await freePort()),
    });
    onTestFinished(() => prepared.remove());
    const door = `http://127.0.0.1:${prepared.env['WORKER_PORT']}`;
    const statusesOf = () =>
      Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(door + path)).status));
    const projectId = await prepareProject(prepared.config);
    const { app, close } = await openApp({
      config: prepared.config,
      log: createLogger('silent'),
      worker: false,
    });
    onTestFinished(close);
    const add = async (title: string): Promise<number> => {
      const { id } = await app.db.prisma.article.create({
        data: { projectId, title, text: `${title} is a sentence of its own.`, labels: [] },
      });
      await app.db.transaction((sql) => beginRun(app, sql, { articleId: id, why: 'created' }));
      return id;
    };
    const statusOf = async (id: number) =>
      (await app.db.prisma.article.findUniqueOrThrow({ where: { id } })).status;
    const startWorker = () => {
      const child = spawn(process.execPath, ['server/worker.ts'], {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledFolder, ...prepared.env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let output = '';
      child.stdout.on('data', (data: Buffer) => (output += data));
      return {
        child,
        says: (what: string) => until(async () => output.includes(what), `the worker to say: ${what}`),
      };
    };

    hold = new Promise((resolve) => (letGo = resolve));
    const first = startWorker();
    await first.says('worker ready');
    expect(await statusesOf()).toEqual([200, 200]);
    expect(await (await fetch(`${door}/metrics`)).text()).toContain('parlance_queue_jobs{');
    const underWay = await add('First');
    await until(async () => openai.requests.length > 0, 'a sentence to be asked for');
    const exit = once(first.child, 'exit') as Promise<[number | null]>;
    first.child.kill('SIGTERM');
    await first.says('stopping');
    expect(await statusesOf()).toEqual([200, 503]);
    const later = await add('Second');
    letGo();
    expect((await exit)[0]).toBe(0);
    // What was paid for is kept, and nothing was begun.
    expect(await app.db.prisma.segment.count({ where: { state: 'voiced' } })).toBe(openai.requests.length);
    expect([await statusOf(underWay), await statusOf(later)]).toEqual(['processing', 'waiting']);

    const second = startWorker();
    for (const id of [underWay, later])
      await until(async () => (await statusOf(id)) === 'ready', 'both articles to be ready');
    const asked = openai.requests.map(({ body }) => (JSON.parse(body) as { input: string }).input);
    expect(new Set(asked).size).toBe(asked.length);

    // A newer release, whose processes are elsewhere: this one takes no more jobs, and says why.
    await runSql(prepared.config.databaseUrl!, recordFuture);
    const ready = await fetch(`${door}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: expect.stringContaining('newer release') },
    ]);
    await second.says('no longer taking jobs');
    expect(await statusesOf()).toEqual([200, 503]);
    second.child.kill('SIGTERM');
    expect((await (once(second.child, 'exit') as Promise<[number | null]>))[0]).toBe(0);
  });
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
