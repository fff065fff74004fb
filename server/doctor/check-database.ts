import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../lib/database/db.ts';
import {
  knownNames,
  newerMigration,
  readMigrations,
  recordedMigrations,
} from '../lib/database/migrations.ts';
import { readOnlyReason } from '../lib/database/read-only-reason.ts';
import {
  missingExtensions,
  readServerFacts,
  replicaLag,
  settingsOff,
} from '../lib/database/server-checks.ts';
import { unfinishedTransfer } from '../lib/database/transfer-tables.ts';
import { explainStartError } from '../lib/explain-start-error.ts';
import { withoutCredentials } from '../lib/start-report.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

const oldestVersion = 150_000;
const extensions = ['pg_trgm', 'btree_gin'];
/** Settings of PostgreSQL that lose or damage data in a crash, with how serious that is. */
const dangerous = { fsync: 'wrong', full_page_writes: 'wrong', synchronous_commit: 'warning' } as const;
const upkeepSettings = ['autovacuum', 'track_counts'];
/** Connections of a process beside those of its pool. */
const otherConnections = 3;
/** As far behind as reports may be, seconds (lib/database/replica.ts). */
const replicaLagMax = 180;

/** A database that was opened, and whether its notifications arrive. */
export interface CheckedDatabase {
  db: Database;
  isListening: () => Promise<boolean>;
}

/** Checks version, settings, extensions, schema and notifications of the database. @throws pg errors */
export async function checkDatabase(
  config: Config,
  { db, isListening }: CheckedDatabase,
): Promise<Finding[]> {
  const about = findingsAbout('DATABASE', databaseName(config));
  const { pool } = db;
  const readOnly = (await readOnlyReason(pool)) !== null;
  const source = await unfinishedTransfer(pool);
  const { version, problems } =
    db.kind === 'postgres' ? await checkServer(config, pool) : { version: '', problems: [] };
  const findings = [
    ...problems,
    ...(readOnly ? [about.wrong(m.CHECK_DATABASE_READ_ONLY())] : []),
    ...(source === null ? [] : [about.wrong(m.CHECK_DATABASE_UNFINISHED({ source }))]),
    ...(await checkSchema(config, db)),
    // Nothing can be sent while it is read-only, so that nothing arrives.
    ...(readOnly || (await isListening()) ? [] : [about.wrong(m.CHECK_DATABASE_DEAF())]),
  ];
  if (findings.length > 0) return findings;
  return [
    about.fine(db.kind === 'postgres' ? m.CHECK_DATABASE_FINE({ version }) : m.CHECK_DATABASE_EMBEDDED()),
  ];
}

/** Reports a database that cannot be opened or read. */
export const databaseFailure = (config: Config, error: unknown): Finding =>
  findingsAbout('DATABASE', databaseName(config)).wrong(
    // Without the stack of an error that is not known.
    m.CHECK_DATABASE_FAILED({ why: explainStartError(error).split('\n    at ')[0]! }),
  );

/** What the database is called, without user and password. */
export const databaseName = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string =>
  databaseUrl === undefined ? `${dataDir}/database` : withoutCredentials(databaseUrl);

async function checkServer(config: Config, pool: pg.Pool): Promise<{ version: string; problems: Finding[] }> {
  const about = findingsAbout('DATABASE', databaseName(config));
  const facts = await readServerFacts(pool);
  const { version, encoding, connections, connectionsUsed } = facts;
  const problems: Finding[] = [];
  if (facts.versionNumber < oldestVersion) problems.push(about.wrong(m.CHECK_DATABASE_OLD({ version })));
  if (encoding !== 'UTF8') problems.push(about.wrong(m.CHECK_DATABASE_ENCODING({ encoding })));
  const needed = config.databasePool + otherConnections;
  if (connections - connectionsUsed < needed && connections < 2 * needed)
    problems.push(
      about.warning(m.CHECK_DATABASE_CONNECTIONS({ used: connectionsUsed, most: connections, needed })),
    );
  for (const name of await settingsOff(pool, [...Object.keys(dangerous), ...upkeepSettings]))
    problems.push(
      name in dangerous
        ? about[dangerous[name as keyof typeof dangerous]](
            m.CHECK_DATABASE_SETTING({ name, value: 'off', wanted: 'on' }),
          )
        : about.warning(m.CHECK_DATABASE_VACUUM({ name })),
    );
  for (const name of await missingExtensions(pool, extensions))
    problems.push(about.wrong(m.CHECK_DATABASE_EXTENSION({ name })));
  return { version, problems };
}

async function checkSchema(config: Config, { sql }: Database): Promise<Finding[]> {
  const about = findingsAbout('DATABASE', databaseName(config));
  const migrations = await readMigrations();
  const recorded = await recordedMigrations(sql);
  const newer = newerMigration(knownNames(migrations), recorded);
  if (newer !== null) return [about.wrong(m.CHECK_SCHEMA_NEWER({ migration: newer }))];
  return migrations.every(({ name }) => recorded.has(name)) ? [] : [about.warning(m.CHECK_SCHEMA_OLDER())];
}

/** Checks the copy that reports are read from, if there is one. */
export async function checkReplica({ databaseReplicaUrl }: Config): Promise<Finding[]> {
  if (databaseReplicaUrl === undefined) return [];
  const about = findingsAbout('DATABASE', withoutCredentials(databaseReplicaUrl));
  try {
    const seconds = Math.round(await replicaLag(databaseReplicaUrl));
    return [
      seconds > replicaLagMax
        ? about.warning(m.CHECK_REPLICA_LATE({ seconds }))
        : about.fine(m.CHECK_REPLICA_FINE({ seconds })),
    ];
  } catch (error) {
    return [about.warning(m.CHECK_REPLICA_FAILED({ why: (error as Error).message }))];
  }
}
