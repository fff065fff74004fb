import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { execute, type Sql } from '../../../lib/database/db.ts';
import { dayIn, zonesOf } from './project-zones.ts';
import { HyperLogLog } from './hyperloglog.ts';

type ListenerDay = Omit<Selectable<Tables['ListenerDay']>, 'sketch' | 'teaserSketch' | 'wholeSketch'> & {
  sketch: Uint8Array;
  teaserSketch: Uint8Array | null;
  wholeSketch: Uint8Array | null;
};

/** Who began what on a day. */
interface Began {
  projectId: number;
  day: string;
  listener: string;
  teaser: boolean;
  whole: boolean;
  /** What was known of the listener before. */
  hadTeaser: boolean;
  hadWhole: boolean;
}

/** Rows that are written at once. */
const rowsAtOnce = 500;

/**
 * Adds listeners who began an article to their days. The caller must hold the lock of summing: two concurrent
 * runs would not see each other's listeners.
 * @param where SQL condition that selects the events of players
 */
export async function addListeners(tx: Sql, where: string): Promise<void> {
  const began = await readBegan(tx, where);
  if (began.length === 0) return;
  const column = (value: (one: Began) => string | number | boolean): string =>
    `{${began.map(value).join(',')}}`;
  const { rows } = await execute(
    tx,
    `WITH given AS (
       SELECT * FROM unnest($1::int[], $2::date[], $3::bigint[], $4::bool[], $5::bool[]) AS g("projectId", "day", "listener", "teaser", "whole")
     ), before AS (
       SELECT d.* FROM "DayListener" d JOIN given USING ("projectId", "day", "listener")
     ), kept AS (
       INSERT INTO "DayListener" AS d ("projectId", "day", "listener", "teaser", "whole") SELECT * FROM given
       ON CONFLICT ("projectId", "day", "listener") DO UPDATE SET "teaser" = d."teaser" OR excluded."teaser", "whole" = d."whole" OR excluded."whole"
       WHERE (excluded."teaser" AND NOT d."teaser") OR (excluded."whole" AND NOT d."whole")
       RETURNING *
     ) SELECT k."projectId", k."day"::text AS "day", k."listener"::text AS "listener", k."teaser", k."whole",
       coalesce(b."teaser", false) AS "hadTeaser", coalesce(b."whole", false) AS "hadWhole"
     FROM kept k LEFT JOIN before b USING ("projectId", "day", "listener")`,
    [
      column(({ projectId }) => projectId),
      column(({ day }) => day),
      column(({ listener }) => listener),
      column(({ teaser }) => teaser),
      column(({ whole }) => whole),
    ],
  );
  const changes = [...Map.groupBy(rows as Began[], keyOf).values()];
  for (let at = 0; at < changes.length; at += rowsAtOnce) {
    const some = changes.slice(at, at + rowsAtOnce);
    const before = await readDays(
      tx,
      some.map(([first]) => first!),
    );
    await writeDays(
      tx,
      some.map((listeners) => withListeners(before.get(keyOf(listeners[0]!)), listeners)),
    );
  }
}

const keyOf = ({ projectId, day }: Pick<Began, 'projectId' | 'day'>): string => `${projectId} ${day}`;

/**
 * Who began an article, each once a day, in order. By quarters of an hour first, whose days are known here:
 * the database may not know a zone that we do.
 */
async function readBegan(tx: Sql, where: string): Promise<Began[]> {
  const { rows } = await execute(
    tx,
    `SELECT "projectId", (floor(extract(epoch FROM "at") / 900) * 900000)::float8 AS "at", "listener"::text AS "listener",
       bool_or("teaser") AS "teaser", bool_or(NOT "teaser") AS "whole" FROM "PlayerEvent" WHERE ${where} GROUP BY 1, 2, 3`,
  );
  const quarters = rows as (Pick<Began, 'projectId' | 'listener' | 'teaser' | 'whole'> & { at: number })[];
  const zones = await zonesOf(tx, [...new Set(quarters.map(({ projectId }) => projectId))]);
  const days = new Map<string, Began>();
  for (const { projectId, at, listener, teaser, whole } of quarters) {
    const day = dayIn(zones.get(projectId) ?? 'UTC', at);
    const key = `${projectId} ${day} ${listener}`;
    const found = days.get(key);
    if (found) {
      found.teaser ||= teaser;
      found.whole ||= whole;
    } else days.set(key, { projectId, day, listener, teaser, whole, hadTeaser: false, hadWhole: false });
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

async function readDays(
  tx: Sql,
  wanted: readonly Pick<Began, 'projectId' | 'day'>[],
): Promise<Map<string, ListenerDay>> {
  const { rows } = await execute(
    tx,
    `SELECT l.*, l."day"::text AS "day" FROM "ListenerDay" l
     JOIN unnest($1::int[], $2::date[]) AS w("projectId", "day") USING ("projectId", "day")`,
    [
      `{${wanted.map(({ projectId }) => projectId).join(',')}}`,
      `{${wanted.map(({ day }) => day).join(',')}}`,
    ],
  );
  return new Map((rows as ListenerDay[]).map((row) => [keyOf(row), row]));
}

async function writeDays(tx: Sql, days: readonly ListenerDay[]): Promise<void> {
  await tx
    .insertInto('ListenerDay')
    .values(days as Selectable<Tables['ListenerDay']>[])
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'day'])
        .doUpdateSet(({ ref }) => ({
          listeners: ref('excluded.listeners'),
          teaserListeners: ref('excluded.teaserListeners'),
          wholeListeners: ref('excluded.wholeListeners'),
          bothListeners: ref('excluded.bothListeners'),
          sketch: ref('excluded.sketch'),
          teaserSketch: ref('excluded.teaserSketch'),
          wholeSketch: ref('excluded.wholeSketch'),
        })),
    )
    .execute();
}

/** A day with what its listeners did beyond what was known. */
function withListeners(before: ListenerDay | undefined, listeners: readonly Began[]): ListenerDay {
  const { projectId, day } = listeners[0]!;
  const counts = { listeners: 0, teaserListeners: 0, wholeListeners: 0, bothListeners: 0, ...before };
  const all = sketchOf(before?.sketch);
  const teasers = sketchOf(before?.teaserSketch);
  const whole = sketchOf(before?.wholeSketch ?? before?.sketch);
  for (const { listener, teaser, whole: isWhole, hadTeaser, hadWhole } of listeners) {
    const hash = BigInt(listener);
    counts.listeners += hadTeaser || hadWhole ? 0 : 1;
    counts.teaserListeners += teaser && !hadTeaser ? 1 : 0;
    counts.wholeListeners += isWhole && !hadWhole ? 1 : 0;
    counts.bothListeners += teaser && isWhole && !(hadTeaser && hadWhole) ? 1 : 0;
    all.add(hash);
    if (teaser) teasers.add(hash);
    if (isWhole) whole.add(hash);
  }
  const hasTeasers = counts.teaserListeners > 0;
  return {
    ...counts,
    projectId,
    day,
    sketch: all.toBytes(),
    teaserSketch: hasTeasers ? teasers.toBytes() : null,
    wholeSketch: hasTeasers ? whole.toBytes() : null,
  };
}

const sketchOf = (bytes: Uint8Array | null | undefined): HyperLogLog =>
  bytes ? new HyperLogLog().merge(bytes) : new HyperLogLog();

/**
 * Counts the listeners of whole days again.
 * @param since from then on all events are there
 * @param where which events of players count
 * @param repair whether what says something else is put right
 */
export async function recountListeners(
  tx: Sql,
  since: Date,
  where: string,
  repair: boolean,
): Promise<{ counted: number; wrong: number }> {
  const [began, zones] = [await readBegan(tx, where), await allZones(tx)];
  const isWhole = ({ projectId, day }: Pick<Began, 'projectId' | 'day'>): boolean =>
    day > dayIn(zones.get(projectId) ?? 'UTC', since.getTime() - 1);
  const right = new Map(
    [...Map.groupBy(began.filter(isWhole), keyOf)].map(([key, listeners]) => [
      key,
      withListeners(undefined, listeners),
    ]),
  );
  const { rows } = await execute(
    tx,
    `SELECT l.*, l."day"::text AS "day" FROM "ListenerDay" l WHERE "day" >= $1`,
    [since.toISOString().slice(0, 10)],
  );
  const kept = new Map((rows as ListenerDay[]).filter(isWhole).map((row) => [keyOf(row), row]));
  const wrong = [...right].filter(([key, day]) => !isSame(day, kept.get(key))).map(([, day]) => day);
  const tooMany = [...kept].filter(([key]) => !right.has(key)).map(([, day]) => day);
  if (repair) await putRight(tx, wrong, tooMany, began.filter(isWhole));
  return { counted: right.size, wrong: wrong.length + tooMany.length };
}

async function allZones(tx: Sql): Promise<Map<number, string>> {
  const projects = await tx.selectFrom('Project').select('id').execute();
  return zonesOf(
    tx,
    projects.map(({ id }) => id),
  );
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0;

const isSame = (a: ListenerDay, b: ListenerDay | undefined): boolean =>
  b !== undefined &&
  a.listeners === b.listeners &&
  a.teaserListeners === b.teaserListeners &&
  a.wholeListeners === b.wholeListeners &&
  a.bothListeners === b.bothListeners &&
  sameBytes(a.sketch, b.sketch) &&
  sameBytes(a.teaserSketch, b.teaserSketch) &&
  sameBytes(a.wholeSketch, b.wholeSketch);

async function putRight(
  tx: Sql,
  wrong: readonly ListenerDay[],
  tooMany: readonly ListenerDay[],
  began: readonly Began[],
): Promise<void> {
  for (let at = 0; at < wrong.length; at += rowsAtOnce) await writeDays(tx, wrong.slice(at, at + rowsAtOnce));
  const changed = new Set([...wrong, ...tooMany].map(keyOf));
  for (const { projectId, day } of [...wrong, ...tooMany])
    await tx.deleteFrom('DayListener').where('projectId', '=', projectId).where('day', '=', day).execute();
  for (const { projectId, day } of tooMany)
    await tx.deleteFrom('ListenerDay').where('projectId', '=', projectId).where('day', '=', day).execute();
  const missing = began.filter((one) => changed.has(keyOf(one)));
  for (let at = 0; at < missing.length; at += rowsAtOnce)
    await tx
      .insertInto('DayListener')
      .values(
        missing
          .slice(at, at + rowsAtOnce)
          .map(({ projectId, day, listener, teaser, whole }) => ({
            projectId,
            day,
            listener,
            teaser,
            whole,
          })),
      )
      .execute();
}
