import type pg from 'pg';
import type { Database } from '../../server/lib/db.ts';

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
export async function madeOnce<Made>(
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
  const { rows: tables } = await pool.query<{ table: string; columns: string }>(
    `SELECT c.table_name AS "table", string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS columns
     FROM information_schema.columns c JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
     WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND c.table_name <> '_prisma_migrations' GROUP BY 1 ORDER BY 1`,
  );
  const inserts: string[] = [];
  for (const { table, columns } of tables) {
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
