/**
 * API processes behind the documented proxies are restarted one after another: no request fails that a proxy
 * may repeat, and of the others at most one for each restart.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { prepareConfig, databaseKind } from '../support/databases.ts';
import { startDocumentedHaproxy, startDocumentedNginx } from '../support/documented-proxies.ts';
import { isFull } from '../support/full.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess, type ServerProcess } from '../support/process.ts';

/** Requests that are answered while a process stops, with a slow request under way, and after it is back. */
const between = isFull ? 2_000 : 200;
const proxies: [name: string, start: (ports: string[]) => Promise<string>, onlyInFull: boolean][] = [
  ['nginx', startDocumentedNginx, false],
  ['haproxy', startDocumentedHaproxy, true],
];

for (const [name, startProxy, onlyInFull] of proxies) {
  test.runIf(databaseKind() === 'postgres' && (isFull || !onlyInFull))(
    `two processes behind the documented ${name} are restarted without failing requests`,
    async () => {
      const prepared = await prepareConfig();
      onTestFinished(() => prepared.remove());
      const ports = [String(await freePort()), String(await freePort())];
      const start = (port: string) => startProcess('server/api.ts', { ...prepared.env, PORT: port });
      const running = await Promise.all(ports.map(start));
      onTestFinished(() => running.forEach(({ child }) => void child.kill('SIGKILL')));
      const load = startLoad(await startProxy(ports));
      onTestFinished(async () => {
        await load.stop();
      });

      await load.answered(between);
      for (const [index, port] of ports.entries()) {
        const slow = await sendHalf(running[index]!);
        running[index]!.child.kill('SIGTERM');
        await load.answered(between);
        expect(running[index]!.child.exitCode).toBeNull();
        slow.end();
        expect(await slow.status).toBe(200);
        if (running[index]!.child.exitCode === null) await once(running[index]!.child, 'exit');
        expect(running[index]!.child.exitCode).toBe(0);
        await load.answered(between);
        running[index] = await start(port);
        await expect.poll(async () => (await fetch(`${running[index]!.url}/readyz`)).status).toBe(200);
        await load.answered(between);
      }
      const { answers, failures } = await load.stop();
      console.log(`${name}: ${answers} requests, ${failures.length} failed`);
      // A POST may meet the instant in which a listener closes, and no proxy may repeat it.
      expect(failures.filter((failure) => !failure.startsWith('POST '))).toEqual([]);
      expect(failures.length, failures.join()).toBeLessThanOrEqual(ports.length);
    },
  );
}

test.runIf(databaseKind() === 'postgres')(
  'the documented nginx uses a process again as soon as it is up, because the other one may restart next',
  async () => {
    const ports = [await freePort(), await freePort()];
    const listen = async (port: number) => {
      const server = createServer((_, response) => response.end('ok'));
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const close = async (): Promise<void> => {
        server.closeAllConnections();
        if (server.listening) await new Promise((resolve) => server.close(resolve));
      };
      onTestFinished(close);
      return close;
    };
    const [stopFirst, stopSecond] = [await listen(ports[0]!), await listen(ports[1]!)];
    const url = await startDocumentedNginx(ports.map(String));
    const statuses = async (): Promise<number[]> => {
      const seen: number[] = [];
      for (let times = 0; times < 6; times++) seen.push((await fetch(url)).status);
      return seen;
    };
    const well = Array.from({ length: 6 }, () => 200);

    await stopFirst();
    expect(await statuses()).toEqual(well);
    await listen(ports[0]!);
    await stopSecond();
    expect(await statuses()).toEqual(well);
  },
);

/** Sends requests one after another from several clients, a third of them POST, until it is stopped. */
function startLoad(url: string) {
  const failures: string[] = [];
  let answers = 0;
  let isOver = false;
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const kinds: [path: string, init?: RequestInit][] = [
    ['/license'],
    ['/graphql', { ...post, body: '{"query":"{ __typename }"}' }],
    ['/missing'],
  ];
  const client = async (first: number): Promise<void> => {
    for (let next = first; !isOver; next++) {
      const [path, init] = kinds[next % kinds.length]!;
      try {
        const { status } = await fetch(url + path, init).then(async (answer) => {
          await answer.arrayBuffer();
          return answer;
        });
        if (status >= 500) failures.push(`${init?.method ?? 'GET'} ${path}: ${status}`);
      } catch (error) {
        failures.push(`${init?.method ?? 'GET'} ${path}: ${String((error as Error).cause ?? error)}`);
      }
      answers++;
    }
  };
  const clients = Array.from({ length: 8 }, (_, first) => client(first));
  return {
    /** Resolves when so many more requests have an answer. */
    async answered(count: number): Promise<void> {
      const until = answers + count;
      await expect.poll(() => answers).toBeGreaterThanOrEqual(until);
    },
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return { answers, failures };
    },
  };
}

/** Sends the first part of a request to a process. @returns what sends the rest, and its status */
async function sendHalf({ url }: ServerProcess) {
  const body = '{"query":"{ __typename }"}';
  const sending = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
  });
  const status = once(sending, 'response').then(([response]) => {
    response.resume();
    return response.statusCode as number;
  });
  sending.write(body.slice(0, 10));
  // It has arrived when its connection is in use: a request that is sent later has its answer.
  await fetch(`${url}/healthz`);
  return { status, end: () => void sending.end(body.slice(10)) };
}
