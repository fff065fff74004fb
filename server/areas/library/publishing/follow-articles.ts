import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { publishJob } from './jobs.ts';

/** Types of the channels that publish audio files of their own. */
const publishing = ['podcast', 'alexaFB'];

/**
 * Has a project's channels publish what there is now, within the caller's transaction: with a channel that is
 * new or changed, that is what it lacks.
 */
export async function publishProject(app: Pick<App, 'queue'>, sql: Sql, projectId: number): Promise<void> {
  const channel = await sql
    .selectFrom('Channel')
    .select('id')
    .where('projectId', '=', projectId)
    .where('type', 'in', publishing)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (channel) await app.queue.send(sql, publishJob, { projectId });
}

/**
 * Queues publishing, within that transaction, when an article becomes playable, changes or stops being
 * playable. Its episodes are regenerated.
 */
export const publishArticle = (
  app: Pick<App, 'queue'>,
  sql: Sql,
  { id, projectId }: { id: number; projectId: number },
): Promise<void> => publishArticles(app, sql, { ids: [id], projectId });

/** The same of several articles of a project. */
export async function publishArticles(
  app: Pick<App, 'queue'>,
  sql: Sql,
  { ids, projectId }: { ids: readonly number[]; projectId: number },
): Promise<void> {
  await sql
    .updateTable('Episode')
    .set({ content: null })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('EpisodeArticle').select('episodeId').where('articleId', '=', anyOf(ids, 'int')),
    )
    .execute();
  await publishProject(app, sql, projectId);
}
