import { hash } from 'node:crypto';
import { execute, type Sql } from '../../lib/db.ts';
import { dayOf } from './partitions.ts';
import type { Place } from './places.ts';
import type { ReportedEvent } from './read-event.ts';

/** An event that counts: what was reported, when that was, and what it is about. */
export interface CountedEvent {
  reported: ReportedEvent;
  /** Milliseconds. */
  at: number;
  place: Place;
}

/**
 * Any number that no other program locks: who writes events shares it, and who looks how far they are written
 * has it alone.
 */
const lock = 5_270_012;

/**
 * Waits until everybody has committed who was writing events when it was called.
 * @returns the last batch up to which every one is committed that ever will be
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
 * One statement, so one transaction and one way there and back: 2,000 rows as arrays take as long as some 20
 * rows one by one.
 */
const turn = `turn AS MATERIALIZED (
    SELECT CASE WHEN pg_advisory_xact_lock_shared(${lock}) IS NULL THEN NULL ELSE nextval('"PlayerEvent_batch_seq"') END AS batch
  )`;
const insert = `INSERT INTO "PlayerEvent" ("day", "batch", "id", "at", "action", "projectId", "channelId", "articleId", "listener", "percent",
    "positionMs", "durationMs", "heardMs", "heard", "x", "y", "rate", "status", "page", "teaser")
  SELECT $1::date, turn.batch, e.id, to_timestamp(e.at / 1000.0), e.action, e.project, e.channel, e.article, e.listener, e.percent, e.position,
    e.duration, e.heard_ms, e.heard::int[], e.x, e.y, e.rate, e.status, e.page, e.teaser
  FROM turn, unnest($2::uuid[], $3::float8[], $4::"PlayerAction"[], $5::int[], $6::int[], $7::int[], $8::bigint[], $9::smallint[], $10::int[],
    $11::int[], $12::int[], $13::text[], $14::real[], $15::real[], $16::real[], $17::text[], $18::text[], $19::bool[])
    AS e(id, at, action, project, channel, article, listener, percent, position, duration, heard_ms, heard, x, y, rate, status, page, teaser)`;
/** Fails as a whole where one row is there already, and is faster for it. */
const insertNew = `WITH ${turn} ${insert}`;
const insertMissing = `WITH ${turn}, written AS (${insert} ON CONFLICT DO NOTHING RETURNING "projectId")
  SELECT "projectId", count(*)::int AS count FROM written GROUP BY "projectId"`;
const isThere = '23505';
/** Where there was one replay others follow: so long nobody hopes for none, milliseconds. */
const carefulMs = 5_000;
let carefulUntil = 0;

/** Writes events that arrived today. @returns how many of each project were there already */
export async function writeEvents(
  sql: Sql,
  events: readonly CountedEvent[],
  now: number,
): Promise<Map<number, number>> {
  const day = dayOf(now);
  const column = (value: (event: CountedEvent) => string | number | null): string =>
    `{${events.map((event) => value(event) ?? 'NULL').join(',')}}`;
  const values = [
    day,
    column(({ reported }) => reported.id),
    column(({ at }) => at),
    column(({ reported }) => reported.action),
    column(({ place }) => place.projectId),
    column(({ place }) => place.channelId),
    column(({ place }) => place.articleId),
    column(({ reported }) => (reported.u === null ? null : listenerOf(reported.u))),
    column(({ reported }) => reported.percent),
    column(({ reported }) => reported.positionMs),
    column(({ reported }) => reported.durationMs),
    column(({ reported }) => reported.heardMs),
    column(({ reported }) => `"{${reported.heard.join(',')}}"`),
    column(({ reported }) => reported.x),
    column(({ reported }) => reported.y),
    column(({ reported }) => reported.rate),
    column(({ reported }) => reported.status),
    column(({ reported }) => quoted(reported.page)),
    column(({ place }) => String(place.teaser)),
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
export async function arrivedBefore(
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
const listenerOf = (u: string): string =>
  // Node hands on digits in half the time of bytes.
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', u).slice(0, 16)}`)).toString();

const quoted = (text: string | null): string | null =>
  text === null ? null : `"${text.replace(/["\\]/g, '\\$&')}"`;
