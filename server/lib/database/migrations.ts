import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { execute, type Sql } from './db.ts';
import { partsOf, type MigrationParts } from './migration-parts.ts';

/** Where the migrations of this release are. */
export const migrationsFolder = new URL('../../../prisma/migrations/', import.meta.url);

/**
 * Migrations that were mended after their release, with the checksum of what was released: under it they are
 * recorded everywhere, so that it does not matter which of the two a database ran.
 */
const released: Record<string, string> = {
  '0026_title_search': 'd98054b492ac8b11194160bce6dce1c3f0b9ce4d2217bb7aa5dcf88eac0f9b9c',
};

/**
 * Maps migrations that shared their number with another one at their release to their names of that time. The
 * previous release looks them up by those names and would rerun any that it does not find, so databases keep
 * recording the old names. Both names are read, so a later release that never runs beside an older one may
 * rename the rows.
 */
export const releasedAs: Readonly<Record<string, string>> = {
  '0007b_lists_and_name_order': '0007_lists_and_name_order',
  '0012b_listening': '0012_listening',
  '0014b_hearing': '0014_hearing',
  '0015b_playlist_upkeep': '0015_playlist_upkeep',
  '0016b_own_ads': '0016_own_ads',
  '0019b_settings_revision': '0019_settings_revision',
  '0020b_uploaded_bytes': '0020_uploaded_bytes',
};
const nameNow = new Map(Object.entries(releasedAs).map(([name, former]) => [former, name]));

/** Prisma's own table, which has no model. */
export type MigrationTables = {
  _prisma_migrations: {
    id: string;
    checksum: string;
    migration_name: string;
    finished_at: Date | null;
    /** Which releases run with what the migration made: `runs with 0026_title_search`. */
    logs: string | null;
    /** Parts of it that are done; it has more than that while `finished_at` is NULL. */
    applied_steps_count: number;
  };
};

export interface Migration extends MigrationParts {
  name: string;
  checksum: string;
}

/**
 * Reads the folders of prisma/migrations, in order.
 * @throws MigrationError for a directive that is not known
 */
export async function readMigrations(from: URL = migrationsFolder): Promise<Migration[]> {
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, from), 'utf8');
      const checksum = released[name] ?? createHash('sha256').update(sql).digest('hex');
      return { name, checksum, ...partsOf(name, sql) };
    }),
  );
}

/** Record in a database of an applied migration. */
export interface RecordedMigration {
  checksum: string;
  runsWith: string | null;
}

/**
 * The names that a program knows: of its migrations, and of the unreleased ones that these replace.
 */
export const knownNames = (migrations: readonly Migration[]): Set<string> =>
  new Set(
    migrations.flatMap(({ name, parts }) => [name, ...parts.flatMap(({ replaces }) => replaces ?? [])]),
  );

/**
 * The migrations that the database records as finished, by the names that they have now; none where it is
 * empty.
 */
export async function recordedMigrations(sql: Sql): Promise<Map<string, RecordedMigration>> {
  const { rows } = await execute(sql, `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS known`);
  if (!(rows[0] as { known: boolean }).known) return new Map();
  const records = await sql
    .withTables<MigrationTables>()
    .selectFrom('_prisma_migrations')
    .select(['migration_name', 'checksum', 'logs'])
    .where('finished_at', 'is not', null)
    .execute();
  return new Map(
    records.map(({ migration_name, checksum, logs }) => [
      nameNow.get(migration_name) ?? migration_name,
      { checksum, runsWith: /^runs with (\w+)$/.exec(logs ?? '')?.[1] ?? null },
    ]),
  );
}

/**
 * The first migration of a database that a program which knows these cannot run with; null: it can. A newer
 * release may say of a migration that the release before still runs.
 */
export function newerMigration(
  known: ReadonlySet<string>,
  recorded: ReadonlyMap<string, RecordedMigration>,
): string | null {
  for (const name of [...recorded.keys()].sort()) {
    const { runsWith } = recorded.get(name)!;
    if (!known.has(name) && !(runsWith !== null && known.has(runsWith))) return name;
  }
  return null;
}
