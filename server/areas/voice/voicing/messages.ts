import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why no voice can read an article. */
export const voiceMessages = declareMessages({
  VOICE_GONE: 'The voice {voice} no longer exists. Choose another one in the project’s settings or rules.',
  VOICE_OF_TAG_UNKNOWN: 'A voice tag names the voice "{voice}", which does not exist.',
  VOICE_OF_TAG_UNKNOWN_FOR_LANGUAGE:
    'A voice tag names the voice "{voice}", which does not exist for {language}.',
  VOICE_CANNOT_SPEAK_AGAIN:
    'None of the speech services on this server can convert audio to the voice {voice}. Choose another one in the project’s rules.',
  DICTIONARIES_LEAVE_NOTHING: 'The dictionaries remove the whole text, so there is nothing to speak.',
  VOICE_HAS_NOTHING_TO_SAY: 'The text has no words or numbers to speak.',
});
