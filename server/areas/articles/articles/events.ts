import { z } from 'zod';
import { declareEvent } from '../../../kernel/events.ts';
import { accessProject, accessProjectOf } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';
import { articleMessages } from './messages.ts';

const id = z.int().positive();

/** An article was added, changed (its status too) or deleted. */
export const articleEvent = declareEvent(
  'article',
  z.object({ kind: z.enum(['added', 'changed', 'deleted']), articleId: id, projectId: id }),
  {
    topics: ({ articleId, projectId }) => ({ article: articleId, project: projectId }),
    projectOf: {
      article: async (app, actor, articleId) =>
        (
          await accessProjectOf(
            app.db.sql,
            actor,
            'Article',
            articleId,
            policy.watchArticle,
            articleMessages.ARTICLE_NOT_FOUND(),
          )
        ).id,
      project: async (_, __, projectId) => projectId,
    },
    authorise: (app, actor, projectId) =>
      accessProject(app.db.sql, actor, projectId, policy.watchProjectArticles),
  },
);

export type ArticleChange = z.output<typeof articleEvent.payload>;
