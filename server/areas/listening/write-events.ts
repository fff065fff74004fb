import { hash } from 'node:crypto';
import { execute, executePlanned, type Database, type Sql } from '../../lib/db.ts';
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
 * rows one by one. The number of the batch is taken once, before the first row, under the lock.
 */
const turn = `(SELECT CASE WHEN pg_advisory_xact_lock_shared(${lock}) IS NULL THEN NULL ELSE nextval('"PlayerEvent_batch_seq"') END)`;
/** Fails as a whole where one row is there already, and is faster for it. */
const insertNew = `INSERT INTO "PlayerEvent" ("day", "batch", "id", "at", "action", "projectId", "channelId", "articleId", "listener", "percent",
    "positionMs", "durationMs", "heardMs", "heard", "x", "y", "rate", "status", "page", "teaser")
  SELECT $1::date, ${turn}, e.id, to_timestamp(e.at / 1000.0), e.action, e.project, e.channel, e.article, e.listener, e.percent, e.position,
    e.duration, e.heard_ms, e.heard::int[], e.x, e.y, e.rate, e.status, e.page, e.teaser
  FROM unnest($2::uuid[], $3::float8[], $4::"PlayerAction"[], $5::int[], $6::int[], $7::int[], $8::bigint[], $9::smallint[], $10::int[],
    $11::int[], $12::int[], $13::text[], $14::real[], $15::real[], $16::real[], $17::text[], $18::text[], $19::bool[])
    AS e(id, at, action, project, channel, article, listener, percent, position, duration, heard_ms, heard, x, y, rate, status, page, teaser)`;
const insertMissing = `WITH written AS (${insertNew} ON CONFLICT DO NOTHING RETURNING "projectId")
  SELECT "projectId", count(*)::int AS count FROM written GROUP BY "projectId"`;
const isThere = '23505';
/** Where there was one replay others follow: so long nobody hopes for none, milliseconds. */
const carefulMs = 5_000;
let carefulUntil = 0;

const dayMs = 86_400_000;

/** Writes events that arrived today. @returns how many of each project were there already */
export async function writeEvents(
  db: Pick<Database, 'kind' | 'pool' | 'sql'>,
  events: readonly CountedEvent[],
  now: number,
): Promise<Map<number, number>> {
  // In one order: two that write the same events at once then wait for each other one after the other.
  const ordered = events.toSorted((a, b) => (a.reported.id < b.reported.id ? -1 : 1));
  const values = [dayOf(now), ...columnsOf(ordered)];
  if (performance.now() >= carefulUntil) {
    try {
      // For a few rows, planning is half of the work.
      await executePlanned(db, 'player events', insertNew, values);
      return new Map();
    } catch (error) {
      if ((error as { code?: string }).code !== isThere) throw error;
      carefulUntil = performance.now() + carefulMs;
    }
  }
  const { rows } = await execute(db.sql, insertMissing, values);
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
  const midnight = now - (now % dayMs);
  const earlier = events.filter(({ at }) => at < midnight);
  if (earlier.length === 0) return new Set();
  const { rows } = await execute(
    sql,
    `SELECT replace("id"::text, '-', '') AS id FROM "PlayerEvent" WHERE "id" = ANY($1::uuid[]) AND "day" >= $2::date AND "day" < $3::date`,
    [
      `{${earlier.map(({ reported }) => reported.id).join(',')}}`,
      dayOf(Math.min(...earlier.map(({ at }) => at))),
      dayOf(now),
    ],
  );
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}

/** The columns' values as literals of arrays, in one pass: what is built here is most of what a row costs. */
function columnsOf(events: readonly CountedEvent[]): string[] {
  const columns = Array.from({ length: 18 }, () => '');
  let comma = '{';
  for (const { reported, at, place } of events) {
    const { u, x, y, rate, status, page } = reported;
    columns[0] += comma + reported.id;
    columns[1] += comma + String(at);
    columns[2] += comma + reported.action;
    columns[3] += comma + String(place.projectId);
    columns[4] += comma + String(place.channelId);
    columns[5] += comma + String(place.articleId);
    columns[6] += comma + (u === null ? 'NULL' : listenerOf(u));
    columns[7] += comma + orNull(reported.percent);
    columns[8] += comma + orNull(reported.positionMs);
    columns[9] += comma + orNull(reported.durationMs);
    columns[10] += comma + String(reported.heardMs);
    columns[11] += `${comma}"{${reported.heard.join(',')}}"`;
    columns[12] += comma + orNull(x);
    columns[13] += comma + orNull(y);
    columns[14] += comma + orNull(rate);
    columns[15] += comma + (status ?? 'NULL');
    columns[16] += comma + (page === null ? 'NULL' : quoted(page));
    columns[17] += comma + (place.teaser ? 't' : 'f');
    comma = ',';
  }
  return columns.map((column) => column + '}');
}

const orNull = (value: number | null): string => (value === null ? 'NULL' : String(value));

/** Listeners whose hashes are remembered: one who listens sends an event every few seconds. */
const rememberedMax = 20_000;
const remembered = new Map<string, string>();

/** Of a listener's id, which is random: 64 bits that tell listeners apart and lead back to no cookie. */
function listenerOf(u: string): string {
  let listener = remembered.get(u);
  if (listener === undefined) {
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(u, (listener = hash('sha256', u, 'buffer').readBigInt64BE(0).toString()));
  }
  return listener;
}

const quoted = (text: string): string =>
  `"${text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text}"`;
