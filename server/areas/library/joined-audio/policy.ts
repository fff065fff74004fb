import type { Right } from '../../access/project-access/policy.ts';

/** The right to its project that each function of this area asks for. */
export const policy = { watchJoinedAudio: 'read' } as const satisfies Record<string, Right>;
