import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { duplicateJob } from './jobs.ts';

/**
 * Has an article's duplicates follow it, within the transaction that changes or deletes it or makes its text final. Nothing is sent for
 * what has none and is to have none.
 */
export async function askForDuplicates(
  app: Pick<App, 'queue'>,
  sql: Sql,
  { articleId, projectId }: { articleId: number; projectId: number },
): Promise<void> {
  const wanted = await sql
    .selectFrom('ProjectChild')
    .select('childId as project')
    .where('parentId', '=', projectId)
    .union(sql.selectFrom('Article').select('projectId as project').where('duplicateOfId', '=', articleId).where('deletedAt', 'is', null))
    .limit(1)
    .executeTakeFirst();
  if (wanted) await app.queue.send(sql, duplicateJob, { articleId });
}
