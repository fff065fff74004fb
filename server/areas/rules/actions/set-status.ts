import type { RuleStatus } from '../outcome.ts';
import type { Action } from './action.ts';

const statuses: readonly RuleStatus[] = ['ready', 'waiting', 'processing', 'errored', 'rejected'];

export const setStatus: Action = {
  action: 'set_status',
  title: 'Set status',
  description: 'Rejects the article, holds it until someone releases it, finishes it without audio or as errored, or lets it be voiced.',
  valueKind: 'options',
  options: statuses.map((status) => ({ value: status, title: status })),
  multiple: false,
  defaultValues: ['rejected'],
  afterVoicing: true,
  apply(outcome, [to], rule) {
    outcome.status = { to: to as RuleStatus, rule };
  },
};
