import type { Database } from '../../server/lib/database/db.ts';
import { tableColumns } from './table-columns.ts';

/** How the tables were at a moment. */
export interface Snapshot {
  /** Tables that are not as they were; notes of visits and counted calls are no changes. */
  changedTables(): Promise<string[]>;
  /** Puts everything back. */
  restore(): Promise<void>;
  /** How these tables are now is how they were. */
  keep(tables: readonly string[]): Promise<void>;
}

/** Columns that every call writes, for any caller. */
const notes: Readonly<Record<string, readonly string[]>> = {
  Session: ['lastSeenAt'],
  PartnerToken: ['lastUsedAt', 'lastUsedNetwork'],
};
/** Tables of call counts do not matter to tests that restore everything. */
const uncounted = ['_prisma_migrations', 'RateLimit'];

/** Stores a copy of every table in a separate schema, once per database. */
export async function takeSnapshot({ pool }: Pick<Database, 'pool'>): Promise<Snapshot> {
  const columns = await tableColumns(pool, uncounted);
  const copy = (table: string): string => `CREATE TABLE kept."${table}" AS TABLE public."${table}"`;
  await pool.query('CREATE SCHEMA kept');
  for (const table of columns.keys()) await pool.query(copy(table));

  const digest = (schema: string, table: string): string => {
    const line = `(to_jsonb(t)${(notes[table] ?? []).map((column) => ` - '${column}'`).join('')})::text`;
    return `(SELECT md5(coalesce(string_agg(line, '' ORDER BY line), '')) FROM (SELECT ${line} AS line FROM ${schema}."${table}" t) lines)`;
  };
  const comparison = (table: string): string =>
    `SELECT '${table}' AS name WHERE ${digest('public', table)} <> ${digest('kept', table)}`;
  // A trigger on each table records that it was written to: much faster than comparing all rows.
  await pool.query(`
    CREATE UNLOGGED TABLE kept."written to" (name text);
    CREATE FUNCTION kept.note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO kept."written to" VALUES (TG_TABLE_NAME); RETURN NULL; END $$;`);
  for (const table of columns.keys())
    await pool.query(
      `CREATE TRIGGER "written to" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public."${table}"
       FOR EACH STATEMENT EXECUTE FUNCTION kept.note()`,
    );
  const changedTables = async (): Promise<string[]> => {
    const { rows: written } = await pool.query<{ name: string }>(
      'SELECT DISTINCT name FROM kept."written to" ORDER BY 1',
    );
    if (!written.length) return [];
    const differing = await pool.query<{ name: string }>(
      written.map(({ name }) => comparison(name)).join(' UNION ALL '),
    );
    return differing.rows.map(({ name }) => name);
  };
  return {
    changedTables,
    async restore() {
      const back = (await changedTables()).map((table) => {
        const names = columns.get(table)!;
        return `DELETE FROM public."${table}"; INSERT INTO public."${table}" (${names}) SELECT ${names} FROM kept."${table}";`;
      });
      // Foreign keys do not matter when all rows are restored, and triggers record nothing.
      await pool.query(
        `DO $$ BEGIN SET LOCAL session_replication_role = replica; DELETE FROM "RateLimit"; ${back.join(' ')} DELETE FROM kept."written to"; END $$`,
      );
    },
    async keep(tables) {
      for (const table of tables) {
        await pool.query(`DROP TABLE kept."${table}"`);
        await pool.query(copy(table));
      }
    },
  };
}
