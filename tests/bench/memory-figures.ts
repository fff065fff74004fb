import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql, startPostgres } from '../support/postgres.ts';
import { allUnmeasured, measured, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { memoryOf, noProc, treeOf } from './process-tree.ts';
import { startServer } from './server-as-started.ts';

const sampleMs = 25;

const shape = (name: string, bar: number): Measure => ({
  name,
  unit: 'MB',
  bar,
  better: 'lower',
  plausible: [60, 16_000],
});
const measures = {
  rest: shape('memory at rest, empty, embedded database', 450),
  start: shape('memory while it starts for the first time, embedded database', 700),
  api: shape('memory at rest of the API alone on PostgreSQL', 220),
};

interface Sizes {
  /** After which what was only needed for the start is gone: a thread without a task ends after 30 s. */
  settlingMs: number;
  databases: readonly ('embedded' | 'PostgreSQL')[];
}

/**
 * Measures the server's memory when idle and during startup; includes its child processes, and counts shared
 * memory once (PSS).
 */
export const part = definePart<Sizes>({
  minutes: 2.5,
  full: { settlingMs: 40_000, databases: ['embedded', 'PostgreSQL'] },
  tiny: { settlingMs: 1_000, databases: ['PostgreSQL'] },
  async measure({ settlingMs, databases }) {
    if (noProc) return allUnmeasured(Object.values(measures), noProc);
    const home = await mkdtemp(join(tmpdir(), 'parlance-memory-'));
    try {
      const figures: Figure[] = [];
      if (databases.includes('embedded')) {
        const env = { DATA_DIR: join(home, 'embedded') };
        const first = await measure(env, ['--worker'], settlingMs);
        const second = await measure(env, ['--worker'], settlingMs);
        const after = `${settlingMs / 1000} s after a start; ${Math.round(first.rest)} MB after the first one`;
        figures.push(
          measured(measures.rest, [second.rest], after),
          measured(
            measures.start,
            [first.peak],
            `the most; ${Math.round(second.peak)} MB at the second start`,
          ),
        );
      }
      if (databases.includes('PostgreSQL')) {
        const postgres = await startPostgres();
        try {
          await runSql(postgres.url('postgres'), 'CREATE DATABASE memory');
          const env = { DATA_DIR: join(home, 'api'), DATABASE_URL: postgres.url('memory') };
          const api = await measure(env, [], settlingMs);
          figures.push(measured(measures.api, [api.rest], `${Math.round(api.peak)} MB while it starts`));
        } finally {
          await postgres.stop();
        }
      }
      return figures;
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
});

async function measure(
  env: Record<string, string>,
  parameters: string[],
  settlingMs: number,
): Promise<{ peak: number; rest: number }> {
  const others = new Set(await treeOf(process.pid));
  const starting = startServer({ PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ...env }, parameters, 120_000);
  let peak = 0;
  let settled = false;
  const watching = (async () => {
    while (!settled) {
      // The server is the one of the new ones that comes last, after what it has started.
      const started = (await treeOf(process.pid)).filter((pid) => !others.has(pid)).at(-1);
      if (started !== undefined) peak = Math.max(peak, await memoryOf(started));
      await sleep(sampleMs);
    }
  })();
  const server = await starting.finally(() => setTimeout(() => (settled = true), 2_000));
  try {
    await watching;
    await sleep(settlingMs);
    return { peak, rest: await memoryOf(server.child.pid!) };
  } finally {
    await server.stop();
  }
}
