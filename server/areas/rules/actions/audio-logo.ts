import type { Action } from './action.ts';

export const audioLogo: Action = {
  action: 'audio_logo',
  title: 'Prepend music/audio logo',
  description: 'A sound that is heard before the article.',
  valueKind: 'sound',
  multiple: false,
  soundKinds: ['logo', 'intro'],
  defaultValues: [],
  afterVoicing: false,
  apply(outcome, [file]) {
    outcome.logo = file!;
  },
};
