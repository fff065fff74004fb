import type { Right } from '../../access/project-access/policy.ts';

/** The right to its channel's project that each function of this area asks for. */
export const policy = {
  createDeployment: 'configure',
  readDeployment: 'read',
  watchDeployment: 'read',
} as const satisfies Record<string, Right>;
