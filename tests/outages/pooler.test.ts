/** Debian's pgbouncer before PostgreSQL: in session mode all works, in transaction mode no process starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { pgbouncer } from '../../scripts/pgbouncer.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { freePort, runSql } from '../support/postgres.ts';
import { startProcess, StartError } from '../support/process.ts';

async function startPgbouncer(target: string, mode: 'session' | 'transaction'): Promise<string> {
  const { hostname, port, username, password } = new URL(target);
  const home = await mkdtemp(join(tmpdir(), 'parlance-pgbouncer-'));
  await chmod(home, 0o755);
  const listen = await freePort();
  await writeFile(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(pgbouncer(), [...user, join(home, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(home, { recursive: true, force: true });
  });
  const url = new URL(target);
  url.port = String(listen);
  await expect.poll(() => runSql(url.href, 'SELECT 1').then(() => 'ready', String)).toBe('ready');
  return url.href;
}

const onPostgres = test.runIf(databaseKind() === 'postgres');

onPostgres('in session mode the limits of statements hold, and notifications arrive', async () => {
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  const databaseUrl = await startPgbouncer(prepared.config.databaseUrl!, 'session');
  const db = await openDatabase({ ...prepared.config, databaseUrl, statementMs: 54_321 });
  onTestFinished(() => db.close());
  expect((await db.pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '54321ms' }]);
  expect((await db.pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '5s' }]);

  const server = await startProcess('server/api.ts', { ...prepared.env, DATABASE_URL: databaseUrl });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

onPostgres('in transaction mode a process does not start, and says why', async () => {
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  const databaseUrl = await startPgbouncer(prepared.config.databaseUrl!, 'transaction');
  const started = await startProcess('server/api.ts', { ...prepared.env, DATABASE_URL: databaseUrl }).catch(
    (error: unknown) => error,
  );
  expect(started).toBeInstanceOf(StartError);
  expect((started as StartError).message).toContain('session mode');
  expect((started as StartError).message).not.toMatch(/\n\s+at /);

  const doctor = spawn(process.execPath, ['scripts/doctor.ts', '--json'], {
    env: { PATH: process.env['PATH'], ...prepared.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { findings } = (await json(doctor.stdout)) as { findings: { check: string; code: string }[] };
  const found = findings.filter(({ check }) => check === 'DATABASE').map(({ code }) => code);
  expect(found).toContain('CHECK_DATABASE_DEAF');
});
