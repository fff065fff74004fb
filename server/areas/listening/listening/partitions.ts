import { execute, type Database, type Sql } from '../../../lib/database/db.ts';
import { lockName } from '../../../lib/database/sql.ts';

const dayMs = 86_400_000;
/** Days ahead for which there is room. */
const ahead = 3;
const prefix = 'PlayerEvent_';

/** The day of a time, UTC: `2026-11-21`. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Makes room for today's events and those of the days to come; a day that has it keeps it. */
export async function prepareDays(
  db: Pick<Database, 'transaction'>,
  now: number = Date.now(),
): Promise<void> {
  for (let day = 0; day <= ahead; day++) await prepareDay(db, dayOf(now + day * dayMs));
}

/**
 * Creates one day's partition of events. It is created separately and then attached, so that writers do not
 * wait.
 */
export async function prepareDay({ transaction }: Pick<Database, 'transaction'>, day: string): Promise<void> {
  const name = `${prefix}${day.replaceAll('-', '')}`;
  await transaction(async (tx) => {
    if (await isAttached(tx, name)) return;
    await lockName(tx, 'days of player events');
    if (await isAttached(tx, name)) return;
    await execute(tx, `CREATE TABLE "${name}" (LIKE "PlayerEvent" INCLUDING ALL)`);
    await execute(
      tx,
      `ALTER TABLE "PlayerEvent" ATTACH PARTITION "${name}" FOR VALUES FROM ('${day}') TO ('${dayOf(Date.parse(day) + dayMs)}')`,
    );
  });
}

/** The days for which there is room, the first first. */
export async function preparedDays(sql: Sql): Promise<string[]> {
  const { rows } = await execute(
    sql,
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"PlayerEvent"'::regclass ORDER BY 1`,
  );
  return (rows as { name: string }[]).map(({ name }) =>
    name.slice(prefix.length).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
  );
}

/**
 * Drops expired days. Waiting for the table's lock blocks writers, so it waits only briefly and tries again
 * the next night.
 * @param before the first day to keep
 * @returns dropped days
 */
export async function dropDays(db: Pick<Database, 'sql' | 'transaction'>, before: string): Promise<number> {
  const days = (await preparedDays(db.sql)).filter((day) => day < before);
  for (const day of days) {
    await db.transaction(async (tx) => {
      await execute(tx, `SET LOCAL lock_timeout = '2s'`);
      await execute(tx, `DROP TABLE "${prefix}${day.replaceAll('-', '')}"`);
    });
  }
  return days.length;
}

async function isAttached(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await execute(sql, 'SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass($1)', [
    `"${name}"`,
  ]);
  return rows.length > 0;
}
