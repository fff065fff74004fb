import type pg from 'pg';
import type { Database } from './db.ts';
import { copyIn, copyOut } from './copy-statements.ts';
import {
  columnList,
  setSequences,
  sumTable,
  tableLabel,
  tableName,
  type SequenceValue,
  type Table,
  type TableSum,
} from './table-catalogue.ts';

/** Size of the rows of one statement, in bytes on disk. */
const batchBytes = 8_000_000;
const pageBytes = 8_192;

/** Whole rows in PostgreSQL's text format. */
export type Rows = readonly Uint8Array[];

/**
 * Reads a table in batches of some megabytes, in the order of its pages. Run it in a transaction that is
 * `REPEATABLE READ`, so that all batches see the same rows.
 */
export async function* readRows(client: pg.ClientBase, table: Table): AsyncGenerator<Rows> {
  for (const part of table.parts) {
    const from = tableName(table, part.name);
    const { rows } = await client.query(
      'SELECT pg_relation_size($1::regclass)::float8 AS main, pg_table_size($1::regclass)::float8 AS total',
      [from],
    );
    const { main, total } = (rows as { main: number; total: number }[])[0]!;
    const pages = Math.ceil(main / pageBytes);
    const step = Math.max(1, Math.floor((batchBytes * pages) / Math.max(total, 1)));
    for (let page = 0; page < pages; page += step) {
      const found = await copyOut(
        client,
        `COPY (SELECT ${columnList(table)} FROM ${from} WHERE ctid >= '(${page},0)' AND ctid < '(${page + step},0)') TO STDOUT`,
      );
      if (found.length > 0) yield found;
    }
  }
}

/** A table of the target has other rows than it should have. */
export class TransferError extends Error {
  override name = 'TransferError';
}

/** State that an unfinished transfer stores in the target database, so that it can resume. */
const records = 'parlance_transfer';

/**
 * The target of a move or a restore. While it is unfinished, the database has the schema
 * `parlance_transfer`, and no server starts on it.
 */
export interface TransferTarget {
  /** Tables that are complete, by label. */
  complete: ReadonlyMap<string, TableSum>;
  /**
   * Replaces a table's rows in one transaction, and checks them.
   * @throws TransferError when count or checksum differ from what `expected` returns
   */
  fill(
    table: Table,
    rows: AsyncIterable<Rows>,
    expected: () => Promise<TableSum>,
    onRows?: (bytes: number) => void,
  ): Promise<TableSum>;
  /** Sets sequences, restores constraints, indexes and triggers, and opens the database to servers. */
  finish(sequences: readonly SequenceValue[], onStep?: (step: string) => void): Promise<void>;
}

/** What `parlance_transfer` says is the source of an unfinished transfer; null: there is none. */
export async function unfinishedTransfer(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const known = await client.query(`SELECT to_regclass('${records}.record') IS NOT NULL AS known`);
  if (!(known.rows[0] as { known: boolean }).known) return null;
  const { rows } = await client.query(`SELECT value FROM ${records}.record WHERE key = 'source'`);
  return (rows[0] as { value: string } | undefined)?.value ?? '';
}

/** Keeps servers from a database that is not complete. @throws TransferError */
export async function refuseUnfinishedTransfer({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const source = await unfinishedTransfer(pool);
  if (source !== null)
    throw new TransferError(
      `This database is the unfinished copy of ${source}. Run the same \`npm run move\` or \`npm run restore\` again; it continues where it stopped.`,
    );
}

/** Whether a database has no tables at all: one that was just created. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', '${records}')) AS empty`,
  );
  return (rows[0] as { empty: boolean }).empty;
}

/**
 * Checks that a database can be claimed for a transfer.
 * @returns whether it is the unfinished target of the same source
 * @throws TransferError when it has tables, and is not
 */
export async function checkClaimable(client: pg.ClientBase, source: string): Promise<boolean> {
  const before = await unfinishedTransfer(client);
  if (before === source) return true;
  if (before !== null && before !== '')
    throw new TransferError(
      `The target database is the unfinished copy of ${before}. Finish that copy, or drop the database and create it again.`,
    );
  if (!(await isEmptyDatabase(client)))
    throw new TransferError(
      'The target database is not empty, and nothing is ever overwritten. Choose a newly created database.',
    );
  return false;
}

/** Claims an empty database for a transfer. @throws as checkClaimable */
export async function claimTarget(client: pg.ClientBase, source: string): Promise<void> {
  if (await checkClaimable(client, source)) return;
  await client.query(`BEGIN; CREATE SCHEMA IF NOT EXISTS ${records};
    CREATE TABLE IF NOT EXISTS ${records}.record (key text PRIMARY KEY, value text NOT NULL)`);
  await remember(client, 'source', source);
  await client.query('COMMIT');
}

const remember = (client: pg.ClientBase, key: string, value: string): Promise<unknown> =>
  client.query(
    `INSERT INTO ${records}.record VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [key, value],
  );

/**
 * Prepares a claimed database that has this release's tables: foreign keys and indexes are removed and
 * triggers disabled until `finish`, which creates them again from the recorded definitions.
 */
export async function openTarget(client: pg.ClientBase, tables: readonly Table[]): Promise<TransferTarget> {
  await loosen(client);
  for (const table of tables) await makeParts(client, table);
  const { rows } = await client.query(
    `SELECT substr(key, 7) AS label, value FROM ${records}.record WHERE key LIKE 'table %'`,
  );
  const complete = new Map(
    (rows as { label: string; value: string }[]).map(({ label, value }) => [
      label,
      JSON.parse(value) as TableSum,
    ]),
  );
  return {
    complete,
    async fill(table, batches, expected, onRows) {
      await client.query(`BEGIN; DELETE FROM ${tableName(table)}`);
      for await (const batch of batches) {
        await copyIn(client, `COPY ${tableName(table)} (${columnList(table)}) FROM STDIN`, batch);
        onRows?.(batch.reduce((sum, { length }) => sum + length, 0));
      }
      const [sum, wanted] = [await sumTable(client, table), await expected()];
      if (sum.rows !== wanted.rows || sum.checksum !== wanted.checksum)
        throw new TransferError(
          `${tableLabel(table)}: ${sum.rows} rows with checksum ${sum.checksum} arrived instead of ${wanted.rows} with ${wanted.checksum}.`,
        );
      await remember(client, `table ${tableLabel(table)}`, JSON.stringify(sum));
      await client.query('COMMIT');
      return sum;
    },
    async finish(sequences, onStep) {
      await setSequences(client, sequences);
      await tighten(client, onStep);
      await client.query('ANALYZE');
      await client.query(`DROP SCHEMA ${records} CASCADE`);
    },
  };
}

/** Partitions that the source has beside those that migrations make. */
async function makeParts(client: pg.ClientBase, table: Table): Promise<void> {
  for (const { name, bound } of table.parts) {
    if (bound === null) continue;
    const part = tableName(table, name);
    const { rows } = await client.query('SELECT to_regclass($1) IS NULL AS absent', [part]);
    if (!(rows[0] as { absent: boolean }).absent) continue;
    await client.query(`CREATE TABLE ${part} PARTITION OF ${tableName(table)} ${bound}`);
  }
}

/** Statements that make again what loading rows would only slow down, or be refused by. */
const removable = `
  SELECT 2 AS rank, format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS make,
    format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS remove
  FROM pg_constraint k WHERE k.connamespace::regnamespace::text IN ('public', 'pgboss') AND k.contype = 'f' AND k.conparentid = 0
  UNION ALL
  SELECT 1, pg_get_indexdef(i.indexrelid), format('DROP INDEX %s', i.indexrelid::regclass)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT i.indisprimary AND t.relkind = 'r' AND NOT t.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  UNION ALL
  SELECT 3, format('ALTER TABLE %s ENABLE TRIGGER %I', g.tgrelid::regclass, g.tgname),
    format('ALTER TABLE %s DISABLE TRIGGER %I', g.tgrelid::regclass, g.tgname)
  FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
  WHERE t.relnamespace = 'public'::regnamespace AND NOT g.tgisinternal AND g.tgparentid = 0`;

/** Removes what `removable` lists, and records how it is made again. Once for each target. */
async function loosen(client: pg.ClientBase): Promise<void> {
  const done = await client.query(`SELECT 1 FROM ${records}.record WHERE key = 'loosened'`);
  if (done.rows.length > 0) return;
  await client.query('BEGIN');
  const { rows } = await client.query(`SELECT * FROM (${removable}) AS parts ORDER BY rank DESC, make`);
  for (const [index, { rank, make, remove }] of (
    rows as { rank: number; make: string; remove: string }[]
  ).entries()) {
    await remember(client, `make ${rank} ${String(index).padStart(6, '0')}`, make);
    await client.query(remove);
  }
  // What migrations and the queue have put there is among the source's rows.
  await remember(client, 'loosened', 'yes');
  await client.query('COMMIT');
}

/** What takes longer is committed at once, and the rest together: most indexes are made in no time. */
const commitMs = 2_000;

/** Creates again what was removed, so that a killed transfer resumes about where it was. */
async function tighten(client: pg.ClientBase, onStep: (step: string) => void = () => {}): Promise<void> {
  const { rows } = await client.query(
    `SELECT key, value FROM ${records}.record WHERE key LIKE 'make %' ORDER BY key`,
  );
  // Large enough that the indexes of 100,000 articles are sorted in memory.
  await client.query(`SET maintenance_work_mem = '256MB'`);
  let begun = performance.now();
  await client.query('BEGIN');
  for (const { key, value } of rows as { key: string; value: string }[]) {
    onStep(value);
    await client.query(value);
    await client.query(`DELETE FROM ${records}.record WHERE key = $1`, [key]);
    if (performance.now() - begun < commitMs) continue;
    await client.query('COMMIT; BEGIN');
    begun = performance.now();
  }
  await client.query('COMMIT');
}
