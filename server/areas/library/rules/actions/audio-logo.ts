import { z } from 'zod';
import { action } from './action.ts';

export const audioLogo = action({
  action: 'audio_logo',
  title: 'Prepend music/audio logo',
  description: 'Plays a sound before the article.',
  valueKind: 'sound',
  multiple: false,
  soundKinds: ['logo', 'intro'],
  defaultValues: [],
  afterVoicing: false,
  effect: {
    /** Base name of a sound file that plays before everything else. */
    logo: z.string().nullable().default(null),
  },
  apply(decided, [file]) {
    decided.logo = file!;
  },
});
