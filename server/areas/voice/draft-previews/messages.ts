import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about previews of drafts. */
export const draftPreviewMessages = declareMessages({
  TRIAL_OF_ONE_DRAFT:
    'Preview one draft at a time: entries, the scope of a dictionary, a rule, extractor rules, or a prompt.',
  PREVIEWED_SENTENCE_CHANGED: 'This sentence has changed in the meantime. Run the preview again.',
  PREVIEWED_SENTENCE_SILENT: 'Nothing is spoken for this sentence.',
  PREVIEWED_SENTENCE_BUSY: 'Audio of this sentence is being generated. Try again in a moment.',
  TOO_MANY_SENTENCE_PREVIEWS: 'Too many sentences were played. Try again in a moment.',
});
