import { z } from 'zod';
import { action } from './action.ts';

const statuses = ['ready', 'waiting', 'processing', 'errored', 'rejected'] as const;
type RuleStatus = (typeof statuses)[number];

export const setStatus = action({
  action: 'set_status',
  title: 'Set status',
  description:
    'Rejects the article, holds it until released, finishes it without audio or as errored, or ' +
    'lets its audio be generated.',
  valueKind: 'options',
  options: statuses.map((status) => ({ value: status, title: status })),
  multiple: false,
  defaultValues: ['rejected'],
  afterVoicing: true,
  effect: {
    /** With name and id of the rule. The id is missing where the previous release applied the rule. */
    status: z
      .object({ to: z.enum(statuses), rule: z.string(), ruleId: z.number().optional() })
      .nullable()
      .default(null),
  },
  apply(decided, [to], { id, name }) {
    decided.status = { to: to as RuleStatus, rule: name, ruleId: id };
  },
});
