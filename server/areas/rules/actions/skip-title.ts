import type { Action } from './action.ts';

export const skipTitle: Action = {
  action: 'skip_title',
  title: 'Skip title',
  description: 'The title is not read.',
  valueKind: 'none',
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  apply(outcome) {
    outcome.skipTitle = true;
  },
};
