import pg from 'pg';

/** A table whose rows belong to the installation, without its generated columns. */
export interface Table {
  schema: string;
  name: string;
  columns: string[];
  /** Where its rows are: itself, or its partitions with the bounds that they were attached with. */
  parts: { name: string; bound: string | null }[];
}

/** Rows and their checksum, the same for the same rows on every server, in any order. */
export interface TableSum {
  rows: number;
  /** Sum of the 64-bit hashes of all rows, modulo 2^64, hexadecimal. */
  checksum: string;
}

/** A sequence as `setval` takes it. */
export interface SequenceValue {
  name: string;
  value: string;
  isCalled: boolean;
}

/**
 * Tables whose rows describe a database or its processes, and not what is in it: its migrations, and the
 * settings that its processes compare.
 */
const excluded = new Set(['_prisma_migrations', 'SharedSetting']);

const quoted = (schema: string, name: string): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** The name of a table or a part of one in statements. */
export const tableName = ({ schema, name }: Pick<Table, 'schema' | 'name'>, part = name): string =>
  quoted(schema, part);

/** The columns of a table in statements. */
export const columnList = ({ columns }: Table): string => columns.map(pg.escapeIdentifier).join(', ');

/** How a table is called in reports: `Article`, `pgboss.job`. */
export const tableLabel = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  schema === 'public' ? name : `${schema}.${name}`;

/**
 * Returns Parlance's tables and the jobs of its queues. Other tables of the queue are filled at each start.
 */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name, c.relkind = 'p' AS "isDivided",
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) ORDER BY p.relname)
         FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) AS parts
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND (n.nspname = 'public' OR (n.nspname = 'pgboss' AND c.relname IN ('job', 'queue')))
     ORDER BY 1 DESC, 2`,
  );
  return (rows as (Omit<Table, 'parts'> & { isDivided: boolean; parts: Table['parts'] | null })[])
    .filter(({ name }) => !excluded.has(name))
    .map(({ schema, name, columns, isDivided, parts }) => ({
      schema,
      name,
      columns,
      parts: isDivided ? (parts ?? []) : [{ name, bound: null }],
    }));
}

/** Counts a table's rows and sums their hashes. The session has to have `portableText`. */
export async function sumTable(client: pg.ClientBase, table: Table): Promise<TableSum> {
  const { rows } = await client.query(
    `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(ROW(${columnList(table)})::text, 0)::numeric), 0)::text AS sum
     FROM ${tableName(table)}`,
  );
  const { rows: count, sum } = (rows as { rows: number; sum: string }[])[0]!;
  return { rows: count, checksum: BigInt.asUintN(64, BigInt(sum)).toString(16).padStart(16, '0') };
}

/** Makes a session format values in the same way on every server. */
export const portableText = `SET TIME ZONE 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET search_path = public;`;

/** Where the sequences of Parlance's tables are. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  const values: SequenceValue[] = [];
  for (const { name } of rows as { name: string }[]) {
    const { rows: found } = await client.query(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted('public', name)}`,
    );
    values.push({ name, ...(found[0] as Omit<SequenceValue, 'name'>) });
  }
  return values;
}

/** Sets sequences to where they were. */
export async function setSequences(client: pg.ClientBase, values: readonly SequenceValue[]): Promise<void> {
  for (const { name, value, isCalled } of values)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      quoted('public', name),
      value,
      isCalled,
    ]);
}

/** Bytes of all tables on disk, roughly what their rows take in text. */
export async function tablesSize(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(
    `SELECT coalesce(sum(pg_table_size(c.oid)), 0)::float8 AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r'`,
  );
  return (rows[0] as { bytes: number }).bytes;
}
