import type { App } from '../../../kernel/app.ts';
import { execute, type Database, type Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { finishActions, listenActions, viewActions, type PlayerAction } from './event-actions.ts';
import { addListeners, recountListeners } from './listener-days.ts';
import { addRetention, recountRetention } from './article-retention.ts';
import { sumArraysSql } from './sum-arrays-sql.ts';
import { hourBins } from './hour-bins.ts';
import { preparedDays } from './partitions.ts';
import { lastBatch } from './write-events.ts';

/**
 * Events per transaction, plus at most a batch: a second's work, so that the embedded database is never
 * blocked for long.
 */
const eventsAtOnce = 20_000;

const oneOf = (actions: readonly PlayerAction[]): string =>
  `"action" IN (${actions.map((action) => `'${action}'`).join(', ')})`;
const began = `"listener" IS NOT NULL AND ${oneOf(listenActions)}`;

const reachedSome = `"action" = 'progress' AND "percent" BETWEEN 10 AND 99`;
const count = (condition: string): string => `(count(*) FILTER (WHERE ${condition}))::int`;
const deciles = Array.from({ length: 9 }, (_, decile) =>
  count(`${reachedSome} AND "percent" / 10 = ${decile + 1}`),
);

/** Steps of an ad: began, played to 25, 50 and 75 percent, and to its end. */
const adSteps = [
  `"action" = 'enhance'`,
  ...[25, 50, 75].map((percent) => `"action" = 'enhancing' AND "percent" = ${percent}`),
  `"action" = 'enhanced' AND "percent" = 100`,
];
const ofAds = oneOf(['enhance', 'enhancing', 'enhanced']);

/** Sums of some events by hour, article and channel; their listeners are counted apart. */
const sumsOf = (events: string, where: string): string => `
  SELECT "projectId", "hour", "articleId", "channelId", ${count(oneOf(viewActions))} AS "views",
    ${count(oneOf(listenActions))} AS "listens", ${count(oneOf(finishActions))} AS "finishes", sum("heardMs")::bigint AS "heardMs",
    ${count(`"teaser" AND ${oneOf(viewActions)}`)} AS "teaserViews", ${count(`"teaser" AND ${oneOf(listenActions)}`)} AS "teaserListens",
    ${count(`"teaser" AND ${oneOf(finishActions)}`)} AS "teaserFinishes",
    CASE WHEN bool_or(${reachedSome}) THEN ARRAY[${deciles.join(', ')}] ELSE '{}'::int[] END AS "reached",
    CASE WHEN bool_or(${ofAds}) THEN ARRAY[${adSteps.map(count).join(', ')}] ELSE '{}'::int[] END AS "ads"
  FROM ${events} WHERE ${where} AND ("heardMs" > 0 OR ${oneOf([...viewActions, ...listenActions, ...finishActions])} OR ${reachedSome} OR ${ofAds})
  GROUP BY 1, 2, 3, 4`;
const keys = ['projectId', 'hour', 'articleId', 'channelId'];
const numbers = [
  'views',
  'listens',
  'finishes',
  'heardMs',
  'teaserViews',
  'teaserListens',
  'teaserFinishes',
  'listeners',
];
const quotedList = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
const lists = ['reached', 'ads'];
const sumColumns = quotedList([...keys, ...numbers, ...lists]);

/**
 * Adds new events to the hours in which they happened, however late they arrive. The progress is stored in
 * the database and advances in the same transaction, so that each event is added exactly once, even after a
 * crash. Concurrent runs wait for each other.
 * @returns the number of events added
 */
export async function sumListening({ db: { unhurried } }: Pick<App, 'db'>): Promise<{ summed: number }> {
  const end = await lastBatch(unhurried.transaction);
  let summed = 0;
  for (;;) {
    const { events, isLast } = await unhurried.transaction((tx) => sumPart(tx, end));
    summed += events;
    if (isLast) return { summed };
  }
}

async function sumPart(tx: Sql, end: string): Promise<{ events: number; isLast: boolean }> {
  const begin = await lockProgress(tx);
  if (BigInt(begin) >= BigInt(end)) {
    await tx.updateTable('ListeningProgress').set({ at: now() }).execute();
    return { events: 0, isLast: true };
  }
  const { rows } = await execute(
    tx,
    `SELECT coalesce((SELECT "batch" FROM "PlayerEvent" WHERE "batch" > $1 AND "batch" <= $2 ORDER BY "batch" OFFSET $3 LIMIT 1), $2)::text AS batch`,
    [begin, end, eventsAtOnce],
  );
  const until = (rows as { batch: string }[])[0]!.batch;
  const fresh = `"batch" > ${BigInt(begin)} AND "batch" <= ${BigInt(until)}`;
  const hourOf = await hourBins(tx, fresh);
  const result = await execute(
    tx,
    `WITH fresh AS MATERIALIZED (
       SELECT "projectId", ${hourOf} AS "hour", "articleId", "channelId", "action", "heardMs", "listener", "teaser", "percent" FROM "PlayerEvent"
       WHERE "batch" > $1 AND "batch" <= $2
     ), first AS (
       INSERT INTO "HourListener" ("hour", "projectId", "articleId", "channelId", "listener")
       SELECT DISTINCT "hour", "projectId", "articleId", "channelId", "listener" FROM fresh WHERE ${began}
       ON CONFLICT DO NOTHING RETURNING "hour", "projectId", "articleId", "channelId"
     ), firsts AS (
       SELECT "projectId", "hour", "articleId", "channelId", count(*)::int AS "listeners" FROM first GROUP BY 1, 2, 3, 4
     ), added AS (
       INSERT INTO "ListeningHour" AS h (${sumColumns})
       SELECT ${quotedList(keys)}, ${numbers.map((column) => (column === 'listeners' ? 'coalesce(l."listeners", 0)' : `s."${column}"`)).join(', ')}, ${lists.map((column) => `s."${column}"`).join(', ')}
       FROM (${sumsOf('fresh', 'true')}) s LEFT JOIN firsts l USING (${quotedList(keys)})
       ON CONFLICT (${quotedList(keys)}) DO UPDATE SET ${numbers.map((column) => `"${column}" = h."${column}" + excluded."${column}"`).join(', ')},
         ${lists.map((column) => `"${column}" = ${sumArraysSql(`h."${column}"`, `excluded."${column}"`)}`).join(', ')}
     ) SELECT count(*)::int AS events FROM fresh`,
    [begin, until],
  );
  await addListeners(tx, `${fresh} AND ${began}`);
  await addRetention(tx, fresh);
  await tx.updateTable('ListeningProgress').set({ batch: until, at: now() }).execute();
  return { events: (result.rows as { events: number }[])[0]!.events, isLast: until === end };
}

/**
 * Locks summing until the transaction ends.
 * @returns the batch up to which everything is summed
 */
export async function lockProgress(tx: Sql): Promise<string> {
  await tx
    .insertInto('ListeningProgress')
    .values({ batch: '0' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await tx.selectFrom('ListeningProgress').select('batch').forUpdate().executeTakeFirstOrThrow())
    .batch;
}

export interface Recount {
  /** Hours of an article in a channel, and days of a project's listeners, that were looked at. */
  counted: number;
  /** Those of them that said something else. */
  wrong: number;
  /** The first hour that can be counted again; null: there are no events. */
  since: Date | null;
}

/**
 * Counts hours again from the events themselves, as far back as those are kept: what is summed must say
 * exactly the same.
 * @param repair whether what says something else is put right
 */
export async function recountListening(
  { db: { sql, unhurried } }: { db: Pick<Database, 'sql' | 'unhurried'> },
  { repair }: { repair: boolean },
): Promise<Recount> {
  const [firstDay] = await preparedDays(sql);
  if (firstDay === undefined) return { counted: 0, wrong: 0, since: null };
  const since = new Date(firstDay);
  return unhurried.transaction(async (tx) => {
    const end = await lockProgress(tx);
    const there = `"batch" <= ${BigInt(end)} AND "at" >= '${firstDay}T00:00Z'`;
    const hourOf = await hourBins(tx, there);
    await execute(
      tx,
      `CREATE TEMPORARY TABLE recount ON COMMIT DROP AS
       WITH fresh AS MATERIALIZED (
         SELECT "projectId", ${hourOf} AS "hour", "articleId", "channelId", "action", "heardMs", "listener", "teaser", "percent" FROM "PlayerEvent" WHERE ${there}
       ) SELECT s.*, coalesce(l."listeners", 0) AS "listeners" FROM (${sumsOf('fresh', `"hour" >= '${firstDay}T00:00Z'`)}) s
       LEFT JOIN (SELECT "projectId", "hour", "articleId", "channelId", count(DISTINCT "listener")::int AS "listeners" FROM fresh
         WHERE ${began} GROUP BY 1, 2, 3, 4) l USING (${quotedList(keys)})`,
    );
    const { rows } = await execute(
      tx,
      `WITH kept AS (SELECT ${sumColumns} FROM "ListeningHour" WHERE "hour" >= $1), counted AS (SELECT ${sumColumns} FROM recount)
       SELECT (SELECT count(*) FROM counted)::int AS counted, (SELECT count(*) FROM (
         (SELECT ${quotedList(keys)} FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) a)
         UNION (SELECT ${quotedList(keys)} FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) b)) w)::int AS wrong`,
      [since],
    );
    const { counted, wrong } = (rows as { counted: number; wrong: number }[])[0]!;
    if (repair && wrong > 0) {
      await tx.deleteFrom('ListeningHour').where('hour', '>=', since).execute();
      await execute(tx, `INSERT INTO "ListeningHour" (${sumColumns}) SELECT ${sumColumns} FROM recount`);
      await tx.deleteFrom('HourListener').where('hour', '>=', since).execute();
      await execute(
        tx,
        `INSERT INTO "HourListener" ("hour", "projectId", "articleId", "channelId", "listener")
         SELECT DISTINCT ${hourOf}, "projectId", "articleId", "channelId", "listener" FROM "PlayerEvent"
         WHERE ${there} AND ${hourOf} >= $1 AND ${began}`,
        [since],
      );
    }
    const days = await recountListeners(tx, since, `${there} AND ${began}`, repair);
    const heard = await recountRetention(tx, since, there, repair);
    return {
      counted: counted + days.counted + heard.counted,
      wrong: wrong + days.wrong + heard.wrong,
      since,
    };
  });
}
