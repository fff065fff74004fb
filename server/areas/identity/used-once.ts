import { hashSecret } from '../../lib/crypto.ts';
import type { Sql } from '../../lib/db.ts';
import { fromNow } from '../../lib/sql.ts';

/**
 * Uses something that counts once, for all processes together.
 * @param seconds after which it would not count anyway
 * @returns whether this was the first time
 */
export async function useOnce(sql: Sql, what: string, seconds: number): Promise<boolean> {
  const first = await sql
    .insertInto('UsedOnce')
    .values({ hash: hashSecret(what), expiresAt: fromNow(seconds) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return first !== undefined;
}
