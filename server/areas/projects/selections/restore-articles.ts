import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { articleMessages } from '../../articles/articles/messages.ts';
import { lockDeleted, restoreLocked } from '../../articles/articles/restore-article.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { selectionMessages } from './messages.ts';
import { policy } from './policy.ts';
import { namedArticles, type SelectionOutcome } from './selections.ts';

/** Maximum number of articles per call: each takes a dozen statements while all of them are locked. */
export const restoredMax = 20;

/**
 * Restores deleted articles of a project, as `restoreArticle` does, all in one transaction. Those that are
 * not deleted, or of which nothing is left, fail.
 * @param articles ids, at most `restoredMax`
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `articles`
 */
export async function restoreArticles(
  app: App,
  actor: Actor,
  { projectId, articles }: { projectId: number; articles: readonly number[] },
): Promise<SelectionOutcome> {
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.restoreArticles);
    const ids = namedArticles(articles, restoredMax);
    const found = await lockDeleted(tx, project.id, ids);
    const done = new Set<number>();
    const failed = new Map(ids.map((id) => [id, selectionMessages.SELECTED_ARTICLE_NOT_FOUND()]));
    // A duplicate follows its original again if both are restored together.
    for (const article of found.toSorted((a, b) => Number(a.followsOriginal) - Number(b.followsOriginal))) {
      if (article.deletedAt === null) failed.set(article.id, articleMessages.ARTICLE_NOT_DELETED());
      else if (await restoreLocked(app, tx, actor, article)) done.add(article.id);
    }
    return {
      projectId: project.id,
      done: ids.filter((id) => done.has(id)),
      failed: [...failed].flatMap(([articleId, why]) => (done.has(articleId) ? [] : { articleId, ...why })),
      next: null,
    };
  });
}
