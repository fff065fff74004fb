/**
 * Run by `pipeline-figures.ts`, a process for each measurement: the whole server, configured by the
 * environment, that voices articles.
 */
import { articleEvent } from '../../server/areas/articles/articles/events.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { startApi } from '../../server/api.ts';
import { createArticle, updateArticle } from '../../server/areas/articles/articles/articles.ts';
import type { App } from '../../server/kernel/app.ts';
import { parseConfig } from '../../server/config.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { actorOf, factories } from '../support/factories.ts';
import { articleText } from './audio-article.ts';

export interface Measured {
  /** Milliseconds by which the event loop was late at worst while articles were voiced for the first time. */
  delay: {
    longest: number;
    /** The longest that the main thread itself computed between two turns, milliseconds of CPU. */
    longestCpu: number;
    /** Maximum delay in milliseconds of an idle process in the same period: the machine's own share. */
    idle: number;
    articles: number;
  };
  /** Milliseconds from the request to ready, by round. */
  edit: { first: number; again: number }[];
  /** Articles a minute, by round. */
  rate: number[];
}

export interface PipelineSizes {
  /** Of each article. */
  characters: number;
  /** Articles that are voiced while the event loop is watched. */
  delayed: number;
  /** Rounds. */
  edits: number;
  /** Articles of a round in which their rate is measured. */
  articles: number;
  rateRounds: number;
}

const sizes = JSON.parse(process.argv[3] ?? '{}') as PipelineSizes;
let articles = 0;

/** Returns text of which no sentence has audio yet. */
function freshText(): string {
  articles++;
  let sentence = 0;
  return articleText(0.8 * sizes.characters)
    .replace(/\.(?=\s)/g, () => `, says report ${articles}-${++sentence}.`)
    .slice(0, sizes.characters);
}

type Actor = ReturnType<typeof actorOf>;

async function begin(app: App, actor: Actor, projectId: number): Promise<{ id: number; text: string }> {
  const text = freshText();
  return { id: (await createArticle(app, actor, { projectId, title: `Report ${articles}`, text })).id, text };
}

/** Waits until every article of the project is ready. */
async function allReady(app: App, projectId: number): Promise<void> {
  const heard = new AbortController();
  const changes = app.pubsub.watch(articleEvent, ['project', projectId], heard.signal);
  for (let next = changes.next(); ; await next, next = changes.next()) {
    const { rows } = await app.db.pool.query<{ status: string; error: string | null; count: number }>(
      'SELECT "status"::text, "error", count(*)::int AS count FROM "Article" WHERE "projectId" = $1 AND "status" <> \'ready\' GROUP ' +
        'BY 1, 2',
      [projectId],
    );
    if (rows.length === 0) break;
    const failed = rows.find(({ status }) => status !== 'waiting' && status !== 'processing');
    if (failed) throw new Error(`An article is ${failed.status}: ${failed.error}`);
  }
  heard.abort();
}

async function voice(app: App, actor: Actor, projectId: number, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await begin(app, actor, projectId);
  await allReady(app, projectId);
}

const tasks = {
  async delay(app: App, actor: Actor, projectId: number): Promise<Measured['delay']> {
    const count = sizes.delayed;
    const histogram = monitorEventLoopDelay({ resolution: 10 });
    let longestCpu = 0;
    let before = process.threadCpuUsage();
    const turns = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      longestCpu = Math.max(longestCpu, (user + system) / 1000);
      before = process.threadCpuUsage();
    }, 5);
    const idle = fork(fileURLToPath(import.meta.url), ['idle']);
    await once(idle, 'message');
    histogram.enable();
    await voice(app, actor, projectId, count);
    histogram.disable();
    clearInterval(turns);
    const idleLongest = once(idle, 'message') as Promise<[number]>;
    idle.send('enough');
    // The histogram counts from one firing of its timer to the next.
    return { longest: histogram.max / 1e6 - 10, longestCpu, idle: (await idleLongest)[0], articles: count };
  },

  async edit(app: App, actor: Actor, projectId: number): Promise<Measured['edit']> {
    const sounds = async () => await app.db.prisma.charge.count({ where: { projectId } });
    const rounds: Measured['edit'] = [];
    /** A sentence in the middle. */
    const middle = sizes.characters / 250;
    for (let round = 0; round < sizes.edits; round++) {
      const start = performance.now();
      const { id, text } = await begin(app, actor, projectId);
      await allReady(app, projectId);
      const first = performance.now() - start;
      const voiced = await sounds();
      const edited = performance.now();
      await updateArticle(app, actor, {
        id,
        text: text.replace(`report ${articles}-${middle}`, `the corrected report ${articles}-${middle}`),
      });
      await allReady(app, projectId);
      const again = performance.now() - edited;
      const more = (await sounds()) - voiced;
      if (more !== 1) throw new Error(`After the edit of one sentence ${more} chunks were voiced.`);
      rounds.push({ first, again });
    }
    return rounds;
  },

  async rate(app: App, actor: Actor, projectId: number): Promise<number[]> {
    const count = sizes.articles;
    const rates: number[] = [];
    for (let round = 0; round < sizes.rateRounds; round++) {
      const start = performance.now();
      await voice(app, actor, projectId, count);
      rates.push((count * 60_000) / (performance.now() - start));
    }
    return rates;
  },
};

/** The same clock in a process that does nothing. */
async function idle(): Promise<void> {
  const histogram = monitorEventLoopDelay({ resolution: 10 });
  histogram.enable();
  process.send!('started');
  await once(process, 'message');
  process.send!(histogram.max / 1e6 - 10, () => process.disconnect());
}

async function measure(task: keyof typeof tasks): Promise<void> {
  const config = parseConfig(process.env);
  const api = await startApi(config, { worker: true, log: createLogger('silent') });
  const make = factories(api.app.db);
  const user = await make.user({ balance: 1_000_000_000n });
  const project = await make.project({ ownerId: user.id });
  await voice(api.app, actorOf(user), project.id, 1);
  const measured = { [task]: await tasks[task](api.app, actorOf(user), project.id) };
  await new Promise((resolve) => process.send!(measured, resolve));
  await api.close();
  process.disconnect();
}

if (process.argv[2] === 'idle') await idle();
else await measure(process.argv[2] as keyof typeof tasks);
