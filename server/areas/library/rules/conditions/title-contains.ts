import type { Condition } from './condition.ts';

export const titleContains: Condition = {
  operator: 'contains',
  subject: 'title',
  title: 'Title contains',
  valueKind: 'text',
  defaultValue: '',
  holds: ({ title }, value) => title.contains(value),
};
