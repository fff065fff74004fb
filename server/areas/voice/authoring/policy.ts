import type { Right } from '../../access/project-access/policy.ts';

/**
 * The right to its project that each function of this area asks for: what helps to write an article is for
 * those who may.
 */
export const policy = {
  readPage: 'editArticles',
  quoteArticle: 'editArticles',
  quoteChange: 'editArticles',
  suggestLabels: 'read',
} as const satisfies Record<string, Right>;
