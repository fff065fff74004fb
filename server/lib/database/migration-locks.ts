import { execute, type Database, type Sql } from './db.ts';
import { statementsOf } from './migration-parts.ts';

/** The locks of statements that change tables, the weakest first (PostgreSQL, section 13.3.1). */
const strengths = ['SHARE', 'SHARE ROW EXCLUSIVE', 'ACCESS EXCLUSIVE'] as const;
export type TableLock = (typeof strengths)[number];

const name = String.raw`(?:ONLY\s+)?(?:public\.)?"?(\w+)"?`;
const taking: [pattern: RegExp, lock: TableLock][] = [
  [
    new RegExp(String.raw`^CREATE\s+(?:UNIQUE\s+)?INDEX\b(?!\s+CONCURRENTLY)[^]*?\sON\s+${name}`, 'i'),
    'SHARE',
  ],
  [
    new RegExp(String.raw`^CREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b[^]*?\sON\s+${name}`, 'i'),
    'SHARE ROW EXCLUSIVE',
  ],
  [new RegExp(String.raw`\bREFERENCES\s+${name}`, 'gi'), 'SHARE ROW EXCLUSIVE'],
  [new RegExp(String.raw`^DROP\s+TRIGGER\b[^]*?\sON\s+${name}`, 'i'), 'ACCESS EXCLUSIVE'],
  [new RegExp(String.raw`^(?:ALTER|DROP)\s+TABLE\s+(?:IF\s+EXISTS\s+)?${name}`, 'i'), 'ACCESS EXCLUSIVE'],
  [new RegExp(String.raw`^TRUNCATE\s+(?:TABLE\s+)?${name}`, 'i'), 'ACCESS EXCLUSIVE'],
];

/**
 * Which tables the statements of a migration lock, the strongest lock of each, in one order for all: by name.
 */
export function locksOf(sql: string): [table: string, lock: TableLock][] {
  const locks = new Map<string, TableLock>();
  for (const statement of statementsOf(sql)) {
    for (const [pattern, lock] of taking) {
      const found = pattern.global ? [...statement.matchAll(pattern)] : [pattern.exec(statement)];
      for (const table of found.map((match) => match?.[1]).filter((one) => one !== undefined)) {
        const strength = Math.max(strengths.indexOf(lock), strengths.indexOf(locks.get(table) ?? 'SHARE'));
        locks.set(table, strengths[strength]!);
      }
    }
  }
  return [...locks].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Takes a migration's locks before its first statement and in a fixed order. A process that holds one of them
 * makes the migration wait before it holds anything for long. Two processes with different lock orders cannot
 * deadlock in the middle of its work. A table that does not exist yet needs no lock.
 */
export async function takeLocks(tx: Sql, sql: string): Promise<void> {
  for (const [table, lock] of locksOf(sql)) {
    const { rows } = await execute(tx, 'SELECT to_regclass(quote_ident($1)) IS NOT NULL AS known', [table]);
    if ((rows[0] as { known: boolean }).known) await execute(tx, `LOCK TABLE "${table}" IN ${lock} MODE`);
  }
}

/** Who holds the locks that a session waits for: the process, what it does and for how many seconds. */
export async function findLockHolders(db: Database, pid: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ holder: string }>(
    `SELECT format('%s (%s) for %s s: %s', pid, coalesce(nullif(application_name, ''), backend_type),
       round(extract(epoch FROM clock_timestamp() - xact_start)), left(regexp_replace(query, '\\s+', ' ', 'g'), 120)) AS holder
     FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY xact_start`,
    [pid],
  );
  return rows.map(({ holder }) => holder);
}
