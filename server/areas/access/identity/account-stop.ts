import { sql } from 'kysely';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';

/** What the project of a stopped studio has in place of the moment of its deletion, which never comes. */
const never = sql<Date>`'9999-12-31Z'::timestamptz`;

/**
 * Stops an account with its studio, or opens both again, within the caller's transaction, which holds the
 * row of the account for update. Every public entry point heeds the deletion of the studio's project.
 */
export async function setAccountStopped(tx: Sql, userId: number, isStopped: boolean): Promise<void> {
  await tx
    .updateTable('User')
    .set({ stoppedAt: isStopped ? now() : null })
    .where('id', '=', userId)
    .where('stoppedAt', isStopped ? 'is' : 'is not', null)
    .execute();
  await tx
    .updateTable('Project')
    .set({ deletedAt: isStopped ? never : null })
    .where('studioUserId', '=', userId)
    .$if(!isStopped, (closed) => closed.where('deletedAt', '=', never))
    .execute();
  if (isStopped) await tx.deleteFrom('Session').where('userId', '=', userId).execute();
}
