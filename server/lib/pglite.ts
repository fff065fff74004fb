import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import pg from 'pg';

/**
 * The embedded database behind an ordinary pool of one connection, so that everything above it is the same as with
 * PostgreSQL. Lives in `directory`, or in memory when there is none.
 */
export async function openPglite(directory?: string): Promise<{ pglite: PGlite; pool: pg.Pool }> {
  const pglite = await PGlite.create({ ...(directory && { dataDir: directory }), extensions: { pg_trgm, unaccent, btree_gin } });
  const config = createPgConfig(pglite);
  const parse = config.connection.parse.bind(config.connection);
  // Its parser wants `types` to be an array, which pg leaves out for most statements.
  config.connection.parse = (query: { types?: unknown }) => parse({ ...query, types: Array.isArray(query.types) ? query.types : [] });
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0 } as unknown as pg.PoolConfig);
  pool.on('error', () => {});
  return { pglite, pool };
}
