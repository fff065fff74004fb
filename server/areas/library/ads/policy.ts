import type { Right } from '../../access/project-access/policy.ts';

/** What each function of this area asks for of the project. */
export const policy = { createAdUnit: 'configure' } as const satisfies Record<string, Right>;
