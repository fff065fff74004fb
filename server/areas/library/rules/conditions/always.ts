import type { Condition } from './condition.ts';

export const alwaysTrue: Condition = {
  operator: 'always',
  subject: 'article',
  title: 'Always',
  valueKind: 'none',
  defaultValue: '',
  holds: () => true,
};
