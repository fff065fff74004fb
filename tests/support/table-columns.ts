import type { Database } from '../../server/lib/database/db.ts';

/**
 * The product's tables with the columns that can be written, as statements name them. @param without tables
 * that are left out
 */
export async function tableColumns(
  pool: Database['pool'],
  without: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ table: string; columns: string }>(
    `SELECT c.table_name AS "table", string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS columns
     FROM information_schema.columns c JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
     WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND NOT c.table_name = ANY($1) GROUP BY 1 ORDER BY 1`,
    [without],
  );
  return new Map(rows.map((row) => [row.table, row.columns]));
}
