import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

/** A quarter of what it takes by itself: what it reads lies in the system's cache anyway. */
const sharedBuffers = '32MB';
/** While its files are made, which is done several times over, each in memory of its own. */
const least = ['-c', 'shared_buffers=4MB', '-c', 'max_connections=10'];

/**
 * Opens the embedded database, in memory without a directory; makes its files where there are none.
 * @param making whether that is all it is opened for
 */
export function openEngine(directory: string | undefined, making = false): Promise<PGlite> {
  return PGlite.create({
    ...(directory && { dataDir: directory }),
    extensions: { pg_trgm, unaccent, btree_gin },
    initDbStartParams: least,
    startParams: [...PGlite.defaultStartParams, ...(making ? least : ['-c', `shared_buffers=${sharedBuffers}`])],
  });
}
