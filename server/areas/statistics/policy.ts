import type { Right } from '../project-access/policy.ts';

/** What each function of this area asks for. */
export const policy = { readStatistics: 'readStatistics' } as const satisfies Record<string, Right>;
