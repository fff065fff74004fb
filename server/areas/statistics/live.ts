import { sql } from 'kysely';
import type { Actor, ActorNow } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { dayOf } from '../listening/partitions.ts';
import { accessProject } from '../project-access/access.ts';
import { policy } from './policy.ts';
import { listenersMin } from './reports/of-what.ts';

/** What goes on right now. */
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
  at: Date;
}

export const liveMinutes = 30;
/** Who listens tells of it at each tenth of an article, which is seldom longer. */
const nowMinutes = 5;
const articlesMax = 10;
/** Milliseconds from one reading to the next, at least; and how many times as long as it took. */
const every = 10_000;
const leisure = 20;

/** What goes on in a project right now. @throws NotSignedInError, NotFoundError, NotAllowedError */
export async function readLive(app: App, actor: Actor, projectId: number): Promise<LiveListening> {
  await accessProject(app.db.sql, actor, projectId, policy.readStatistics);
  return shared(app, projectId);
}

/**
 * The same again and again until the iterator is returned: when something has changed. All who watch a
 * project share what is read.
 * @throws NotSignedInError, NotFoundError, NotAllowedError: at first and, when the right is taken away, then
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
    const { at, ...live } = await shared(app, projectId);
    const now = JSON.stringify(live);
    if (now !== before) yield { at, ...live };
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

/** Where reading takes long because much goes on, it is read less often. */
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
  // A little less than the pause: whoever comes back finds something new.
  board.kept.set(projectId, { until: now + board.wait * 0.9, live });
  return live;
}

async function readNow(app: App, projectId: number): Promise<LiveListening> {
  const at = new Date();
  const since = new Date(at.getTime() - liveMinutes * 60_000);
  const recently = sql`e."projectId" = ${projectId} AND e."day" >= ${dayOf(since.getTime())}::date
    AND e."batch" >= ${String(await firstBatchSince(app, since))}::bigint AND e."at" > ${since} AND e."at" <= ${at}`;
  const nowSince = new Date(at.getTime() - nowMinutes * 60_000);
  const [plays, minutes, listeners] = await Promise.all([
    sql<{ articleId: number; title: string | null; plays: number }>`
      SELECT e."articleId", a."title", count(*)::int AS "plays" FROM "PlayerEvent" e LEFT JOIN "Article" a ON a."id" = e."articleId"
      WHERE ${recently} AND e."action" = 'play' GROUP BY 1, 2 ORDER BY 3 DESC, 1`.execute(app.db.sql),
    sql<{ ago: number; plays: number; heard: number }>`
      SELECT floor(extract(epoch FROM ${at}::timestamptz - e."at") / 60)::int AS "ago", (count(*) FILTER (WHERE e."action" = 'play'))::int AS "plays",
        coalesce(sum(e."heardMs"), 0)::float8 AS "heard"
      FROM "PlayerEvent" e WHERE ${recently} GROUP BY 1`.execute(app.db.sql),
    sql<{ told: number; begun: number; heard: number }>`
      SELECT (SELECT count(*) FROM (
          SELECT DISTINCT ON (e."listener") e."action" FROM "PlayerEvent" e
          WHERE ${recently} AND e."at" > ${nowSince} AND e."listener" IS NOT NULL
            AND e."action" IN ('play', 'resume', 'progress', 'pause', 'finished', 'close')
          ORDER BY e."listener", e."at" DESC, e."batch" DESC
        ) latest WHERE latest."action" IN ('play', 'resume', 'progress'))::int AS "told",
        (count(*) FILTER (WHERE e."action" IN ('play', 'resume')) - count(*) FILTER (WHERE e."action" IN ('pause', 'finished', 'close')))::int AS "begun",
        coalesce(sum(e."heardMs" / greatest(coalesce(e."rate", 1), 0.1)), 0)::float8 AS "heard"
      FROM "PlayerEvent" e WHERE ${recently} AND e."at" > ${nowSince} AND e."listener" IS NULL`.execute(
      app.db.sql,
    ),
  ]);
  const byMinute = new Map(minutes.rows.map((row) => [row.ago, row]));
  const playsByMinute = Array.from(
    { length: liveMinutes },
    (_, minute) => byMinute.get(liveMinutes - 1 - minute)?.plays ?? 0,
  );
  return {
    now: nowOf(listeners.rows[0]!),
    plays: plays.rows.reduce((sum, row) => sum + row.plays, 0),
    playsByMinute,
    minutesHeard: Math.round(minutes.rows.reduce((sum, { heard }) => sum + heard, 0) / 6_000) / 10,
    articles: plays.rows
      .filter((row) => row.title !== null && row.plays >= listenersMin)
      .slice(0, articlesMax)
      .map((row) => ({ articleId: row.articleId, title: row.title!, plays: row.plays })),
    at,
  };
}

/**
 * How many listen. Who agreed to be told apart does so if the last that was heard of him, in five minutes, is
 * no end; of the others there are as many as began and did not end, and at least as many as it takes to hear
 * what they heard.
 */
function nowOf({ told, begun, heard }: { told: number; begun: number; heard: number }): number {
  return told + Math.max(0, begun, Math.ceil(heard / (nowMinutes * 60_000) - 0.1));
}

/**
 * A batch before which hardly anything is from after a moment: found by halving, since batches count up with
 * time and have an index, and times have none.
 */
async function firstBatchSince({ db }: App, since: Date): Promise<bigint> {
  const day = dayOf(since.getTime());
  const { rows } = await sql<{ low: string | null; high: string | null }>`
    SELECT (SELECT e."batch" FROM "PlayerEvent" e WHERE e."day" >= ${day}::date ORDER BY e."batch" LIMIT 1)::text AS "low",
      (SELECT e."batch" FROM "PlayerEvent" e WHERE e."day" >= ${day}::date ORDER BY e."batch" DESC LIMIT 1)::text AS "high"`.execute(
    db.sql,
  );
  let low = BigInt(rows[0]!.low ?? 0);
  let high = BigInt(rows[0]!.high ?? 0);
  // Of so few nothing is gained.
  while (high - low > 2_000n) {
    const middle = (low + high) / 2n;
    // The latest of some: a player may tell late of what happened long ago.
    const found = await sql<{ at: Date | null }>`
      SELECT max(few."at") AS "at" FROM (SELECT e."at" FROM "PlayerEvent" e WHERE e."day" >= ${day}::date AND e."batch" >= ${String(middle)}::bigint
        ORDER BY e."batch" LIMIT 50) few`.execute(db.sql);
    const { at } = found.rows[0]!;
    if (at !== null && at < since) low = middle;
    else high = middle;
  }
  return low;
}
