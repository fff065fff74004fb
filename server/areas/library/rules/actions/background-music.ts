import { z } from 'zod';
import { action } from './action.ts';

export const backgroundMusic = action({
  action: 'background_music',
  title: 'Background music',
  description:
    'Plays music softly under the voice. If you choose several pieces, each article gets one and keeps it.',
  valueKind: 'sound',
  multiple: true,
  soundKinds: ['music'],
  defaultValues: [],
  afterVoicing: false,
  effect: {
    /** Base names of sound files; an article gets one of them. */
    music: z.array(z.string()).default(() => []),
  },
  apply(decided, values) {
    decided.music = [...values];
  },
});
