import type { Condition } from './condition.ts';

export const textContains: Condition = {
  operator: 'contains',
  subject: 'text',
  title: 'Text contains',
  valueKind: 'text',
  defaultValue: '',
  holds: ({ text }, value) => text.contains(value),
};
