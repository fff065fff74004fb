import type { Action } from './action.ts';

export const backgroundMusic: Action = {
  action: 'background_music',
  title: 'Background music',
  description: 'Plays softly under the voice; of several, each article gets one and keeps it.',
  valueKind: 'sound',
  multiple: true,
  soundKinds: ['music'],
  defaultValues: [],
  afterVoicing: false,
  apply(outcome, values) {
    outcome.music = [...values];
  },
};
