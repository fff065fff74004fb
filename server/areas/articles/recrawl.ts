import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { recrawlDelay } from '../../product.ts';
import { recrawlJob } from './jobs.ts';
import { begin, writeLog } from './states.ts';
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
  const due = new Date(Date.now() + recrawlDelay);
  const { rows } = await sql.query<{ projectId: number }>(
    'UPDATE "Article" SET "recrawlTime" = $2::timestamptz WHERE "id" = $1::int AND "deletedAt" IS NULL RETURNING "projectId"',
    [articleId, due],
  );
  if (!rows[0]) return null;
  await writeLog(sql, articleId, [{ action: 'recrawl requested', userId }]);
  await app.queue.send(sql, recrawlJob, { articleId }, { startAfter: due });
  await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId, projectId: rows[0].projectId });
  return due;
}

/** Begins the recrawl that was asked for, if it is due; asked again later, or begun already, there is nothing to do. */
export async function recrawl(app: Pick<App, 'db' | 'queue' | 'pubsub'>, articleId: number): Promise<'done' | 'skipped'> {
  return app.db.transaction(async (sql) => {
    const { rows } = await sql.query(
      // A second's grace: the queue's clock is the database's, the due time was read from ours.
      `UPDATE "Article" SET "recrawlTime" = NULL
       WHERE "id" = $1::int AND "recrawlTime" <= now() + interval '1 second' AND "deletedAt" IS NULL RETURNING "id"`,
      [articleId],
    );
    if (!rows[0]) return 'skipped';
    await begin(app, sql, { articleId, why: 'recrawl', fetchPage: true });
    return 'done';
  });
}
