import { sql } from 'kysely';
import type { PlaylistSort } from '../../../../prisma/generated/client/enums.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { containsFolded } from '../../../lib/database/sql.ts';
import { isPublicNow } from '../../library/publishing/embargo-condition.ts';
import { periodOf, type Interval } from './automatic-period.ts';

/** What an automatic playlist looks for. */
export interface AutomaticQuery extends Interval {
  limitCount: number;
  limitSortBy: PlaylistSort;
  /** Text that the title contains; empty: any title. */
  queryText: string;
}

/** An article and what listeners did with it in the interval. */
export interface RankedArticle {
  articleId: number;
  views: number;
  listens: number;
}

/**
 * Returns the current articles of an automatic playlist, best first: playable ones that were seen, played or
 * added within its interval. Of articles with equally many plays, the newer one comes first, so that a
 * project without plays gets its newest.
 * @param projectId of a project that the caller may read
 */
export async function rankedArticles(
  db: Sql,
  projectId: number,
  { limitCount, limitSortBy, queryText, ...interval }: AutomaticQuery,
  now = new Date(),
): Promise<RankedArticle[]> {
  const { timezone } = (await db
    .selectFrom('Project as p')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .select('o.timezone')
    .where('p.id', '=', projectId)
    .executeTakeFirst()) ?? { timezone: null };
  const { from, to } = periodOf(interval, timezone ?? 'UTC', now);
  const heard = db
    .selectFrom('ListeningHour')
    .select(({ fn }) => [
      'articleId',
      fn.sum<string>('views').as('views'),
      fn.sum<string>('listens').as('listens'),
    ])
    .where('projectId', '=', projectId)
    // Where a zone is not whole hours from UTC, the hour in which the time begins counts.
    .where('hour', '>=', new Date(Math.floor(from.getTime() / 3_600_000) * 3_600_000))
    .where('hour', '<', to)
    .groupBy('articleId');
  const rows = await db
    .selectFrom('Article as a')
    .leftJoin(heard.as('h'), 'h.articleId', 'a.id')
    .select((eb) => [
      'a.id',
      eb.fn.coalesce('h.views', sql<string>`0`).as('views'),
      eb.fn.coalesce('h.listens', sql<string>`0`).as('listens'),
    ])
    .where('a.projectId', '=', projectId)
    .where('a.deletedAt', 'is', null)
    .where(isPublicNow())
    .where('a.audio', 'is not', null)
    .where('a.status', '<>', 'rejected')
    .where((eb) =>
      eb.or([
        eb('h.articleId', 'is not', null),
        eb.and([eb('a.addedAt', '>=', from), eb('a.addedAt', '<', to)]),
      ]),
    )
    .$if(queryText !== '', (query) =>
      query.where(({ ref }) => containsFolded(ref('a.titleFolded'), queryText)),
    )
    .orderBy(limitSortBy, 'desc')
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limitCount)
    .execute();
  return rows.map(({ id, views, listens }) => ({
    articleId: id,
    views: Number(views),
    listens: Number(listens),
  }));
}
