import type { Condition } from './condition.ts';

/** Says when the rule is applied; a rule without it is applied at `parsed`. */
export const statusEquals: Condition = {
  operator: 'equals',
  subject: 'status',
  title: 'Status equals',
  valueKind: 'options',
  options: [
    { value: 'parsed', title: 'parsed' },
    { value: 'ready', title: 'ready' },
    { value: 'errored', title: 'errored' },
  ],
  defaultValue: 'parsed',
  holds: ({ status }, value) => status === value,
};
