import type { Database } from '../../server/lib/database/db.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import { openQueue } from '../../server/lib/database/queue.ts';
import { jobs } from '../../server/jobs.ts';

/**
 * Brings an empty database to where a server's first start leaves it, the queue's tables too, and closes it.
 */
export async function prepareTemplate(db: Database): Promise<void> {
  await migrate(db);
  const queue = await openQueue({ db, log: createLogger('silent'), jobs, supervise: false });
  await queue.stop();
  await db.close();
}
