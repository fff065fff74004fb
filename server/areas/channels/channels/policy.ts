import type { Right } from '../../access/project-access/policy.ts';

/** The right to its project that each function of this area asks for. */
export const policy = {
  readChannel: 'read',
  watchChannels: 'read',
  prepareChannel: 'configure',
  createChannel: 'configure',
  updateChannel: 'configure',
  deleteChannel: 'configure',
  restoreChannel: 'configure',
  checkPage: 'configure',
} as const satisfies Record<string, Right>;
