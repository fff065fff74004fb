import type { Database } from './db.ts';
import type { Logger } from '../logger.ts';
import { knownNames, newerMigration, readMigrations, recordedMigrations } from './migrations.ts';
import type { PubSub } from './pubsub.ts';

/** Milliseconds between two checks for migrations that were applied by other means than Parlance. */
const everyMs = 10_000;

/** Watches whether the database is still of the release that this process is. */
export interface SchemaWatch {
  /**
   * Checks now.
   * @returns why this process must stop; null: it may continue
   * @throws when the database cannot be queried
   */
  check(): Promise<string | null>;
  /**
   * Calls once when a newer release has changed the schema, at once if it has already: this process no longer
   * knows what it would read and write. It stays so until it ends.
   */
  onNewer(listener: (why: string) => void): void;
  close(): void;
}

/** @param from the migrations that this release knows: read now, because an upgrade may replace the folder */
export async function watchSchema(
  { db, pubsub, log }: { db: Database; pubsub: PubSub; log: Logger },
  from?: URL,
): Promise<SchemaWatch> {
  const known = knownNames(await readMigrations(from));
  const newer = Promise.withResolvers<string>();
  let why: string | null = null;
  const check = async (): Promise<string | null> => {
    const stranger = newerMigration(known, await recordedMigrations(db.sql));
    if (stranger !== null && why === null) {
      why = `The database is of a newer release than this process (migration ${stranger}). It has to be replaced.`;
      log.error(
        { migration: stranger },
        'a newer release has changed the schema; this process stops serving',
      );
      newer.resolve(why);
    }
    return why;
  };
  // Outages are reported elsewhere.
  const look = (): void => void check().catch(() => {});
  const unlisten = pubsub.onSchemaChange(look);
  const timer = setInterval(look, everyMs).unref();
  return {
    check,
    onNewer: (listener) => void newer.promise.then(listener),
    close() {
      unlisten();
      clearInterval(timer);
    },
  };
}
