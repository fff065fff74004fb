import type { Right } from '../../access/project-access/policy.ts';

/**
 * Project right that each function of this area requires. Adding and changing rules also requires the feature
 * audio-rules. Deleting rules does not, and existing rules apply without it.
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
