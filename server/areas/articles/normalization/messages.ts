import { declareMessages } from '../../../lib/declare-messages.ts';

/** Why a language model's answer is not used, so that the rules step in. */
export const modelMessages = declareMessages({
  MODEL_ANSWERED_NO_JSON: '{model} did not answer with JSON.',
  MODEL_ANSWERED_ANOTHER_FORM: '{model} answered in another form.',
  MODEL_NOT_ASKED: '{model} could not be asked.',
  MODEL_CHANGED_THE_TEXT:
    '{model} answered with something that is not the text: {why, select, MISSING {it is missing} EMPTY {it is empty} LINES {it has more lines} LENGTH {it is much longer} SENTENCES {it has more sentences} NUMBERS {its numbers are others} other {its words are others}}.',
  MODEL_ANSWER_REFUSED: '{said}',
});

/** Messages about previews of normalization. */
export const normalizationMessages = declareMessages({
  TOO_MANY_NORMALIZATIONS: 'Too many previews were requested. Please try again in a moment.',
  // With a comma at thousands, unlike all others.
  NORMALIZED_TOO_LONG: 'At most {most, number} characters.',
});
