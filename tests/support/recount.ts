import { expect } from 'vitest';
import { execute, type Database } from '../../server/lib/database/db.ts';

/**
 * Counts the whole ledger again, and compares: each balance is the sum of its account's entries, each day of
 * a project, and each voice on it, what its entries say, and what is paid for at present are the charges that
 * were not returned.
 */
export async function expectLedgerToAgree(db: Pick<Database, 'pool'>): Promise<void> {
  const { rows: balances } = await db.pool.query(
    `SELECT a."id", a."balance", coalesce(sum(e."amount"), 0) AS sum FROM "Account" a LEFT JOIN "LedgerEntry" e ON e."accountId" = a."id"
     GROUP BY a."id" HAVING a."balance" <> coalesce(sum(e."amount"), 0)`,
  );
  expect(balances, 'balances that are not the sum of their entries').toEqual([]);
  const { rows: days } = await db.pool.query(
    `WITH counted AS (
       SELECT "projectId", "day", -sum("amount") AS characters, sum("saved") AS saved, sum("cost") AS cost FROM "LedgerEntry"
       WHERE "projectId" IS NOT NULL AND "kind" IN ('charged', 'returned', 'saved') GROUP BY "projectId", "day")
     SELECT * FROM counted c FULL JOIN "DailyUsage" u USING ("projectId", "day")
     WHERE coalesce(c.characters, 0) <> coalesce(u."characters", 0) OR coalesce(c.saved, 0) <> coalesce(u."saved", 0)
       OR coalesce(c.cost, 0) <> coalesce(u."cost", 0)`,
  );
  expect(days, 'days that are not what their entries say').toEqual([]);
  const { rows: voices } = await db.pool.query(
    `WITH counted AS (
       SELECT "projectId", "day", coalesce("provider", '') AS "provider", coalesce("voice", '') AS "voice",
         -sum("amount") AS characters, sum("saved") AS saved, sum("cost") AS cost FROM "LedgerEntry"
       WHERE "projectId" IS NOT NULL AND "kind" IN ('charged', 'returned', 'saved') GROUP BY 1, 2, 3, 4)
     SELECT * FROM counted c FULL JOIN "VoiceUsage" u USING ("projectId", "day", "provider", "voice")
     WHERE coalesce(c.characters, 0) <> coalesce(u."characters", 0) OR coalesce(c.saved, 0) <> coalesce(u."saved", 0)
       OR coalesce(c.cost, 0) <> coalesce(u."cost", 0)`,
  );
  expect(voices, 'voices that are not what their entries say').toEqual([]);
  const { rows: charges } = await db.pool.query(
    `WITH counted AS (
       SELECT "segmentKey", "accountId", -sum("amount") AS characters, sum("cost") AS cost FROM "LedgerEntry"
       WHERE "kind" IN ('charged', 'returned') GROUP BY "segmentKey", "accountId"
       HAVING count(*) FILTER (WHERE "kind" = 'charged') <> count(*) FILTER (WHERE "kind" = 'returned'))
     SELECT * FROM counted c FULL JOIN "Charge" p USING ("segmentKey", "accountId")
     WHERE c.characters IS DISTINCT FROM p."characters" OR c.cost IS DISTINCT FROM p."cost"`,
  );
  expect(charges, 'charges that are not those of the ledger').toEqual([]);
}

/** Moves everything that was used to the day before, as if midnight (UTC) had passed. */
export async function letMidnightPass(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // The ledger refuses all other changes.
    await execute(tx, 'SET LOCAL session_replication_role = replica');
    for (const table of ['LedgerEntry', 'Charge', 'DailyUsage', 'VoiceUsage'])
      await execute(tx, `UPDATE "${table}" SET "day" = "day" - 1`);
  });
}
