/**
 * Makes an embedded database with all tables and the queue, and writes its files as a tarball. Run as
 * `node scripts/pack/embedded-database.ts FILE`. A first start unpacks it instead of running each migration.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { jobs } from '../../server/jobs.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { openQueue } from '../../server/lib/database/queue.ts';
import { createLogger } from '../../server/lib/logger.ts';

const place = await mkdtemp(join(tmpdir(), 'parlance-embedded-'));
try {
  const db = await openDatabase({ dataDir: place, databaseUrl: undefined, databasePool: 2 });
  await migrate(db);
  const queue = await openQueue({ db, log: createLogger('silent'), jobs, supervise: false });
  await queue.stop();
  await db.close();
  await pipeline(
    packTar(join(place, 'database')),
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
    createWriteStream(process.argv[2]!),
  );
} finally {
  await rm(place, { recursive: true });
}
