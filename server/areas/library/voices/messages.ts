import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about voices and their previews. */
export const voiceChoiceMessages = declareMessages({
  UNKNOWN_VOICE: 'Unknown voice.',
  PREVIEW_TEXT_MISSING: 'Select text',
  PREVIEW_TEXT_TOO_LONG: 'Maximum number of characters - {most, number, ::group-off}',
  PREVIEW_TAGS_UNSUPPORTED: 'Not all voices support this tags',
  PREVIEW_SOUNDS_NOT_TAKEN:
    'This voice doesn’t support this phonetic spelling. Choose another voice, or use a respelling.',
  VOICE_UNAVAILABLE: 'This voice is unavailable right now. Try again later.',
  TOO_MANY_VOICE_PREVIEWS: 'Too many previews. Try again in a moment.',
});
