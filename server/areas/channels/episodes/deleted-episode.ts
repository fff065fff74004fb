import { sql } from 'kysely';
import type { App } from '../../../kernel/app.ts';

/**
 * Whether a file was an episode's that is deleted, or whose articles are: podcast apps then stop asking for
 * it, as they do not for a file that is only missing. @param file base name
 */
export async function isDeletedEpisode({ db }: Pick<App, 'db'>, file: string): Promise<boolean> {
  const { known, live } = await db.sql
    .selectFrom('Episode as e')
    .where('e.file', '=', file)
    .select((eb) => [
      eb.fn.countAll<string>().as('known'),
      sql<string>`count(*) FILTER (WHERE e."deletedAt" IS NULL AND (
        NOT EXISTS (SELECT 1 FROM "EpisodeArticle" l WHERE l."episodeId" = e."id")
        OR EXISTS (SELECT 1 FROM "EpisodeArticle" l JOIN "Article" a ON a."id" = l."articleId"
          WHERE l."episodeId" = e."id" AND a."deletedAt" IS NULL)))`.as('live'),
    ])
    .executeTakeFirstOrThrow();
  return Number(known) > 0 && Number(live) === 0;
}
