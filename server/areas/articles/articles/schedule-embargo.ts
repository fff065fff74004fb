import { sql as raw, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { textDiff } from '../../../text/text-diff.ts';
import { isUnderEmbargo } from '../../library/publishing/embargo-condition.ts';
import { publishArticle } from '../../library/publishing/follow-articles.ts';
import { redateArticle } from '../../library/publishing/redate-article.ts';
import { queueDuplicates } from './queue-duplicates.ts';
import { dateInLog } from './log-date-format.ts';
import { articleEvent } from './events.ts';
import { openJob } from './jobs.ts';
import { writeLog, type LogEntry } from './article-states.ts';

type Doors = Pick<App, 'queue' | 'pubsub'>;

/** Articles that are looked for together. */
const batch = 100;

/** Returns the end of an article's embargo; null: none, or it is over. */
export const embargoOf = (article: { publishAt: Date | null }): Date | null =>
  isUnderEmbargo(article) ? article.publishAt : null;

/** Schedules the end of an article's embargo, within the caller's transaction that sets it. */
export const scheduleRelease = (
  app: Pick<App, 'queue'>,
  sql: Sql,
  articleId: number,
  at: Date,
): Promise<unknown> => app.queue.send(sql, openJob, { articleId }, { startAfter: at });

/**
 * Sets an article's embargo, within the caller's transaction, which has locked it. Until then, only users who
 * may read the project have access. Its audio is generated all the same, so that it is playable on time.
 */
export async function setEmbargo(
  app: Doors,
  sql: Sql,
  { id, projectId }: { id: number; projectId: number },
  until: Date,
): Promise<void> {
  await sql
    .updateTable('Article')
    .set({ publishAt: until, isEmbargoed: true })
    .where('id', '=', id)
    .execute();
  await publishArticle(app, sql, { id, projectId });
  await scheduleRelease(app, sql, id, until);
  await queueDuplicates(app, sql, { ids: [id], projectId });
}

/** Log entry of a changed embargo. */
export const embargoLogEntry = (before: Date | null, after: Date | null, userId?: number): LogEntry => ({
  action: 'embargo changed',
  kind: 'update',
  diff: textDiff(dateInLog(before), dateInLog(after)),
  userId,
});

/** An article whose embargo ends; locked. */
interface Opened {
  id: number;
  projectId: number;
  publishedAt: Date | null;
}

/**
 * Ends an article's embargo, within the caller's transaction. Public access needs no job. This notifies
 * channels and subscribers, and sets that moment as the article's date, so that feeds and podcasts list it as
 * new.
 */
export async function endEmbargo(
  app: Doors,
  sql: Sql,
  { id, projectId, publishedAt: before }: Opened,
  userId?: number,
): Promise<void> {
  const opened = raw<Date>`least("publishAt", now())`;
  const { publishedAt } = await sql
    .updateTable('Article')
    .set({
      isEmbargoed: false,
      publishAt: opened,
      publishedAt: raw<Date>`greatest("publishedAt", ${opened})`,
      updatedAt: now(),
    })
    .where('id', '=', id)
    .returning('publishedAt')
    .executeTakeFirstOrThrow();
  const diff = textDiff(dateInLog(before), dateInLog(publishedAt));
  await writeLog(sql, id, [
    { action: 'published', userId },
    ...(diff
      ? [{ action: 'date of publication changed' as const, kind: 'update' as const, diff, userId }]
      : []),
  ]);
  await redateArticle(app, sql, { id, projectId });
  await publishArticle(app, sql, { id, projectId });
  await queueDuplicates(app, sql, { ids: [id], projectId });
  await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId: id, projectId });
}

/**
 * Ends the embargoes that are over, each on its own: in time, and after an outage those of before. Several
 * processes may do so at once. @returns how many
 */
export async function releaseDue(
  app: Doors & Pick<App, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const { done } = await eachItem(app, {
    job: 'article-open',
    items: dueArticles(app),
    key: (id) => `article ${id}`,
    work: (id) =>
      app.db.transaction(async (sql) => {
        const article = await sql
          .selectFrom('Article')
          .select(['id', 'projectId', 'publishedAt'])
          .where('id', '=', id)
          .where(isDue)
          .forNoKeyUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (article) await endEmbargo(app, sql, article);
        return article !== undefined;
      }),
    signal,
  });
  return done;
}

const isDue = (eb: ExpressionBuilder<Tables, 'Article'>): Expression<SqlBool> =>
  eb.and([eb('isEmbargoed', '=', true), eb('publishAt', '<=', now()), eb('deletedAt', 'is', null)]);

async function* dueArticles({ db }: Pick<App, 'db'>): AsyncGenerator<number> {
  for (let after: { id: number; publishAt: Date } | undefined; ;) {
    const last = after;
    const rows = await db.sql
      .selectFrom('Article')
      .select((eb) => ['id', eb.ref('publishAt').$notNull().as('publishAt')])
      .where(isDue)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('publishAt', 'id'), '>', tuple(last!.publishAt, last!.id)),
        ),
      )
      .orderBy('publishAt')
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id } of rows) yield id;
    if (rows.length < batch) return;
    after = rows.at(-1)!;
  }
}
