import type { Right } from '../../access/project-access/policy.ts';

/** The right to its project that each function of this area asks for. */
export const policy = {
  readSource: 'read',
  createSource: 'configure',
  updateSource: 'configure',
  refreshApiKey: 'configure',
  pollSource: 'configure',
  releaseBurst: 'editArticles',
  dismissBurst: 'editArticles',
} as const satisfies Record<string, Right>;
