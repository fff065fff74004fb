import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { publishProject } from './follow-articles.ts';

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
  // Locks episodes in order and before setting the date, so that it waits for a first publication in
  // progress.
  // Their audio does not change, so none is regenerated.
  const own = await sql
    .selectFrom('Episode')
    .select('id')
    .where('period', '=', `article ${id}`)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('EpisodeArticle').select('episodeId').where('articleId', '=', id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  await sql
    .updateTable('Episode')
    .set({
      publishedAt: raw<Date>`least(now(), (
        SELECT coalesce(a."publishedAt", a."addedAt") FROM "Article" a WHERE a."id" = ${id}))`,
      modifiedAt: now(),
    })
    .where(
      'id',
      '=',
      anyOf(
        own.map((episode) => episode.id),
        'int',
      ),
    )
    .where('publishedAt', 'is not', null)
    .execute();
  await publishProject(app, sql, projectId);
}
