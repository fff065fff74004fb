import { z } from 'zod';
import { action } from './action.ts';

export const normalizationModel = action({
  action: 'normalization_model',
  title: 'AI normalization model name',
  description:
    'Uses this language model to spell out numbers, dates and the like, even if the project has ' +
    'normalization turned off. Requires a configured language model.',
  valueKind: 'model',
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  effect: {
    /** `provider:model`; null: whichever the project has. */
    normalizationModel: z.string().nullable().default(null),
  },
  apply(decided, [model]) {
    decided.normalizationModel = model!;
  },
});
