import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { readableBy as readableArticle } from '../articles/article.ts';
import { readableBy as readableProject, relationOf, rightsTo } from '../../access/project-access/access.ts';

/** Which children and parents of a project that he reads the actor sees. */
export const visibleProjects = (actor: Actor): Prisma.ProjectWhereInput => readableProject(actor);

/** Which duplicates of an article that he reads the actor sees. */
export const visibleDuplicates = (actor: Actor): Prisma.ArticleWhereInput => readableArticle(actor);

/** What of an original decides whether the actor sees it. */
export const visibilityOf = (actor: Actor) =>
  ({
    id: true,
    deletedAt: true,
    project: { select: { ...relationOf(actor), deletedAt: true } },
  }) as const satisfies Prisma.ArticleSelect;

/**
 * Whether the actor sees an original that was read with `visibilityOf`: it is neither deleted nor in a
 * project that he cannot read.
 */
export const isVisible = (
  actor: Actor,
  { deletedAt, project }: Prisma.ArticleGetPayload<{ select: ReturnType<typeof visibilityOf> }>,
) => deletedAt === null && project.deletedAt === null && rightsTo(actor, project).rights.has('read');
