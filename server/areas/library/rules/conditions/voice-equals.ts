import type { Condition } from './condition.ts';

/** The voice that the project gives the article; what a rule before chose does not count. */
export const voiceEquals: Condition = {
  operator: 'equals',
  subject: 'voice',
  title: 'Voice equals',
  valueKind: 'voice',
  defaultValue: '',
  holds: ({ voice }, value) => voice === value,
};
