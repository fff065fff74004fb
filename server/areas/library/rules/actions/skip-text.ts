import { z } from 'zod';
import { action } from './action.ts';

export const skipText = action({
  action: 'skip_text',
  title: 'Skip text',
  description: 'Reads only the title.',
  valueKind: 'none',
  multiple: false,
  defaultValues: [],
  afterVoicing: false,
  effect: { skipText: z.boolean().default(false) },
  apply(decided) {
    decided.skipText = true;
  },
});
