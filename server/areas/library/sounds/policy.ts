import type { Right } from '../../access/project-access/policy.ts';

/**
 * What each function of this area asks for of the project. Images belong to no project: whoever may write
 * anything may upload one.
 */
export const policy = { uploadSound: 'configure', deleteSound: 'configure' } as const satisfies Record<
  string,
  Right
>;
