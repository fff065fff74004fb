import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { articleActions } from './article-actions.ts';
import { duplicateJob } from './jobs.ts';

/** Log entry of a duplicate that a user detached from its original. */
export const detachedEntry = articleActions.DETACHED_FROM_ORIGINAL;

/**
 * Has the duplicates of a project's articles follow them, within the transaction that changes or deletes
 * these or makes their texts final. Nothing is sent for what has none and is to have none.
 */
export async function queueDuplicates(
  app: Pick<App, 'queue'>,
  sql: Sql,
  { ids, projectId }: { ids: readonly number[]; projectId: number },
): Promise<void> {
  if (ids.length === 0) return;
  const wanted = await sql
    .selectFrom('Article as a')
    .select('a.id')
    .where('a.id', '=', anyOf([...ids], 'int'))
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('ProjectChild').select('childId').where('parentId', '=', projectId)),
        eb.exists(
          eb
            .selectFrom('Article as d')
            .select('d.id')
            .whereRef('d.duplicateOfId', '=', 'a.id')
            .where('d.deletedAt', 'is', null),
        ),
      ]),
    )
    .orderBy('a.id')
    .execute();
  for (const { id } of wanted) await app.queue.send(sql, duplicateJob, { articleId: id });
}
