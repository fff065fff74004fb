/** Tests that an uncaught error is logged and ends the process in order. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { runs } from '../support/full.ts';
import { startProcess } from '../support/process.ts';

let prepared: PreparedConfig;
beforeAll(async () => {
  prepared = await prepareConfig();
});
afterAll(() => prepared.remove());

const ways: [string, string][] = [
  ['a promise that is rejected', 'Promise.reject(new Error("nobody expected this"))'],
  ['thrown', 'throw new Error("nobody expected this")'],
];

test.each(ways.slice(0, runs(1, 2)))('%s', async (_, code) => {
  const preload = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${code} })`)}`;
  const server = await startProcess(
    'server/api.ts',
    { ...prepared.env, LOG_LEVEL: 'fatal' },
    undefined,
    [],
    ['--import', preload],
  );
  const exit = once(server.child, 'exit');
  server.child.kill('SIGUSR2');
  expect(await exit).toEqual([1, null]);
  expect(server.output()).toContain('nobody expected this');
  // What it had open was closed: the embedded database's directory, too, is free.
  const next = await startProcess('server/api.ts', prepared.env);
  expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
  await next.stop();
});
