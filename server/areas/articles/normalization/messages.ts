import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why a language model's answer is not used, so that the rules step in. */
export const modelMessages = declareMessages({
  MODEL_ANSWERED_NO_JSON: '{model} didn’t respond with JSON.',
  MODEL_ANSWERED_ANOTHER_FORM: '{model} responded in an unexpected format.',
  MODEL_NOT_ASKED: '{model} couldn’t be reached.',
  MODEL_CHANGED_THE_TEXT:
    '{model} changed the text: {why, select, MISSING {the response is missing} EMPTY {the response is empty} LINES {it has more lines} LENGTH {it is much longer} SENTENCES {it has more sentences} NUMBERS {it has other numbers} other {it has other words}}.',
  MODEL_ANSWER_REFUSED: '{said}',
});

/** Messages about previews of normalization. */
export const normalizationMessages = declareMessages({
  TOO_MANY_NORMALIZATIONS: 'Too many previews. Try again in a moment.',
  // With a comma at thousands, unlike all others.
  NORMALIZED_TOO_LONG: 'Enter up to {most, number} characters.',
});
