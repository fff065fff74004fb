import { hashSecret } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';

/**
 * Uses something that counts once, for all processes together, until it is forgotten.
 * @param seconds after which it would not count anyway
 * @returns whether this was the first time
 */
export async function consumeOnce(sql: Sql, what: string, seconds: number): Promise<boolean> {
  const first = await sql
    .insertInto('UsedOnce')
    .values({ hash: hashSecret(what), expiresAt: fromNow(seconds) })
    // The clean-up comes only nightly.
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ expiresAt: fromNow(seconds) })
        .where('UsedOnce.expiresAt', '<', now()),
    )
    .returning('hash')
    .executeTakeFirst();
  return first !== undefined;
}
