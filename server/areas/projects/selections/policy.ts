import type { Right } from '../../access/project-access/policy.ts';

/** The right to the project that each function of this area asks for. */
export const policy = {
  readSelection: 'read',
  deleteArticles: 'editArticles',
  restoreArticles: 'editArticles',
  revoiceArticles: 'editArticles',
  labelArticles: 'editArticles',
} as const satisfies Record<string, Right>;
