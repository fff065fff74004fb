import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { openFiles } from '../open-files.ts';

/** A quarter of the default: the system caches what the database reads anyway. */
const sharedBuffers = '32MB';
/**
 * Database's share of the files that this process may have open. By default it opens hundreds, and closes the
 * least recently used ones.
 */
const filesPart = 0.25;
/** PostgreSQL's bounds, https://www.postgresql.org/docs/current/runtime-config-resource.html */
const filesBounds = { least: 64, most: 1_000 };
/** Settings while the files are created, which happens several times, each with separate memory. */
const least = ['-c', 'shared_buffers=4MB', '-c', 'max_connections=10'];

/**
 * Opens the embedded database, in memory without a directory; makes its files where there are none.
 * @param making whether that is all it is opened for
 */
export async function openEngine(directory: string | undefined, making = false): Promise<PGlite> {
  const allowed = ((await openFiles())?.limit ?? Infinity) * filesPart;
  const files = Math.floor(Math.min(Math.max(allowed, filesBounds.least), filesBounds.most));
  return PGlite.create({
    ...(directory && { dataDir: directory }),
    extensions: { pg_trgm, unaccent, btree_gin },
    initDbStartParams: least,
    startParams: [
      ...PGlite.defaultStartParams,
      '-c',
      `max_files_per_process=${files}`,
      ...(making ? least : ['-c', `shared_buffers=${sharedBuffers}`]),
    ],
  });
}
