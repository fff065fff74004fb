import type { Selectable } from 'kysely';
import type { Article as ArticleModel, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import {
  accessProjectOf,
  readableBy as readableProject,
  type Project,
} from '../../access/project-access/access.ts';
import type { Right } from '../../access/project-access/policy.ts';
import { articleMessages } from './messages.ts';

/** Article with its project and the caller's rights to it. */
export interface Article extends Selectable<Tables['Article']> {
  project: Project;
}

/** Which articles the actor may read: those of projects that he may read. @throws NotSignedInError */
export const readableBy = (actor: Actor): Prisma.ArticleWhereInput => ({
  deletedAt: null,
  project: readableProject(actor),
});

/**
 * @param query selection of the row
 * @throws NotSignedInError, NotFoundError
 */
export async function readArticle(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.ArticleDefaultArgs = {},
): Promise<ArticleModel> {
  const article = await app.db.prisma.article.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!article) throw new NotFoundError(articleMessages.ARTICLE_NOT_FOUND());
  return article;
}

/**
 * Returns the articles that the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readArticles(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ArticleDefaultArgs = {},
): Promise<ArticleModel[]> {
  return app.db.prisma.article.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Returns an article for an actor who needs a right to its project. With `lock` the row can't change until
 * the transaction ends.
 * @throws NotSignedInError, NotFoundError if the actor may not read it, NotAllowedError if the actor may only
 * read it
 */
export async function accessArticle(
  db: Sql,
  actor: Actor,
  id: number,
  right: Right,
  lock = false,
): Promise<Article> {
  const project = await accessProjectOf(db, actor, 'Article', id, right, articleMessages.ARTICLE_NOT_FOUND());
  const query = db.selectFrom('Article').selectAll().where('id', '=', id).where('deletedAt', 'is', null);
  const article = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!article) throw new NotFoundError(articleMessages.ARTICLE_NOT_FOUND());
  return { ...article, project };
}
