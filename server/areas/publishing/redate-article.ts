import { sql as raw } from 'kysely';
import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import { now } from '../../lib/sql.ts';
import { publishArticle } from './follow-articles.ts';

/**
 * Has a project's channels show the date that an article has by now, within the caller's transaction. Its own
 * episode of a podcast gets that date, never one to come; an episode of several articles keeps the day on
 * which it was published.
 */
export async function redateArticle(
  app: Pick<App, 'queue'>,
  sql: Sql,
  { id, projectId }: { id: number; projectId: number },
): Promise<void> {
  // First: whoever publishes the episode for the first time is waited for, and its date is seen below.
  await publishArticle(app, sql, { id, projectId });
  await sql
    .updateTable('Episode')
    .set({
      publishedAt: raw<Date>`least(now(), (
        SELECT coalesce(a."publishedAt", a."addedAt") FROM "Article" a WHERE a."id" = ${id}))`,
      modifiedAt: now(),
    })
    .where('period', '=', `article ${id}`)
    .where('publishedAt', 'is not', null)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('EpisodeArticle').select('episodeId').where('articleId', '=', id),
    )
    .execute();
}
