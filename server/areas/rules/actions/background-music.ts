import type { Action } from './action.ts';

export const backgroundMusic: Action = {
  action: 'background_music',
  title: 'Background music',
  description: 'Plays music softly under the voice. If you choose several pieces, each article gets one and keeps it.',
  valueKind: 'sound',
  multiple: true,
  soundKinds: ['music'],
  defaultValues: [],
  afterVoicing: false,
  apply(outcome, values) {
    outcome.music = [...values];
  },
};
