import type { Right } from '../../access/project-access/policy.ts';

/** What each function of this area asks for. */
export const policy = {
  readStatistics: 'readStatistics',
  shareStatistics: 'shareStatistics',
  exportStatistics: 'readStatistics',
} as const satisfies Record<string, Right>;
