import type { Right } from '../../access/project-access/policy.ts';

/**
 * The right to its project that each function of this area asks for. Adding and changing rules also needs the
 * feature audio-rules; taking rules away does not, and those that are there go on being applied.
 */
export const policy = {
  readRule: 'read',
  countMatches: 'read',
  createRule: 'configure',
  updateRule: 'configure',
  deleteRule: 'configure',
  restoreRule: 'configure',
  moveRule: 'configure',
  replaceRules: 'configure',
} as const satisfies Record<string, Right>;
