import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about reviews and reasons of findings. */
export const reviewMessages = declareMessages({
  REVIEW_NOT_YOURS: 'Somebody else is reviewing this article.',
  REVIEW_RATING_MISSING: 'Field is required and cannot be empty',
  REVIEW_RATING_OUT_OF_RANGE: 'Must be 1 to 5 stars.',
  REVIEW_WEEKS_OUT_OF_RANGE: 'Must be 1 to {most, number} weeks.',
  REVIEW_NOTHING_FOUND_THERE: 'There is no such finding.',
  FOUND_FOREIGN_NAME: '“{word}” is written as in another language.',
  FOUND_ABBREVIATION: 'Nobody spelled out “{word}”.',
  FOUND_NUMBER: '“{word}” can be read in another way than it is meant.',
  FOUND_AMBIGUOUS: '“{word}” can be read in two ways. It is spoken as “{reading}”.',
  FOUND_LEFT_AS_WRITTEN: '“{word}” is left as written: the voice decides how to read it.',
  FOUND_MARKUP: '“{word}” looks like markup.',
  FOUND_PAGE_FURNITURE: '“{word}” looks like a part of the page, not of the article.',
  FOUND_ADDRESS: '“{word}” is an address.',
  FOUND_HASHTAG: '“{word}” is a hashtag.',
  FOUND_EMOJI: '“{word}” is an emoji.',
  FOUND_OTHER_SCRIPT: '“{word}” is in another script.',
  FOUND_LONG_SENTENCE: 'A sentence of {words, number} words.',
  FOUND_DOUBLED_PARAGRAPH: 'This paragraph was there before.',
  FOUND_CUT_TEXT: 'The text ends in the middle of a sentence.',
  FOUND_REPEATED_WORD: '“{word}” is there twice.',
  FOUND_SILENCE: 'Silence of {seconds, number} seconds.',
  FOUND_CLIPPING: 'The sound is distorted: its peaks are cut off.',
  FOUND_LOUDNESS:
    'The loudness is {units, number} LU {direction, select, louder {above} other {below}} that of the article.',
  FOUND_TOO_SHORT:
    'This takes {percent, number}% of the time that the voice needs for it: something may be missing.',
  FOUND_TOO_LONG:
    'This takes {percent, number}% of the time that the voice needs for it: something may be said twice.',
  FOUND_NOISE: 'Noise or music is to be heard in the pauses, {decibels, number} dB under the speech.',
  FOUND_CLICK: 'A click.',
  FOUND_HEARD_ASTRAY: '{words, number} words in a row were not heard as they are written.',
  FOUND_HEARD_MISSING: '“{said}” was not heard.',
  FOUND_HEARD_ADDED: '“{heard}” was heard, and is not written.',
  FOUND_HEARD_OTHERWISE: '“{said}” was heard as “{heard}”.',
  NOT_CHECKED_NOT_CHOSEN: 'This article was not chosen, or was voiced before articles were listened to.',
  NOT_CHECKED_SWITCHED_OFF: 'The project does not have its articles listened to.',
  NOT_CHECKED_NO_RECOGNISER:
    'There is no recogniser. The operator sets RECOGNITION_URL to an address that speaks OpenAI’s /audio/transcriptions (OpenAI’s own, or a Whisper server of your own), or RECOGNITION_MODEL_DIR to a folder with a model, with which this server then listens itself.',
  NOT_CHECKED_NO_BUDGET: 'What recognition may cost a day is used up.',
  NOT_CHECKED_LANGUAGE: 'Nothing is recognised in the language {language}.',
  NOT_CHECKED_FAILED: 'Recognition failed: {reason}',
  NOT_CHECKED_NO_SOUND: 'Its sound is no longer in storage.',
  NOT_CHECKED_INTERRUPTED: 'Recognition was interrupted repeatedly.',
});
