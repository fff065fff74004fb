import type { App } from '../../../kernel/app.ts';
import { anyOf } from '../../../lib/database/sql.ts';

/** What listeners did with an article. */
export interface Listening {
  articleId: number;
  /** Times a player with it was seen. */
  views: number;
  /** Times it was begun. */
  listens: number;
}

/**
 * How often articles were seen and begun, whole hours; an article that never was is not among them. For
 * callers who have checked that the articles may be read.
 * @param from the first hour that counts; null: from the beginning
 * @param to the first hour that counts no more; null: until now
 */
export async function viewsAndListens(
  { db: { sql } }: Pick<App, 'db'>,
  articleIds: readonly number[],
  from: Date | null = null,
  to: Date | null = null,
): Promise<Map<number, Listening>> {
  if (articleIds.length === 0) return new Map();
  const rows = await sql
    .selectFrom('ListeningHour')
    .select(({ fn }) => [
      'articleId',
      fn.sum<string>('views').as('views'),
      fn.sum<string>('listens').as('listens'),
    ])
    .where('articleId', '=', anyOf(articleIds, 'int'))
    .$if(from !== null, (query) => query.where('hour', '>=', from!))
    .$if(to !== null, (query) => query.where('hour', '<', to!))
    .groupBy('articleId')
    .execute();
  return new Map(
    rows.map(
      ({ articleId, views, listens }) =>
        [articleId, { articleId, views: Number(views), listens: Number(listens) }] as const,
    ),
  );
}
