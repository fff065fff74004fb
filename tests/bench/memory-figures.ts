import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { runSql, startPostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import type { Figure } from './figure.ts';
import { childrenOf, processMemory } from './process-memory.ts';

/**
 * Milliseconds after which what was only needed for the start is gone: a thread without a task ends after 30
 * s.
 */
const settlingMs = 40_000;
const sampleMs = 25;
/** Node's, as `npm start` gives them. */
const flags = /node ((?:--\S+ )*)server\//.exec(packageFile.scripts['start:api'])![1]!.trim().split(' ');

/**
 * What the server takes of memory when nobody asks anything of it, and while it starts; processes that it
 * starts count with it.
 */
export async function figures(): Promise<Figure[]> {
  if (process.platform !== 'linux')
    return [
      {
        name: 'memory',
        value: null,
        unit: 'MB',
        bar: 450,
        want: 'at most',
        note: 'memory is read from /proc',
      },
    ];
  const home = await mkdtemp(join(tmpdir(), 'parlance-memory-'));
  const postgres = await startPostgres();
  try {
    await runSql(postgres.url('postgres'), 'CREATE DATABASE memory');
    const embedded = { DATA_DIR: join(home, 'embedded') };
    const first = await measure(embedded, ['--worker']);
    const second = await measure(embedded, ['--worker']);
    const api = await measure({ DATA_DIR: join(home, 'api'), DATABASE_URL: postgres.url('memory') }, []);
    const figure = (name: string, value: number, bar: number, note: string): Figure => ({
      name,
      value,
      unit: 'MB',
      bar,
      want: 'at most',
      note,
    });
    return [
      figure(
        'memory at rest, empty, embedded database',
        second.rest,
        450,
        `${settlingMs / 1000} s after a start; ${Math.round(first.rest)} MB after the first one`,
      ),
      figure(
        'memory while it starts for the first time, embedded database',
        first.peak,
        700,
        `the most; ${Math.round(second.peak)} MB at the second start`,
      ),
      figure(
        'memory at rest of the API alone on PostgreSQL',
        api.rest,
        220,
        `${Math.round(api.peak)} MB while it starts`,
      ),
    ];
  } finally {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function measure(
  env: Record<string, string>,
  parameters: string[],
): Promise<{ peak: number; rest: number }> {
  const others = new Set(await childrenOf(process.pid));
  const starting = startProcess(
    'server/api.ts',
    { PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ...env },
    120_000,
    parameters,
    flags,
  );
  let peak = 0;
  let settled = false;
  const watching = (async () => {
    while (!settled) {
      for (const pid of await childrenOf(process.pid)) {
        if (!others.has(pid))
          peak = Math.max(peak, (await processMemory(pid).catch(() => undefined))?.resident ?? 0);
      }
      await sleep(sampleMs);
    }
  })();
  const server = await starting.finally(() => setTimeout(() => (settled = true), 2_000));
  try {
    await watching;
    const { peak: highest } = await processMemory(server.child.pid!);
    await sleep(settlingMs);
    const { resident } = await processMemory(server.child.pid!);
    return { peak: Math.max(peak, highest), rest: resident };
  } finally {
    await server.stop();
  }
}
