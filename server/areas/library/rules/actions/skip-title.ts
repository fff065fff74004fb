import { z } from 'zod';
import { action } from './action.ts';

export const skipTitle = action({
  action: 'skip_title',
  title: 'Skip title',
  description: 'The title is not read.',
  valueKind: 'none',
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  effect: { skipTitle: z.boolean().default(false) },
  apply(decided) {
    decided.skipTitle = true;
  },
});
