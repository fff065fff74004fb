import { z } from 'zod';
import { action } from './action.ts';

export const sayAs = action({
  action: 'say_as',
  title: 'Say as another voice',
  description:
    'Reads the article in another voice. If you choose several voices, each article gets one and keeps it.',
  valueKind: 'voice',
  multiple: true,
  defaultValues: [],
  afterVoicing: false,
  effect: {
    /** `provider:name`; an article is read by one of them. Empty: the project's voice. */
    voices: z.array(z.string()).default(() => []),
  },
  apply(decided, values) {
    decided.voices = [...values];
  },
});
