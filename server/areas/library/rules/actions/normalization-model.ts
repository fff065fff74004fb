import { z } from 'zod';
import { action } from './action.ts';

export const normalizationModel = action({
  action: 'normalization_model',
  title: 'AI normalization model name',
  description:
    'Has this language model spell out numbers, dates and the like, also where the project does not have that done. Requires a language model that is set up.',
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
