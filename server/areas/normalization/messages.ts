import { declareMessages } from '../../lib/declare-messages.ts';

/** What is said of tries of normalization. */
export const normalizationMessages = declareMessages({
  TOO_MANY_NORMALIZATIONS: 'Too many previews were requested. Please try again in a moment.',
  // With a comma at thousands, unlike all others.
  NORMALIZED_TOO_LONG: 'At most {most, number} characters.',
});
