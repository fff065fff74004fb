import { sql } from 'kysely';
import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { listenActions } from '../listening/event-actions.ts';
import { dayOf } from '../listening/partitions.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';
import { listenersMin } from './reports/breakdown-reports.ts';

/** Listening in progress. */
export interface LiveListening {
  /** How many listen now: see `nowOf`. */
  now: number;
  /** In the last half hour. */
  plays: number;
  /** Of it by minute, the oldest first. */
  playsByMinute: number[];
  minutesHeard: number;
  /** The most played of these; those with too few plays are left out. */
  articles: { articleId: number; title: string; plays: number }[];
  readAt: Date;
}

export const liveMinutes = 30;
/** Players report each tenth of an article, which is rarely longer than this. */
const nowMinutes = 5;
const articlesMax = 10;
/** Actions after which a listener is still listening, and actions that end it. */
const going = [...listenActions, 'resume', 'progress'] as const;
const over = ['pause', 'finished', 'close'] as const;
/** Milliseconds from one reading to the next, at least; and how many times as long as it took. */
const every = 10_000;
const leisure = 20;

/**
 * Returns a project's listening in progress.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function readLive(app: App, actor: Actor, projectId: number): Promise<LiveListening> {
  await accessProject(app.db.sql, actor, projectId, policy.readStatistics);
  return shared(app, projectId);
}

/**
 * The same again and again until the iterator is returned: when something has changed. All who watch a
 * project share what is read.
 * @throws NotSignedInError, NotFoundError, NotAllowedError: at first and, again when the permission is
 * revoked
 */
export async function watchLive(
  app: App,
  actorNow: ActorNow,
  projectId: number,
): Promise<AsyncIterableIterator<LiveListening>> {
  await accessProject(app.db.sql, await actorNow(), projectId, policy.readStatistics);
  const stop = new AbortController();
  const told = follow(app, actorNow, projectId, stop.signal);
  const iterator: AsyncIterableIterator<LiveListening> = {
    next: () => told.next(),
    // A generator that waits hears of `return` only after that; the signal ends the wait.
    return: () => {
      stop.abort();
      return told.return();
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* follow(
  app: App,
  actorNow: ActorNow,
  projectId: number,
  signal: AbortSignal,
): AsyncGenerator<LiveListening, void, undefined> {
  let before = '';
  while (!signal.aborted) {
    await accessProject(app.db.sql, await actorNow(), projectId, policy.readStatistics);
    const { readAt, ...live } = await shared(app, projectId);
    const now = JSON.stringify(live);
    if (now !== before) yield { readAt, ...live };
    before = now;
    await pause(waitOf(app), signal);
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** What one process has read, by project, and for how long it holds. */
interface Board {
  kept: Map<number, { until: number; live: Promise<LiveListening> }>;
  wait: number;
}
const boards = new WeakMap<App, Board>();

const boardOf = (app: App): Board => {
  let board = boards.get(app);
  if (!board) boards.set(app, (board = { kept: new Map(), wait: every }));
  return board;
};

/** Returns the interval between reads. It grows with the time that reading takes. */
const waitOf = (app: App): number => boardOf(app).wait;

function shared(app: App, projectId: number): Promise<LiveListening> {
  const board = boardOf(app);
  const now = performance.now();
  for (const [id, { until }] of board.kept) if (until <= now) board.kept.delete(id);
  const known = board.kept.get(projectId);
  if (known) return known.live;
  const live = readNow(app, projectId).then((found) => {
    board.wait = Math.max(every, leisure * (performance.now() - now));
    return found;
  });
  live.catch(() => board.kept.delete(projectId));
  // Slightly shorter than the interval, so that each poll finds new data.
  board.kept.set(projectId, { until: now + board.wait * 0.9, live });
  return live;
}

async function readNow(app: App, projectId: number): Promise<LiveListening> {
  const readAt = new Date();
  const since = new Date(readAt.getTime() - liveMinutes * 60_000);
  const nowSince = new Date(readAt.getTime() - nowMinutes * 60_000);
  const recent = app.db.sql
    .selectFrom('PlayerEvent as e')
    .where('e.projectId', '=', projectId)
    .where('e.day', '>=', dayOf(since.getTime()))
    .where('e.batch', '>=', String(await firstBatchSince(app, since)))
    .where('e.at', '>', since)
    .where('e.at', '<=', readAt);
  const [plays, minutes, latest, others] = await Promise.all([
    recent
      .where('e.action', 'in', listenActions)
      .leftJoin('Article as a', 'a.id', 'e.articleId')
      .select(['e.articleId', 'a.title'])
      .select(({ fn }) => fn.countAll<string>().as('plays'))
      .groupBy(['e.articleId', 'a.title'])
      .orderBy('plays', 'desc')
      .orderBy('e.articleId')
      .execute(),
    recent
      .select(sql<number>`floor(extract(epoch FROM ${readAt}::timestamptz - e."at") / 60)::int`.as('ago'))
      .select(({ fn }) => [
        fn.countAll<string>().filterWhere('e.action', 'in', listenActions).as('plays'),
        fn.sum<string>('e.heardMs').as('heard'),
      ])
      .groupBy('ago')
      .execute(),
    app.db.sql
      .selectFrom(
        recent
          .where('e.at', '>', nowSince)
          .where('e.listener', 'is not', null)
          .where('e.action', 'in', [...going, ...over])
          .distinctOn('e.listener')
          .select('e.action')
          .orderBy('e.listener')
          .orderBy('e.at', 'desc')
          .orderBy('e.batch', 'desc')
          .as('latest'),
      )
      .select(({ fn }) => fn.countAll<string>().filterWhere('latest.action', 'in', going).as('told'))
      .executeTakeFirstOrThrow(),
    recent
      .where('e.at', '>', nowSince)
      .where('e.listener', 'is', null)
      .select(({ fn }) => [
        fn
          .countAll<string>()
          .filterWhere('e.action', 'in', [...listenActions, 'resume'])
          .as('begun'),
        fn.countAll<string>().filterWhere('e.action', 'in', over).as('ended'),
        // Faster playback takes less time.
        sql<number>`coalesce(sum(e."heardMs" / greatest(coalesce(e."rate", 1), 0.1)), 0)::float8`.as('heard'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const told = Number(latest.told);
  const begun = Number(others.begun) - Number(others.ended);
  const byMinute = new Map(minutes.map((row) => [row.ago, Number(row.plays)]));
  const playsByMinute = Array.from(
    { length: liveMinutes },
    (_, minute) => byMinute.get(liveMinutes - 1 - minute) ?? 0,
  );
  return {
    now: nowOf({ told, begun, heard: others.heard }),
    plays: plays.reduce((sum, row) => sum + Number(row.plays), 0),
    playsByMinute,
    minutesHeard: Math.round(minutes.reduce((sum, { heard }) => sum + Number(heard), 0) / 6_000) / 10,
    articles: plays
      .map(({ articleId, title, plays: times }) => ({ articleId, title: title ?? '', plays: Number(times) }))
      .filter((row) => row.title !== '' && row.plays >= listenersMin)
      .slice(0, articlesMax),
    readAt,
  };
}

/**
 * Returns the number of current listeners. One who consented to being identified counts if the last event in
 * five minutes is not an end. The others count as plays that began and did not end, and at least as many as
 * it takes to play what they heard.
 */
function nowOf({ told, begun, heard }: { told: number; begun: number; heard: number }): number {
  return told + Math.max(0, begun, Math.ceil(heard / (nowMinutes * 60_000) - 0.1));
}

/**
 * A batch before which hardly anything is from after a moment: found by halving, since batches count up with
 * time and have an index, and times have none.
 */
async function firstBatchSince({ db }: App, since: Date): Promise<bigint> {
  const events = db.sql.selectFrom('PlayerEvent as e').where('e.day', '>=', dayOf(since.getTime()));
  const ends = await events
    .select(({ fn }) => [fn.min('e.batch').as('low'), fn.max('e.batch').as('high')])
    .executeTakeFirst();
  let low = BigInt(ends?.low ?? 0);
  let high = BigInt(ends?.high ?? 0);
  // Of so few nothing is gained.
  while (high - low > 2_000n) {
    const middle = (low + high) / 2n;
    // The latest of some: a player may tell late of what happened long ago.
    const few = events.where('e.batch', '>=', String(middle)).select('e.at').orderBy('e.batch').limit(50);
    const { at } = await db.sql
      .selectFrom(few.as('few'))
      .select(({ fn }) => fn.max<Date | null>('few.at').as('at'))
      .executeTakeFirstOrThrow();
    if (at !== null && at < since) low = middle;
    else high = middle;
  }
  return low;
}
