import { createHash } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { Database } from '../lib/database/db.ts';

/**
 * When a page of a channel's feed last changed what it says, whichever process wrote it: at its first time,
 * and whenever its content is another. Two changes have different seconds, in which HTTP counts.
 */
export async function changedAt(
  { sql }: Database,
  channelId: number,
  page: number,
  content: string,
): Promise<Date> {
  const hash = createHash('sha256').update(content).digest('base64url');
  const known = await sql
    .selectFrom('FeedState')
    .select(['hash', 'changedAt'])
    .where('channelId', '=', channelId)
    .where('page', '=', page)
    .executeTakeFirst();
  if (known?.hash === hash) return known.changedAt;
  const written = await sql
    .insertInto('FeedState')
    .values({ channelId, page, hash })
    .onConflict((conflict) =>
      conflict.columns(['channelId', 'page']).doUpdateSet({
        hash,
        changedAt: raw<Date>`CASE WHEN "FeedState"."hash" = excluded."hash" THEN "FeedState"."changedAt"
          ELSE greatest(now(), date_trunc('second', "FeedState"."changedAt") + interval '1 second') END`,
      }),
    )
    .returning('changedAt')
    .executeTakeFirstOrThrow();
  return written.changedAt;
}
