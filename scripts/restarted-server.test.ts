import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RestartedServer } from './restarted-server.ts';

/** Signals when it is ready, records how it ends, and ends a moment after it is asked to. */
const orderly = `
  import { appendFileSync } from 'node:fs';
  setInterval(() => {});
  process.on('SIGTERM', () => setImmediate(() => { appendFileSync(process.env.NOTES, 'ended\\n'); process.exit(0); }));
  appendFileSync(process.env.NOTES, process.pid + '\\n');
  console.log('Parlance is ready');
`;

let folder: string;
let program: string;
let notes: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-restarted-'));
  program = join(folder, 'program.mjs');
  notes = join(folder, 'notes');
  await writeFile(notes, '');
  await writeFile(program, orderly);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => new RestartedServer([program], { ...process.env, NOTES: notes });
const noted = async () => (await readFile(notes, 'utf8')).trim().split('\n');
const isAlive = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
};

test('a server is stopped before the next one starts, and requests wait for the new one', async () => {
  const server = open();
  server.start();
  expect(await server.ready()).toBe(true);
  server.expectChange();
  const asked = server.ready();
  await server.stop();
  server.start();
  expect(await asked).toBe(true);
  await server.stop();
  const [first, ended, second, endedToo] = await noted();
  expect([ended, endedToo]).toEqual(['ended', 'ended']);
  expect(first).not.toBe(second);
  expect([first!, second!].filter(isAlive)).toEqual([]);
});

test('clients are notified when a server fails to start, and the next change starts one', async () => {
  await writeFile(program, 'throw new Error("A mistake in the program");');
  const server = open();
  server.start();
  expect(await server.ready()).toBe(false);
  await writeFile(program, orderly);
  server.expectChange();
  await server.stop();
  server.start();
  expect(await server.ready()).toBe(true);
  await server.stop();
});

test('a server does not outlive a process that is killed', async () => {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { RestartedServer } from ${JSON.stringify(new URL('restarted-server.ts', import.meta.url).href)};
       const server = new RestartedServer([${JSON.stringify(program)}], process.env);
       server.start();
       await server.ready();
       process.send('ready');
       setInterval(() => {}, 1_000);`,
    ],
    { env: { ...process.env, NOTES: notes }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  await once(parent, 'message');
  parent.kill('SIGKILL');
  await expect.poll(noted).toEqual([expect.stringMatching(/^\d+$/), 'ended']);
});
