import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { podcastChannel, type PodcastChannel } from './assign-articles.ts';
import { notifyOfEpisode } from './episodes.ts';

/** Episodes that one transaction publishes. */
const batch = 200;

/** Whether a podcast has nothing around its articles, so that one alone is played as it is. */
export const isSingleArticle = ({ settings }: PodcastChannel): boolean =>
  !settings.introAudio && !settings.outroAudio && !settings.introText.trim() && !settings.outroText.trim();

/**
 * Publishes episodes that consist of one article without other audio: they play the article's own file, under
 * its title and date. Regenerated audio replaces the earlier one; an episode whose article was deleted is
 * removed.
 * @returns the number checked; there may be more when it equals the batch size
 */
export async function publishSingleArticle(
  app: Pick<App, 'db' | 'pubsub'>,
  channelId: number,
): Promise<number> {
  return app.db.transaction(async (sql) => {
    const channel = await podcastChannel(sql, channelId);
    if (!channel || !isSingleArticle(channel)) return 0;
    // Locked first: a later change of an article marks its episode again after this, and it is checked again.
    const episodes = await sql
      .selectFrom('Episode')
      .select('id')
      .where('channelId', '=', channelId)
      .where('content', 'is', null)
      .where('deletedAt', 'is', null)
      .where('period', 'like', 'article %')
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = anyOf(
      episodes.map(({ id }) => id),
      'int',
    );
    const { rows: changed } = await raw<{ id: number }>`
      UPDATE "Episode" e SET "file" = u."version", "durationMs" = u."durationMs", "bytes" = u."bytes", "title" = a."title",
        "chapters" = '[]', "joined" = NULL, "error" = NULL, "errorNotices" = NULL, "modifiedAt" = now(),
        "publishedAt" = coalesce(e."publishedAt", least(now(), coalesce(a."publishedAt", a."addedAt")))
      FROM "EpisodeArticle" x JOIN "Article" a ON a."id" = x."articleId" JOIN "Audio" u ON u."version" = a."audio"
      WHERE e."id" = ${ids} AND x."episodeId" = e."id" AND a."deletedAt" IS NULL
        AND (e."file", e."title") IS DISTINCT FROM (u."version", a."title")
      RETURNING e."id"`.execute(sql);
    const { rows: gone } = await raw<{ id: number }>`
      UPDATE "Episode" e SET "deletedAt" = now(), "modifiedAt" = now()
      WHERE e."id" = ${ids} AND NOT EXISTS (SELECT 1 FROM "EpisodeArticle" x JOIN "Article" a ON a."id" = x."articleId"
        WHERE x."episodeId" = e."id" AND a."deletedAt" IS NULL)
      RETURNING e."id"`.execute(sql);
    await sql
      .updateTable('Episode')
      .set(({ fn, ref, val }) => ({ content: fn<string>('coalesce', [ref('file'), val('')]) }))
      .where('id', '=', ids)
      .execute();
    if (changed.length + gone.length > 0) await notifyOfEpisode(app, sql, [channelId]);
    return episodes.length;
  });
}

/** The podcasts of a project. */
export const podcastsOf = ({ db }: Pick<App, 'db'>, projectId: number): Promise<{ id: number }[]> =>
  db.sql
    .selectFrom('Channel')
    .select('id')
    .where('projectId', '=', projectId)
    .where('type', '=', 'podcast')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();

/** Marks episodes that failed a while ago, so that they are tried again. */
export async function retryFailed({ db }: Pick<App, 'db'>): Promise<void> {
  await db.sql
    .updateTable('Episode')
    .set({ content: null })
    .where('error', 'is not', null)
    .where('deletedAt', 'is', null)
    .where('modifiedAt', '<', raw<Date>`${now()} - interval '1 hour'`)
    .execute();
}
