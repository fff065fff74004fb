import type { Right } from '../../access/project-access/policy.ts';

/** The right to a project that each function of this area asks for. */
export const policy = { previewVoice: 'editArticles', previewChannel: 'configure' } as const satisfies Record<
  string,
  Right
>;
