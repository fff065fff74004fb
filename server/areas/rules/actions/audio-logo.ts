import type { Action } from './action.ts';

export const audioLogo: Action = {
  action: 'audio_logo',
  title: 'Prepend music/audio logo',
  description: 'Plays a sound before the article.',
  valueKind: 'sound',
  multiple: false,
  soundKinds: ['logo', 'intro'],
  defaultValues: [],
  afterVoicing: false,
  apply(outcome, [file]) {
    outcome.logo = file!;
  },
};
