import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { relationOf, rightsTo } from '../../access/project-access/access.ts';
import { mayReadLogs } from './policy.ts';

/** What of an article decides whether the actor may change it, and read how it came about. */
export const rightsOf = (actor: Actor) =>
  ({ id: true, project: { select: relationOf(actor) } }) as const satisfies Prisma.ArticleSelect;

export type ArticleWithRights = Prisma.ArticleGetPayload<{ select: ReturnType<typeof rightsOf> }>;

/** Whether the actor may change an article. */
export const isEditable = (actor: Actor, article: ArticleWithRights): boolean =>
  rightsTo(actor, article.project).rights.has('editArticles');

/** Whether the actor may read an article's log and chunks. */
export const mayReadLog = (actor: Actor, article: ArticleWithRights): boolean =>
  mayReadLogs(rightsTo(actor, article.project));
