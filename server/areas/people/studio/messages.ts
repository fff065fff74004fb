import { declareMessages } from '../../../lib/declare-messages.ts';

/** What the studio says. */
export const studioMessages = declareMessages({
  STUDIO_AUDIO_NOT_FOUND: 'There is no such audio.',
  STUDIO_TEXT_MISSING: 'Write a text first.',
  STUDIO_VOICE_OF_ANOTHER_LANGUAGE: 'This voice does not speak this language in the studio.',
  STUDIO_UNKNOWN_STYLE: 'This voice has no such style.',
  STUDIO_UNKNOWN_LANGUAGE: 'No voice of the studio speaks this language.',
  STUDIO_PAUSE_OUT_OF_RANGE:
    'A pause lasts from 0 to {most, number, ::group-off} milliseconds and stands within the text.',
  STUDIO_TOO_MANY_PAUSES: 'At most {most, number, ::group-off} sentences can have a pause of their own.',
  STUDIO_TOO_MANY_AUDIOS: 'You have made many audios in a short time. Try again later.',
  STUDIO_TOO_MANY_IMPORTS: 'You have read in many documents in a short time. Try again later.',
  STUDIO_AUDIO_CHANGED: 'This audio has been changed elsewhere.',
  STUDIO_AUDIO_STILL_MAKING: 'This audio is being made. Wait until it is ready.',
  STUDIO_DOCUMENT_FORMAT: 'Only .txt, .md, .docx and .pdf files can be read.',
  STUDIO_DOCUMENT_TOO_LARGE: 'The file is larger than {most, number, ::group-off} MB.',
  STUDIO_DOCUMENT_TOO_DEMANDING:
    'This file takes too much memory or time to read. Split it into smaller files, or save it as plain text.',
  STUDIO_DOCUMENT_UNREADABLE: 'This file cannot be read. It may be damaged or protected.',
  STUDIO_DOCUMENT_EMPTY: 'No text was found in it.',
});
