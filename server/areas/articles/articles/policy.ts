import { hasFeature } from '../../../kernel/features.ts';
import type { Project } from '../../access/project-access/access.ts';
import type { Right } from '../../access/project-access/policy.ts';

/** The right to its project that each function of this area asks for. */
export const policy = {
  readArticle: 'read',
  watchArticle: 'read',
  watchProjectArticles: 'read',
  requestHighRes: 'read',
  createArticle: 'editArticles',
  updateArticle: 'editArticles',
  deleteArticle: 'editArticles',
  restoreArticle: 'editArticles',
  restoreArticleVersion: 'editArticles',
  recrawlArticle: 'editArticles',
  retryArticle: 'editArticles',
  releaseArticle: 'editArticles',
  revoiceArticle: 'editArticles',
} as const satisfies Record<string, Right>;

/**
 * How articles came about (log, chunks, recrawl log) is for administrators and for projects whose
 * organization has booked it.
 */
export const mayReadLogs = (project: Pick<Project, 'rights' | 'features'>): boolean =>
  project.rights.has('administer') || (project.rights.has('read') && hasFeature(project, 'article-log'));
