import { z } from 'zod';
import { action } from './action.ts';

export const voiceToVoice = action({
  action: 'voice_to_voice',
  title: 'Voice-to-voice model',
  description:
    'Has what was voiced spoken again by another voice, which keeps its pace and emphasis. This is charged besides the voicing. Requires a service that can do it, such as ElevenLabs.',
  valueKind: 'voice',
  speaksAgain: true,
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  effect: {
    /** `provider:name`; null: no voice conversion. */
    voiceToVoice: z.string().nullable().default(null),
  },
  apply(decided, [voice]) {
    decided.voiceToVoice = voice!;
  },
});
