import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, type Database } from '../../server/lib/database/db.ts';

/** No day of any test is so far off: where rows are while others are moved, so that no two meet on a day. */
const farDays = 100_000;

/**
 * Lets days pass: everything that the database knows happened so much earlier. The players' events, whose
 * partitions are days, stay where they are.
 */
export async function letDaysPass({ transaction }: Database, days: number): Promise<void> {
  await transaction(async (tx) => {
    // The ledger, and tables that triggers maintain, refuse or count changes by other statements.
    await execute(tx, 'SET LOCAL session_replication_role = replica');
    const { rows } = await execute(
      tx,
      `SELECT c.table_name AS "table", array_agg(c.column_name::text) AS columns
       FROM information_schema.columns c JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace
       WHERE c.table_schema = 'public' AND t.relkind = 'r' AND NOT t.relispartition AND c.table_name <> '_prisma_migrations'
         AND c.data_type IN ('date', 'timestamp with time zone') GROUP BY 1`,
    );
    for (const { table, columns } of rows as { table: string; columns: string[] }[])
      for (const shift of [farDays, -farDays - days]) {
        const moved = columns.map((name) => `"${name}" = "${name}" + ${shift} * interval '24 hours'`);
        await execute(tx, `UPDATE "${table}" SET ${moved.join(', ')}`);
      }
  });
}

/** The same for the files below a directory. */
export async function letFilesAge(directory: string, days: number): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(path);
    const then = mtimeMs / 1000 - days * 86_400;
    await utimes(path, then, then);
  }
}
