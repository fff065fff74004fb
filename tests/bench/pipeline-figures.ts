import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSql, startPostgres, type PostgresServer } from '../support/postgres.ts';
import type { Figure } from './figure.ts';
import type { Measured } from './pipeline-measured.ts';

/**
 * The figures of voicing: the whole server in a process of its own for each, warmed by an article, on either
 * database.
 */
export async function figures(): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    const rows: Figure[] = [];
    for (const kind of ['embedded', 'PostgreSQL'] as const) {
      const on = kind === 'embedded' ? undefined : postgres;
      const { longest, longestCpu, idle, articles } = await measure('delay', on);
      const note =
        `${articles} articles of 5,000 characters at once, voiced for the first time; the main thread computed ${longestCpu.toFixed(0)} ms at the longest, ` +
        `and an idle process was late by ${idle.toFixed(0)} ms meanwhile, which the machine's load adds`;
      const name = `longest event-loop delay while voicing, ${kind} database`;
      rows.push(
        { name, value: longest, unit: 'ms', bar: 50, want: 'at most', note },
        { name, value: longest, unit: 'ms', bar: 30, want: 'at most', note: 'the same' },
      );
      const { first, again, ratio } = await measure('edit', on);
      rows.push({
        name: `edit of one sentence in 5,000 characters against the first voicing, ${kind} database`,
        value: ratio,
        unit: 'times',
        bar: 0.25,
        want: 'at most',
        note: `${Math.round(again)} against ${Math.round(first)} ms from the request to ready, 5 articles; only that chunk is voiced`,
      });
    }
    rows.push(await coresFigure());
    return rows;
  } finally {
    await postgres.stop();
  }
}

/** The whole server with its embedded database, held to one core and then to two. */
async function coresFigure(): Promise<Figure> {
  const figure = {
    name: 'articles a minute on two cores against one',
    unit: 'times',
    bar: 1.7,
    want: 'at least',
  } as const;
  if (availableParallelism() < 2 || spawnSync('taskset', ['--version']).status !== 0) {
    return { ...figure, value: null, note: 'needs two cores, and taskset of util-linux' };
  }
  const [one, two] = [await measure('rate', undefined, 1, '0'), await measure('rate', undefined, 2, '0,1')];
  return {
    ...figure,
    value: two / one,
    note: `${Math.round(two)} against ${Math.round(one)} articles of 5,000 characters a minute, from the request to ready; the whole server held to so many cores`,
  };
}

/** Runs one measurement in a process of its own, with a database of its own: embedded, or of the server. */
async function measure<Task extends keyof Measured>(
  task: Task,
  postgres?: PostgresServer,
  workers = 2,
  cores?: string,
): Promise<Measured[Task]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
  const database = `bench_${task}_${workers}`;
  if (postgres) await runSql(postgres.url('postgres'), `CREATE DATABASE ${database}`);
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = fork(fileURLToPath(new URL('./pipeline-measured.ts', import.meta.url)), [task], {
    ...(cores && { execPath: 'taskset', execArgv: ['-c', cores, process.execPath] }),
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      WORKERS: String(workers),
      ...(postgres && { DATABASE_URL: postgres.url(database) }),
    },
  });
  try {
    let told: Measured | undefined;
    child.once('message', (measured) => (told = measured as Measured));
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0 || !told) throw new Error(`The measurement of '${task}' ended with ${code}.`);
    return told[task];
  } finally {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}
