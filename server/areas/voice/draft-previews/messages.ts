import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about previews of drafts. */
export const draftPreviewMessages = declareMessages({
  TRIAL_OF_ONE_DRAFT:
    'One draft is tried at a time: entries, the scope of a dictionary, a rule, extractor rules, or a prompt.',
  TRIED_SENTENCE_CHANGED: 'This sentence is said otherwise by now. Please try the draft again.',
  TRIED_SENTENCE_SILENT: 'Nothing is heard of this sentence.',
  TRIED_SENTENCE_BUSY: 'This sentence is being voiced. Please try again in a moment.',
  TOO_MANY_TRIED_SENTENCES: 'Too many sentences were asked for. Please try again in a moment.',
});
