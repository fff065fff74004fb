import { z } from 'zod';
import { action } from './action.ts';

export const voiceToVoice = action({
  action: 'voice_to_voice',
  title: 'Voice-to-voice model',
  description:
    'Converts the audio to another voice, which keeps pace and emphasis. Charged in addition to ' +
    'generation. Requires a service that supports it, such as ElevenLabs.',
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
