import type { Right } from '../../access/project-access/policy.ts';

/**
 * Project right that each function of this area requires: authoring aids are for users who may write
 * articles.
 */
export const policy = {
  readPage: 'editArticles',
  quoteArticle: 'editArticles',
  quoteChange: 'editArticles',
  suggestLabels: 'read',
} as const satisfies Record<string, Right>;
