import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';

type Place = Pick<Selectable<Tables['EpisodeArticle']>, 'channelId' | 'articleId' | 'episodeId' | 'position'>;

/** The order in which all transactions write places, so that two of them never deadlock. */
const byPlace = (a: Place, b: Place): number => a.channelId - b.channelId || a.articleId - b.articleId;

/** Keeps where articles were in episodes that are made without them now, because they were deleted. */
export async function recordEpisodePlaces(sql: Sql, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await sql
    .insertInto('FormerEpisodeArticle')
    .values(places.map((place) => ({ ...place })).sort(byPlace))
    .onConflict((conflict) =>
      conflict
        .columns(['channelId', 'articleId'])
        .doUpdateSet((eb) => ({
          episodeId: eb.ref('excluded.episodeId'),
          position: eb.ref('excluded.position'),
          leftAt: now(),
        })),
    )
    .execute();
}

/**
 * Puts a restored article back into its episodes, within the caller's transaction. Also restores the episodes
 * that were deleted with it, under the ids that podcast apps know. They are regenerated once the article is
 * published.
 */
export async function restoreEpisodePlaces(sql: Sql, articleId: number): Promise<void> {
  // The publisher may be about to make them without the article: it is waited for, and what it wrote is seen.
  await sql
    .selectFrom('Episode')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('EpisodeArticle')
        .select('episodeId')
        .where('articleId', '=', articleId)
        .union(selectFrom('FormerEpisodeArticle').select('episodeId').where('articleId', '=', articleId)),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const places = await sql
    .deleteFrom('FormerEpisodeArticle')
    .where('articleId', '=', articleId)
    .returning(['channelId', 'articleId', 'episodeId', 'position'])
    .execute();
  if (places.length > 0)
    await sql
      .insertInto('EpisodeArticle')
      .values(places.sort(byPlace))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await sql
    .updateTable('Episode')
    .set({ deletedAt: null, modifiedAt: now() })
    .where('deletedAt', 'is not', null)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('EpisodeArticle').select('episodeId').where('articleId', '=', articleId),
    )
    .execute();
}
