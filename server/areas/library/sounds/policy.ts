import type { Right } from '../../access/project-access/policy.ts';

/**
 * Project right that each function of this area requires. Images belong to no project: anyone with write
 * access anywhere may upload one.
 */
export const policy = { uploadSound: 'configure', deleteSound: 'configure' } as const satisfies Record<
  string,
  Right
>;
