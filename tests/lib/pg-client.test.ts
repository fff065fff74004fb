import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDatabaseAbsent } from '../../server/lib/database/database-errors.ts';
import { Client } from '../../server/lib/database/pg-client.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { collectYoung, oldBytes } from '../support/held-memory.ts';
import { runSql } from '../support/postgres.ts';
import { startWire } from '../support/wire.ts';

/** Long enough to succeed on a machine that runs other tests. */
const patienceMs = 2_500;

async function databaseUrl(): Promise<string> {
  const { config, remove } = await prepareConfig();
  onTestFinished(remove);
  return config.databaseUrl!;
}

function poolAt(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString,
    max: 1,
    query_timeout: patienceMs,
    idleTimeoutMillis: 0,
  });
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', () => {});
  // A test that failed may hold a connection, which is not waited for.
  onTestFinished(() => void pool.end());
  return pool;
}

describe.runIf(databaseKind() === 'postgres')('a connection', () => {
  test('that stops responding is closed, and the next one works', async () => {
    const wire = await startWire(await databaseUrl(), onTestFinished);
    const pool = poolAt(wire.url);
    const client = await pool.connect();
    await client.query('SELECT 1');
    wire.silence();
    const asked = performance.now();
    await expect(client.query('SELECT 2')).rejects.toSatisfy(isDatabaseAbsent);
    expect(performance.now() - asked).toBeGreaterThanOrEqual(patienceMs);
    client.release();
    expect(pool.totalCount).toBe(0);
    expect((await pool.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
  });

  test('times out also after a value that cannot be sent', async () => {
    const wire = await startWire(await databaseUrl(), onTestFinished);
    const client = await poolAt(wire.url).connect();
    await expect(client.query('SELECT $1', [{ large: 1n }])).rejects.toThrow(/BigInt/);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    wire.silence();
    await expect(client.query('SELECT 2')).rejects.toSatisfy(isDatabaseAbsent);
    client.release();
  });

  test('that is idle stays open', async () => {
    const url = await databaseUrl();
    const pool = poolAt(url);
    const ask = async () =>
      (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    const pid = await ask();
    // Others' time passes with this one's.
    await runSql(url, 'SELECT pg_sleep($1)', [(1.5 * patienceMs) / 1_000]);
    expect(await ask()).toBe(pid);
  });

  test('leaves no statements in old heap memory', async () => {
    const url = await databaseUrl();
    /** MiB that twenty statements of 2 MiB together leave, in half of all rounds at most. */
    const keptBy = async (own: typeof pg.Client): Promise<number> => {
      const client = new own({ connectionString: url });
      await client.connect();
      const kept: number[] = [];
      for (let round = 1; round <= 25; round++) {
        const before = oldBytes();
        for (let time = 1; time <= 20; time++)
          await client.query('SELECT length($1)', [`${round}-${time}-`.repeat(20_000)]);
        collectYoung();
        kept.push((oldBytes() - before) / 2 ** 20);
      }
      await client.end();
      return kept.sort((a, b) => a - b)[12]!;
    };
    expect(await keptBy(Client)).toBeLessThan(0.5);
    // Where pg's own keeps nothing any more, ours has nothing to do but to be patient.
    expect(await keptBy(pg.Client)).toBeGreaterThan(1);
  });
});
