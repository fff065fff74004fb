import { execute, type Sql } from '../../../lib/database/db.ts';
import { listenActions } from './event-actions.ts';
import { sumArraysSql } from './sum-arrays-sql.ts';
import { dayIn, zonesOf } from './project-zones.ts';

/** Number of equal parts into which an article is divided. */
export const partsOfArticle = 100;
/** Events that are looked at at once where there may be many. */
const eventsAtOnce = 50_000;
/** Rows that are written at once. */
const rowsAtOnce = 500;

interface Told {
  projectId: number;
  articleId: number;
  at: number;
  teaser: boolean;
  began: boolean;
  durationMs: number | null;
  /** From, to, from, to…, milliseconds. */
  heard: number[];
}

/** Which parts of an article were played on a day. */
interface HeardDay {
  projectId: number;
  articleId: number;
  day: string;
  teaser: boolean;
  plays: number;
  durationMs: number;
  parts: number[];
}

/**
 * Adds plays to the hundredths of their articles, by day. The caller must hold the lock of summing.
 * @param where SQL condition that selects the events of players
 */
export async function addRetention(tx: Sql, where: string): Promise<void> {
  const days = [...(await readHeard(tx, where)).values()];
  for (let at = 0; at < days.length; at += rowsAtOnce)
    await execute(
      tx,
      `INSERT INTO "ArticleHeard" AS h (${columns})
       SELECT "projectId", "articleId", "day", "teaser", "plays", "durationMs", "parts"::int[]
       FROM unnest($1::int[], $2::int[], $3::date[], $4::bool[], $5::int[], $6::int[], $7::text[]) AS g(${columns})
       ON CONFLICT ("projectId", "articleId", "day", "teaser") DO UPDATE SET "plays" = h."plays" + excluded."plays",
         "durationMs" = greatest(h."durationMs", excluded."durationMs"), "parts" = ${sumArraysSql('h."parts"', 'excluded."parts"')}`,
      asColumns(days.slice(at, at + rowsAtOnce)),
    );
}

const columns = '"projectId", "articleId", "day", "teaser", "plays", "durationMs", "parts"';

function asColumns(days: readonly HeardDay[]): unknown[] {
  return [
    days.map(({ projectId }) => projectId),
    days.map(({ articleId }) => articleId),
    days.map(({ day }) => day),
    days.map(({ teaser }) => teaser),
    days.map(({ plays }) => plays),
    days.map(({ durationMs }) => durationMs),
    days.map(({ parts }) => `{${parts.join(',')}}`),
  ];
}

/**
 * Reads plays by article, day and teaser flag, in a fixed order, so that writers do not deadlock.
 * @param found map to add them to
 */
async function readHeard(
  tx: Sql,
  where: string,
  found = new Map<string, HeardDay>(),
): Promise<Map<string, HeardDay>> {
  const began = `"action" IN (${listenActions.map((action) => `'${action}'`).join(', ')})`;
  const { rows } = await execute(
    tx,
    `SELECT "projectId", "articleId", extract(epoch FROM "at")::float8 * 1000 AS "at", "teaser", ${began} AS "began", "durationMs", "heard"
     FROM "PlayerEvent" WHERE ${where} AND "articleId" > 0 AND (${began} OR "heardMs" > 0)`,
  );
  const told = rows as Told[];
  const zones = await zonesOf(tx, [...new Set(told.map(({ projectId }) => projectId))]);
  for (const one of told) {
    const { projectId, articleId, teaser } = one;
    const day = dayIn(zones.get(projectId) ?? 'UTC', one.at);
    const key = `${projectId} ${articleId} ${day} ${teaser}`;
    let heard = found.get(key);
    if (!heard) {
      const parts = Array<number>(partsOfArticle).fill(0);
      found.set(key, (heard = { projectId, articleId, day, teaser, plays: 0, durationMs: 0, parts }));
    }
    if (one.began) heard.plays++;
    if (one.durationMs === null || one.durationMs <= 0) continue;
    heard.durationMs = Math.max(heard.durationMs, one.durationMs);
    for (let at = 0; at + 1 < one.heard.length; at += 2)
      addStretch(heard.parts, one.heard[at]!, one.heard[at + 1]!, one.durationMs);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same of as many events as there are: some at a time, because single ones are looked at here. */
async function readAllHeard(tx: Sql, where: string): Promise<Map<string, HeardDay>> {
  const found = new Map<string, HeardDay>();
  for (let last: string | null = '0'; last !== null;) {
    const { rows } = await execute(
      tx,
      `SELECT "batch"::text AS batch FROM "PlayerEvent" WHERE ${where} AND "batch" > $1 ORDER BY "batch" OFFSET ${eventsAtOnce} LIMIT 1`,
      [last],
    );
    const until: string | null = (rows as { batch: string }[])[0]?.batch ?? null;
    const upTo = until === null ? '' : ` AND "batch" <= ${BigInt(until)}`;
    await readHeard(tx, `${where} AND "batch" > ${BigInt(last)}${upTo}`, found);
    last = until;
  }
  return found;
}

/**
 * Adds the milliseconds of a stretch to the parts that it lies in: all of them, once; what lies beyond the
 * end is of the last part.
 */
export function addStretch(parts: number[], from: number, to: number, durationMs: number): void {
  const begins = (part: number): number => Math.round((part * durationMs) / parts.length);
  let part = Math.min(parts.length - 1, Math.floor((from * parts.length) / durationMs));
  while (part > 0 && begins(part) > from) part--;
  for (; from < to; part++) {
    const until = part >= parts.length - 1 ? to : Math.min(to, begins(part + 1));
    if (until > from) parts[Math.min(part, parts.length - 1)]! += until - from;
    from = Math.max(from, until);
  }
}

/**
 * Counts whole days again.
 * @param since from then on all events are there
 * @param where which events of players count
 * @param repair whether what says something else is put right
 */
export async function recountRetention(
  tx: Sql,
  since: Date,
  where: string,
  repair: boolean,
): Promise<{ counted: number; wrong: number }> {
  // The day in which that lies may have begun before it, in any zone.
  const firstWhole = new Date(since.getTime() + 86_400_000).toISOString().slice(0, 10);
  const isWhole = ({ day }: Pick<HeardDay, 'day'>): boolean => day >= firstWhole;
  const right = new Map([...(await readAllHeard(tx, where))].filter(([, day]) => isWhole(day)));
  const { rows } = await execute(
    tx,
    `SELECT "projectId", "articleId", "day"::text AS "day", "teaser", "plays", "durationMs", "parts" FROM "ArticleHeard" WHERE "day" >= $1`,
    [firstWhole],
  );
  const keyOf = ({ projectId, articleId, day, teaser }: HeardDay): string =>
    `${projectId} ${articleId} ${day} ${teaser}`;
  const kept = new Map((rows as HeardDay[]).map((day) => [keyOf(day), day]));
  const isSame = (a: HeardDay, b: HeardDay | undefined): boolean =>
    b?.plays === a.plays && b.durationMs === a.durationMs && b.parts.join() === a.parts.join();
  const wrong =
    [...right].filter(([key, day]) => !isSame(day, kept.get(key))).length +
    [...kept.keys()].filter((key) => !right.has(key)).length;
  if (repair && wrong > 0) {
    await execute(tx, `DELETE FROM "ArticleHeard" WHERE "day" >= $1`, [firstWhole]);
    const days = [...right.values()];
    for (let at = 0; at < days.length; at += rowsAtOnce)
      await execute(
        tx,
        `INSERT INTO "ArticleHeard" (${columns}) SELECT "projectId", "articleId", "day", "teaser", "plays", "durationMs", "parts"::int[]
         FROM unnest($1::int[], $2::int[], $3::date[], $4::bool[], $5::int[], $6::int[], $7::text[]) AS g(${columns})`,
        asColumns(days.slice(at, at + rowsAtOnce)),
      );
  }
  return { counted: right.size, wrong };
}
