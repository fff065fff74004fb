import { declareMessages } from '../../../lib/declare-messages.ts';

/** What the studio says. */
export const studioMessages = declareMessages({
  STUDIO_AUDIO_NOT_FOUND: 'We couldn’t find this audio.',
  STUDIO_TEXT_MISSING: 'Enter some text.',
  STUDIO_VOICE_OF_ANOTHER_LANGUAGE: 'This voice doesn’t speak this language. Choose another voice.',
  STUDIO_UNKNOWN_STYLE: 'This voice doesn’t have this style. Choose another one.',
  STUDIO_UNKNOWN_LANGUAGE: 'The studio has no voice for this language. Choose another one.',
  STUDIO_PAUSE_OUT_OF_RANGE:
    'Pauses must be within the text and last from 0 to {most, number, ::group-off} ms.',
  STUDIO_TOO_MANY_PAUSES: 'You can set pauses for up to {most, number, ::group-off} sentences.',
  STUDIO_TOO_MANY_AUDIOS: 'You’ve generated a lot of audio in a short time. Try again later.',
  STUDIO_TOO_MANY_IMPORTS: 'You’ve opened many documents in a short time. Try again later.',
  STUDIO_AUDIO_CHANGED: 'This audio was changed elsewhere.',
  STUDIO_AUDIO_STILL_MAKING: 'This audio is still being generated. Wait until it’s ready.',
  STUDIO_DOCUMENT_FORMAT: 'Choose a .txt, .md, .docx or .pdf file.',
  STUDIO_DOCUMENT_TOO_LARGE: 'The file is larger than {most, number, ::group-off} MB. Choose a smaller one.',
  STUDIO_DOCUMENT_TOO_DEMANDING:
    'This file is too complex to read. Split it into smaller files, or save it as plain text.',
  STUDIO_DOCUMENT_UNREADABLE: 'We can’t read this file. It may be damaged or protected.',
  STUDIO_DOCUMENT_EMPTY: 'We found no text in this file.',
});
