import type { Condition } from './condition.ts';

export const titleOrTextContains: Condition = {
  operator: 'contains',
  subject: 'title_or_text',
  title: 'Title or text contains',
  valueKind: 'text',
  defaultValue: '',
  holds: ({ title, text }, value) => title.contains(value) || text.contains(value),
};
