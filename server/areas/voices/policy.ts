import type { Right } from '../project-access/policy.ts';

/** The right to a project that each function of this area asks for, where it is about one. */
export const policy = { previewVoice: 'read' } as const satisfies Record<string, Right>;
