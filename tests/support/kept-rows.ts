import type pg from 'pg';
import type { Database } from '../../server/lib/database/db.ts';
import { tableColumns } from './table-columns.ts';

/** What an empty database held once something had been made in it, and how it gets there again. */
interface KeptRows<Made> {
  made: Made;
  statements: string;
}

const kept = new WeakMap<pg.Pool, KeptRows<unknown>>();

/**
 * Makes something that takes many statements; where the tables are as empty as they were the first time, its
 * rows are put there again by one. @returns a copy of what was made then
 */
export async function makeOnce<Made>(
  { pool }: Pick<Database, 'pool'>,
  make: () => Promise<Made>,
): Promise<Made> {
  // Who has given out no id holds nothing that these rows would meet.
  const { rows } = await pool.query<{ fresh: boolean }>(
    `SELECT bool_and(last_value IS NULL) AS fresh FROM pg_sequences WHERE schemaname = 'public'`,
  );
  if (!rows[0]!.fresh) return make();
  const before = kept.get(pool) as KeptRows<Made> | undefined;
  if (before) {
    await pool.query(before.statements);
    return structuredClone(before.made);
  }
  const made = await make();
  kept.set(pool, { made: structuredClone(made), statements: await statementsOf(pool) });
  return made;
}

async function statementsOf(pool: pg.Pool): Promise<string> {
  const inserts: string[] = [];
  for (const [table, columns] of await tableColumns(pool, ['_prisma_migrations'])) {
    const { rows } = await pool.query<{ rows: string | null }>(
      `SELECT quote_literal(json_agg(t)::text) AS rows FROM public."${table}" t`,
    );
    if (rows[0]!.rows)
      inserts.push(
        `INSERT INTO public."${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::public."${table}", ${rows[0]!.rows})`,
      );
  }
  const { rows: counted } = await pool.query<{ setval: string }>(
    `SELECT format('SELECT setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value) AS setval
     FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  // Together, so that they are one transaction. What rows lead to was kept with them.
  return [
    'SET LOCAL session_replication_role = replica',
    ...inserts,
    // What a process keeps of a dictionary it knows by its moment.
    'UPDATE "Dictionary" SET "updatedAt" = now()',
    ...counted.map(({ setval }) => setval),
  ].join(';\n');
}
