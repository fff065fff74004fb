import { ForeseenError } from '../../lib/foreseen-error.ts';
import type { Database, Sql } from '../../lib/db.ts';
import { retryingDeadlocks } from '../../lib/database-errors.ts';

/** Seconds that a reservation lasts without being renewed. */
const leaseSeconds = 15;
/** Milliseconds between two renewals. */
export const renewEvery = 5_000;

/** The project's characters of the day do not suffice; nothing was charged. */
export class DailyLimitError extends ForeseenError {
  override name = 'DailyLimitError';
  readonly voicing = 'limit';
}

/** The account's balance does not suffice; nothing was charged. */
export class OutOfCharactersError extends ForeseenError {
  override name = 'OutOfCharactersError';
  readonly voicing = 'fail';

  constructor() {
    super('out of chars');
  }
}

/** Who pays for an article: the project's organization, or else its owner. */
export interface Payer {
  projectId: number;
  organizationId: number | null;
  ownerId: number;
  /** Characters a day; null: no limit. */
  limitPerDay: number | null;
}

/** A segment that is to be voiced, and what that costs. */
export interface Billed {
  /** Content address. */
  key: string;
  provider: string;
  /** Code points. */
  characters: number;
  /** Characters that voicing it takes from the balance and the daily limit. */
  charged: number;
  /** Millionths of a euro. */
  cost: number;
}

export interface Reservation {
  /** Reserved for the caller just now, and paid for: to be voiced or given back. */
  reserved: string[];
  /** There already. */
  voiced: string[];
  /** Being voiced by somebody else. */
  elsewhere: string[];
}

const today = `(now() AT TIME ZONE 'UTC')::date`;

/**
 * Reserves the segments of a plan that nobody has voiced or is voicing, and charges them: segments, charges, the day's
 * usage and the balance change together or not at all.
 * @throws DailyLimitError, OutOfCharactersError
 */
export async function reserve(db: Database, payer: Payer, articleId: number, wanted: Billed[]): Promise<Reservation> {
  const items = [...new Map(wanted.map((item) => [item.key, item])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const keys = items.map(({ key }) => key);
  return retryingDeadlocks(() => db.transaction(async (sql) => {
    const { rows: expired } = await sql.query<{ key: string }>(
      `SELECT "key" FROM "Segment" WHERE "key" = ANY($1) AND "state" = 'reserved' AND "leaseUntil" < now() ORDER BY "key" FOR UPDATE SKIP LOCKED`,
      [keys],
    );
    await giveBackWithin(sql, expired.map(({ key }) => key));
    const { rows: taken } = await sql.query<{ key: string }>(
      `INSERT INTO "Segment" ("key", "articleId", "leaseUntil", "provider", "characters")
       SELECT key, $2, now() + interval '${leaseSeconds} seconds', provider, characters
       FROM unnest($1::text[], $3::text[], $4::int[]) AS wanted (key, provider, characters) ORDER BY key
       ON CONFLICT ("key") DO NOTHING RETURNING "key"`,
      [keys, articleId, items.map(({ provider }) => provider), items.map(({ characters }) => characters)],
    );
    const reserved = new Set(taken.map(({ key }) => key));
    await charge(sql, payer, articleId, items.filter(({ key }) => reserved.has(key)));
    const { rows: states } = await sql.query<{ key: string; state: string }>('SELECT "key", "state"::text FROM "Segment" WHERE "key" = ANY($1)', [keys]);
    const voiced = new Set(states.filter(({ state }) => state === 'voiced').map(({ key }) => key));
    return {
      reserved: [...reserved],
      voiced: [...voiced],
      elsewhere: keys.filter((key) => !reserved.has(key) && !voiced.has(key)),
    };
  }));
}

async function charge(sql: Sql, payer: Payer, articleId: number, items: Billed[]): Promise<void> {
  if (items.length === 0) return;
  // A segment whose sound was lost is voiced again without being charged again.
  const { rows } = await sql.query<{ characters: number }>(
    `INSERT INTO "Charge" ("segmentKey", "projectId", "articleId", "organizationId", "userId", "characters", "cost", "day")
     SELECT key, $4, $5, $6::int, $7::int, characters, cost, ${today}
     FROM unnest($1::text[], $2::int[], $3::bigint[]) AS wanted (key, characters, cost) ORDER BY key
     ON CONFLICT ("segmentKey") DO NOTHING RETURNING "characters"`,
    [
      items.map(({ key }) => key), items.map(({ charged }) => charged), items.map(({ cost }) => cost),
      payer.projectId, articleId, payer.organizationId, payer.organizationId === null ? payer.ownerId : null,
    ],
  );
  const characters = rows.reduce((sum, row) => sum + row.characters, 0);
  if (characters === 0) return;

  const limit = payer.limitPerDay;
  const { rows: usage } = await sql.query(
    `INSERT INTO "DailyUsage" ("projectId", "day", "characters") SELECT $1::int, ${today}, $2::int WHERE $3::int IS NULL OR $2::int <= $3::int
     ON CONFLICT ("projectId", "day") DO UPDATE SET "characters" = "DailyUsage"."characters" + excluded."characters"
       WHERE $3::int IS NULL OR "DailyUsage"."characters" + excluded."characters" <= $3::int
     RETURNING "characters"`,
    [payer.projectId, characters, limit],
  );
  if (usage.length === 0) {
    throw new DailyLimitError(
      characters > limit!
        ? `This article has ${characters} characters to voice, more than the project's daily limit of ${limit}.`
        : `The project's daily limit of ${limit} characters is reached. Voicing goes on after midnight (UTC).`,
    );
  }
  const account = payer.organizationId === null ? '"User"' : '"Organization"';
  const { rows: balance } = await sql.query(
    `UPDATE ${account} SET "balance" = "balance" - $2::bigint WHERE "id" = $1 AND ("verified" OR "balance" >= $2::bigint) RETURNING "id"`,
    [payer.organizationId ?? payer.ownerId, characters],
  );
  if (balance.length === 0) throw new OutOfCharactersError();
}

/** Keeps an article's reservations for another while. */
export async function renew(sql: Sql, articleId: number, keys: string[]): Promise<void> {
  await sql.query(
    `UPDATE "Segment" SET "leaseUntil" = now() + interval '${leaseSeconds} seconds' WHERE "key" = ANY($1) AND "state" = 'reserved' AND "articleId" = $2`,
    [keys, articleId],
  );
}

/** Gives back an article's reservations that were not voiced, with what they cost; each exactly once. */
export async function giveBack(db: Database, articleId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await retryingDeadlocks(() => db.transaction(async (sql) => {
    const { rows } = await sql.query<{ key: string }>(
      `SELECT "key" FROM "Segment" WHERE "key" = ANY($1) AND "state" = 'reserved' AND "articleId" = $2 ORDER BY "key" FOR UPDATE`,
      [keys, articleId],
    );
    await giveBackWithin(sql, rows.map(({ key }) => key));
  }));
}

/** Gives back reservations whose owners died, once nobody can be about to take them up again. @returns how many */
export async function giveBackAbandoned(db: Database): Promise<number> {
  return retryingDeadlocks(() => db.transaction(async (sql) => {
    const { rows } = await sql.query<{ key: string }>(
      `SELECT "key" FROM "Segment" WHERE "state" = 'reserved' AND "leaseUntil" < now() - interval '1 minute' ORDER BY "key" LIMIT 10000 FOR UPDATE SKIP LOCKED`,
    );
    await giveBackWithin(sql, rows.map(({ key }) => key));
    return rows.length;
  }));
}

/** What a chunk gave that the voice has no sound for: it stays known as silent, and costs nothing. */
export async function markSilent(db: Database, key: string): Promise<void> {
  await retryingDeadlocks(() => db.transaction(async (sql) => {
    const { rows } = await sql.query(`UPDATE "Segment" SET "state" = 'voiced', "voicedAt" = now() WHERE "key" = $1 AND "state" = 'reserved' RETURNING "key"`, [key]);
    if (rows[0]) await refund(sql, [key]);
  }));
}

/** Forgets a voiced segment whose sound is no longer in storage. Its charge stays, so that voicing it again costs nothing. */
export async function forgetSound(sql: Sql, keys: string[]): Promise<void> {
  await sql.query(`DELETE FROM "Segment" WHERE "key" = ANY($1) AND "state" = 'voiced'`, [keys]);
}

async function giveBackWithin(sql: Sql, lockedKeys: string[]): Promise<void> {
  if (lockedKeys.length === 0) return;
  await sql.query(`DELETE FROM "Segment" WHERE "key" = ANY($1) AND "state" = 'reserved'`, [lockedKeys]);
  await refund(sql, lockedKeys);
}

/** Undoes charges, in the order in which `charge` makes them (charges, usage, account), so that the two never wait for each other in a circle. */
async function refund(sql: Sql, keys: string[]): Promise<void> {
  const { rows } = await sql.query<{ projectId: number; organizationId: number | null; userId: number | null; day: string; characters: number }>(
    `DELETE FROM "Charge" WHERE "segmentKey" = ANY($1) RETURNING "projectId", "organizationId", "userId", "day"::text, "characters"`,
    [keys],
  );
  const days = sums(rows, (row) => `${row.projectId} ${row.day}`);
  for (const [key, characters] of days) {
    const [projectId, day] = key.split(' ');
    await sql.query('UPDATE "DailyUsage" SET "characters" = "characters" - $3 WHERE "projectId" = $1 AND "day" = $2::date', [Number(projectId), day, characters]);
  }
  const accounts = sums(rows, (row) => (row.organizationId === null ? `User ${row.userId}` : `Organization ${row.organizationId}`));
  for (const [key, characters] of accounts) {
    const [table, id] = key.split(' ');
    await sql.query(`UPDATE "${table}" SET "balance" = "balance" + $2::bigint WHERE "id" = $1`, [Number(id), characters]);
  }
}

function sums<Row extends { characters: number }>(rows: Row[], keyOf: (row: Row) => string): [string, number][] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(keyOf(row), (totals.get(keyOf(row)) ?? 0) + row.characters);
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
}
