import { hash } from 'node:crypto';
import { binaryArray } from '../../../lib/database/binary-arrays.ts';
import { execute, type Sql } from '../../../lib/database/db.ts';
import { dayOf } from './partitions.ts';
import type { EventTarget } from './channel-article-lookup.ts';
import type { ReportedEvent } from './read-event.ts';

/** An event that counts: what was reported, when that was, and what it is about. */
export interface CountedEvent {
  reported: ReportedEvent;
  /** Milliseconds. */
  at: number;
  place: EventTarget;
}

/**
 * Any number that no other program locks: who writes events shares it, and who looks how far they are written
 * has it alone.
 */
const lock = 5_270_012;

/**
 * Waits until all transactions that were writing events at the time of the call have ended.
 * @returns the last batch up to which no further commits can happen
 */
export async function lastBatch(
  transaction: <T>(work: (tx: Sql) => Promise<T>) => Promise<T>,
): Promise<string> {
  return transaction(async (tx) => {
    await execute(tx, 'SELECT pg_advisory_xact_lock($1)', [lock]);
    const { rows } = await execute(
      tx,
      `SELECT coalesce(pg_sequence_last_value('"PlayerEvent_batch_seq"'), 0)::text AS batch`,
    );
    return (rows as { batch: string }[])[0]!.batch;
  });
}

/**
 * Writes all rows in one statement, and so in one transaction and one round trip: 2,000 rows as arrays take
 * as long as some 20 single rows. The arrays are unnested in the select list: in FROM, PostgreSQL would first
 * materialize each of them.
 */
const turn = `turn AS MATERIALIZED (
    SELECT CASE WHEN pg_advisory_xact_lock_shared(${lock}) IS NULL THEN NULL ELSE nextval('"PlayerEvent_batch_seq"') END AS batch
  )`;
const types = {
  id: 'uuid',
  at: 'float8',
  action: '"PlayerAction"',
  project: 'int',
  channel: 'int',
  article: 'int',
  listener: 'bigint',
  percent: 'smallint',
  position: 'int',
  duration: 'int',
  heard_ms: 'int',
  heard: 'text',
  x: 'real',
  y: 'real',
  rate: 'real',
  status: 'text',
  page: 'text',
  teaser: 'bool',
};
const arrays = Object.entries(types).map(
  ([name, type], index) => `unnest($${index + 2}::${type}[]) AS ${name}`,
);
const insert = `INSERT INTO "PlayerEvent" ("day", "batch", "id", "at", "action", "projectId", "channelId", "articleId", "listener", "percent",
    "positionMs", "durationMs", "heardMs", "heard", "x", "y", "rate", "status", "page", "teaser")
  SELECT $1::date, (SELECT batch FROM turn), e.id, to_timestamp(e.at / 1000.0), e.action, e.project, e.channel, e.article, e.listener, e.percent,
    e.position, e.duration, e.heard_ms, e.heard::int[], e.x, e.y, e.rate, e.status, e.page, e.teaser
  FROM (SELECT ${arrays.join(', ')}) AS e`;
/** Fails as a whole where one row is there already, and is faster for it. */
const insertNew = `WITH ${turn} ${insert}`;
const insertMissing = `WITH ${turn}, written AS (${insert} ON CONFLICT DO NOTHING RETURNING "projectId")
  SELECT "projectId", count(*)::int AS count FROM written GROUP BY "projectId"`;
const isThere = '23505';
/** How long inserts expect duplicates after a replay, milliseconds: others usually follow. */
const carefulMs = 5_000;
let carefulUntil = 0;

/** Writes events that arrived today. @returns how many of each project were there already */
export async function writeEvents(
  sql: Sql,
  events: readonly CountedEvent[],
  now: number,
): Promise<Map<number, number>> {
  const day = dayOf(now);
  const values = [
    day,
    binaryArray.uuid(events, ({ reported }) => reported.id),
    binaryArray.float8(events, ({ at }) => at),
    list(events, ({ reported }) => reported.action),
    binaryArray.int4(events, ({ place }) => place.projectId),
    binaryArray.int4(events, ({ place }) => place.channelId),
    binaryArray.int4(events, ({ place }) => place.articleId),
    binaryArray.int8(events, ({ reported: { u } }) => (u === null ? null : listenerOf(u))),
    binaryArray.int2(events, ({ reported }) => reported.percent),
    binaryArray.int4(events, ({ reported }) => reported.positionMs),
    binaryArray.int4(events, ({ reported }) => reported.durationMs),
    binaryArray.int4(events, ({ reported }) => reported.heardMs),
    list(events, ({ reported }) => `"{${reported.heard.join(',')}}"`),
    seldom(events, ({ reported }) => reported.x),
    seldom(events, ({ reported }) => reported.y),
    seldom(events, ({ reported }) => reported.rate),
    list(events, ({ reported }) => reported.status),
    list(events, ({ reported }) => quoted(reported.page)),
    binaryArray.bool(events, ({ place }) => place.teaser),
  ];
  if (performance.now() >= carefulUntil) {
    try {
      await execute(sql, insertNew, values);
      return new Map();
    } catch (error) {
      if ((error as { code?: string }).code !== isThere) throw error;
      carefulUntil = performance.now() + carefulMs;
    }
  }
  const { rows } = await execute(sql, insertMissing, values);
  const replays = new Map<number, number>();
  for (const { place } of events) replays.set(place.projectId, (replays.get(place.projectId) ?? 0) + 1);
  for (const { projectId, count } of rows as { projectId: number; count: number }[])
    replays.set(projectId, replays.get(projectId)! - count);
  return replays;
}

/**
 * Of events that happened before today, those that arrived on a day before: kept by a player that was
 * offline, sent, and sent again because the answer was lost. (On one day the table refuses them itself.)
 */
export async function findDuplicateEvents(
  sql: Sql,
  events: readonly CountedEvent[],
  now: number,
): Promise<ReadonlySet<string>> {
  const today = dayOf(now);
  const midnight = Date.parse(today);
  const earlier = events.filter(({ at }) => at < midnight);
  if (earlier.length === 0) return new Set();
  const { rows } = await execute(
    sql,
    `SELECT replace("id"::text, '-', '') AS id FROM "PlayerEvent" WHERE "id" = ANY($1::uuid[]) AND "day" >= $2::date AND "day" < $3::date`,
    [
      `{${earlier.map(({ reported }) => reported.id).join(',')}}`,
      dayOf(Math.min(...earlier.map(({ at }) => at))),
      today,
    ],
  );
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}

/** Of a listener's id, which is random: 64 bits that tell listeners apart and lead back to no cookie. */
const listenerOf = (u: string): string => hash('sha256', u).slice(0, 16);

/**
 * Numbers that few events have; null where none of these has any. Beside longer arrays it is taken apart to
 * as many nulls, which need not be sent and read.
 */
const seldom = (
  events: readonly CountedEvent[],
  valueOf: (event: CountedEvent) => number | null,
): Buffer | null =>
  events.some((event) => valueOf(event) !== null) ? binaryArray.float4(events, valueOf) : null;

const list = (events: readonly CountedEvent[], valueOf: (event: CountedEvent) => string | null): string =>
  `{${events.map((event) => valueOf(event) ?? 'NULL').join(',')}}`;

const quoted = (text: string | null): string | null =>
  text === null ? null : `"${text.replace(/["\\]/g, '\\$&')}"`;
