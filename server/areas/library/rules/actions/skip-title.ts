import { z } from 'zod';
import { action } from './action.ts';

export const skipTitle = action({
  action: 'skip_title',
  title: 'Skip title',
  description: 'Does not read the title.',
  valueKind: 'none',
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  effect: { skipTitle: z.boolean().default(false) },
  apply(decided) {
    decided.skipTitle = true;
  },
});
