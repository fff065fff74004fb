import { sql, type RawBuilder } from 'kysely';
import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';

/**
 * Returns the SQL condition that an article has no embargo, or that its embargo is over. Every query that
 * serves articles to people without access to the project includes it, so no job has to end an embargo.
 * @param article alias of the article in the statement
 */
export const isPublicNow = (article = 'a'): RawBuilder<boolean> => {
  const publishAt = sql.ref(`${article}.publishAt`);
  return sql<boolean>`(${publishAt} IS NULL OR ${publishAt} <= now())`;
};

/** The same for Prisma. */
export const publicNowCondition = (): Prisma.ArticleWhereInput => ({
  OR: [{ publishAt: null }, { publishAt: { lte: databaseTime() } }],
});

/** The same of a row. */
export const isUnderEmbargo = ({ publishAt }: { publishAt: Date | null }): boolean =>
  publishAt !== null && publishAt > databaseTime();

/**
 * By when feeds put articles in order: when they were added, or came out of an embargo.
 * @param article what the article is called in the statement
 */
export const inFeedsSince = (article = 'a'): RawBuilder<Date> =>
  sql<Date>`coalesce(${sql.ref(`${article}.publishAt`)}, ${sql.ref(`${article}.addedAt`)})`;
