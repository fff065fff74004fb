import { createServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind, prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { isFull, runs } from '../support/full.ts';
import { freePort } from '../support/postgres.ts';
import { startProcess, StartError } from '../support/process.ts';

/** What a start that has to fail prints; its exit code is checked here. */
async function refusal(env: Record<string, string>): Promise<string> {
  const started = await startProcess('server/api.ts', env).catch((error: unknown) => error);
  if (!(started instanceof StartError)) {
    if (typeof started === 'object' && started && 'stop' in started)
      await (started as { stop(signal: 'SIGKILL'): Promise<unknown> }).stop('SIGKILL');
    throw new Error('The server started.', { cause: started });
  }
  expect(started.exitCode).toBe(1);
  // A sentence for the operator, no stack.
  expect(started.message).not.toMatch(/\n\s+at /);
  return started.message;
}

// None of them comes as far as the database.
describe.runIf(databaseKind() === 'postgres' || isFull)('a start that cannot succeed says why', () => {
  let prepared: PreparedConfig;
  beforeAll(async () => {
    prepared = await prepareConfig();
  });
  afterAll(() => prepared.remove());

  test('a port that is in use is reported', async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    expect(await refusal({ ...prepared.env, PORT: String(port) })).toMatch(/port.*in use/i);
    await new Promise((resolve) => taken.close(resolve));
  });

  test('a DATA_DIR that is not writable is reported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-test-'));
    // A path below a file cannot be written, even by root.
    await writeFile(join(folder, 'file'), '');
    expect(await refusal({ ...prepared.env, DATA_DIR: join(folder, 'file', 'data') })).toMatch(
      /cannot be written|ENOTDIR/,
    );
    await rm(folder, { recursive: true });
  });

  const settings = [
    ['JWT_SECRET', 'short'],
    ['PORT', 'many'],
    ['STORAGE_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
  ] as const;

  test.each(settings.slice(0, runs(1, settings.length)))('%s=%s', async (name, value) => {
    expect(await refusal({ ...prepared.env, [name]: value })).toContain(name);
  });

  test('an unreachable database is reported', async () => {
    expect(
      await refusal({
        ...prepared.env,
        DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
      }),
    ).toMatch(/database.*reached/i);
  });
});

// That two share it is what the tests of feeds do, too.
describe.runIf(databaseKind() === 'pglite' || isFull)('two processes', () => {
  test('processes share a DATA_DIR only with a PostgreSQL database', async () => {
    const prepared = await prepareConfig();
    const first = await startProcess('server/api.ts', prepared.env);
    try {
      if (databaseKind() === 'pglite') {
        expect(await refusal(prepared.env)).toMatch(new RegExp(`process \\(${first.child.pid}\\).*DATA_DIR`));
        expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
      } else {
        const second = await startProcess('server/api.ts', prepared.env);
        expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
        await second.stop('SIGKILL');
      }
    } finally {
      await first.stop('SIGKILL');
    }
    // The one that was killed left its lock behind: the next start takes it over.
    const next = await startProcess('server/api.ts', prepared.env);
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
    expect(await next.stop()).toBe(0);
    await prepared.remove();
  });
});
