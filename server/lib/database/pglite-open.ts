import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { openFiles } from '../open-files.ts';

/** A quarter of what it takes by itself: what it reads lies in the system's cache anyway. */
const sharedBuffers = '32MB';
/**
 * Of the files that this process may have open, the part that the database may; it takes hundreds by itself,
 * and closes those that it used least.
 */
const filesPart = 0.25;
/** PostgreSQL's bounds, https://www.postgresql.org/docs/current/runtime-config-resource.html */
const filesBounds = { least: 64, most: 1_000 };
/** While its files are made, which is done several times over, each in memory of its own. */
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
