import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow } from '../../../lib/database/sql.ts';
import { recrawlDelay } from '../../../product.ts';
import { recrawlJob } from './jobs.ts';
import { beginRun, writeLog } from './article-states.ts';
import { articleEvent } from './events.ts';

/**
 * Asks, within the caller's transaction, for an article's page to be read again in a minute.
 * @returns when it is due, or null when there is no such article
 */
export async function requestRecrawl(
  app: Pick<App, 'queue' | 'pubsub'>,
  sql: Sql,
  { articleId, userId }: { articleId: number; userId?: number | undefined },
): Promise<Date | null> {
  const due = new Date(databaseTime().getTime() + recrawlDelay);
  const article = await sql
    .updateTable('Article')
    .set({ recrawlTime: due })
    .where('id', '=', articleId)
    .where('deletedAt', 'is', null)
    .returning('projectId')
    .executeTakeFirst();
  if (!article) return null;
  await writeLog(sql, articleId, [{ action: 'recrawl requested', userId }]);
  await app.queue.send(sql, recrawlJob, { articleId }, { startAfter: due });
  await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId, projectId: article.projectId });
  return due;
}

/**
 * Starts the requested recrawl if it is due. Does nothing if it was postponed by a new request or has already
 * started.
 */
export async function recrawl(
  app: Pick<App, 'db' | 'queue' | 'pubsub'>,
  articleId: number,
): Promise<'done' | 'skipped'> {
  return app.db.transaction(async (sql) => {
    // A second's grace: the queue's clock is the database's, the due time was read from ours.
    const due = await sql
      .updateTable('Article')
      .set({ recrawlTime: null })
      .where('id', '=', articleId)
      .where('recrawlTime', '<=', fromNow(1))
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!due) return 'skipped';
    await beginRun(app, sql, { articleId, why: 'recrawl', fetchPage: true });
    return 'done';
  });
}
