import type { Right } from '../project-access/policy.ts';

/** What each function of this area asks for. */
export const policy = {
  readStatistics: 'readStatistics',
  exportStatistics: 'readStatistics',
  shareStatistics: 'shareStatistics',
} as const satisfies Record<string, Right>;
