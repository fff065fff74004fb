import type { Action } from './action.ts';

export const skipText: Action = {
  action: 'skip_text',
  title: 'Skip text',
  description: 'Only the title is read.',
  valueKind: 'none',
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  apply(outcome) {
    outcome.skipText = true;
  },
};
