import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSql, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { measured, median, unmeasured, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import type { Measured, PipelineSizes } from './pipeline-measured.ts';

/**
 * Figures of generating audio: the whole server in a separate process for each, warmed up by an article, on
 * both databases.
 */
export const part = definePart<PipelineSizes & { databases: readonly ('embedded' | 'PostgreSQL')[] }>({
  minutes: 3.2,
  rows: ['delay', 'edit', 'cores'],
  full: {
    databases: ['embedded', 'PostgreSQL'],
    characters: 5_000,
    delayed: 6,
    edits: 5,
    articles: 4,
    rateRounds: 3,
  },
  tiny: { databases: ['PostgreSQL'], characters: 1_000, delayed: 1, edits: 1, articles: 1, rateRounds: 1 },
  async measure({ databases, ...sizes }, wants) {
    const postgres = await startPostgres();
    try {
      const figures: Figure[] = [];
      for (const kind of databases) {
        const on = kind === 'embedded' ? undefined : postgres;
        if (wants('delay')) figures.push(...(await delay(kind, sizes, on)));
        if (wants('edit')) figures.push(await edit(kind, sizes, on));
      }
      if (wants('cores')) figures.push(await coresFigure(sizes));
      return figures;
    } finally {
      await postgres.stop();
    }
  },
});

async function delay(kind: string, sizes: PipelineSizes, on?: PostgresServer): Promise<Figure[]> {
  const { longest, longestCpu, idle, articles } = await measure('delay', sizes, on);
  const note =
    `${articles} articles of ${sizes.characters} characters at once, voiced for the first time; the main thread computed ${longestCpu.toFixed(0)} ms at the longest, ` +
    `and an idle process was late by ${idle.toFixed(0)} ms meanwhile, which the machine's load adds`;
  const shape = {
    name: `longest event-loop delay while voicing, ${kind} database`,
    unit: 'ms',
    better: 'lower',
    plausible: [0.01, 60_000],
  } as const;
  return [
    measured({ ...shape, bar: 50 }, [longest], note),
    measured({ ...shape, name: `${shape.name}, strictly`, bar: 30 }, [longest], 'the same'),
  ];
}

async function edit(kind: string, sizes: PipelineSizes, on?: PostgresServer): Promise<Figure> {
  const rounds = await measure('edit', sizes, on);
  const middle = (name: 'first' | 'again') => Math.round(median(rounds.map((round) => round[name])));
  return measured(
    {
      name: `edit of one sentence in ${sizes.characters.toLocaleString('en')} characters against the first voicing, ${kind} database`,
      unit: 'times',
      bar: 0.25,
      better: 'lower',
      plausible: [0.005, 10],
    },
    rounds.map(({ first, again }) => again / first),
    `${middle('again')} against ${middle('first')} ms from the request to ready, ${rounds.length} articles; only that chunk is voiced`,
  );
}

/** The whole server with its embedded database, held to one core and then to two. */
async function coresFigure(sizes: PipelineSizes): Promise<Figure> {
  const shape: Measure = {
    name: 'articles a minute on two cores against one',
    unit: 'times',
    bar: 1.7,
    better: 'higher',
    plausible: [0.3, 2.5],
  };
  if (availableParallelism() < 2 || spawnSync('taskset', ['--version']).status !== 0)
    return unmeasured(shape, 'needs two cores, and taskset of util-linux');
  const one = await measure('rate', sizes, undefined, 1, '0');
  const two = await measure('rate', sizes, undefined, 2, '0,1');
  return measured(
    shape,
    two.map((rate, round) => rate / one[round]!),
    `${Math.round(median(two))} against ${Math.round(median(one))} articles of ${sizes.characters} characters a minute, from the request to ready; the whole server held to so many cores`,
  );
}

/** Runs one measurement in a separate process with a separate database: embedded, or on the server. */
async function measure<Task extends keyof Measured>(
  task: Task,
  sizes: PipelineSizes,
  postgres?: PostgresServer,
  workers = 2,
  cores?: string,
): Promise<Measured[Task]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
  const database = `bench_${task}_${workers}`;
  if (postgres) await runSql(postgres.url('postgres'), `CREATE DATABASE ${database}`);
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = fork(
    fileURLToPath(new URL('./pipeline-measured.ts', import.meta.url)),
    [task, JSON.stringify(sizes)],
    {
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
    },
  );
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
