import type { Action } from './action.ts';

export const sayAs: Action = {
  action: 'say_as',
  title: 'Say as another voice',
  description: 'Reads the article in another voice. If you choose several voices, each article gets one and keeps it.',
  valueKind: 'voice',
  multiple: true,
  defaultValues: [],
  afterVoicing: false,
  apply(outcome, values) {
    outcome.voices = [...values];
  },
};
