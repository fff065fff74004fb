import { z } from 'zod';
import { action } from './action.ts';

export const volumeBoost = action({
  action: 'volume_boost',
  title: 'Volume boost',
  description: 'Makes articles louder (above 0) or quieter (below 0) than others.',
  valueKind: 'range',
  min: -100,
  max: 100,
  step: 10,
  multiple: false,
  defaultValues: ['0'],
  afterVoicing: false,
  effect: {
    /** -100 to 100 */
    volumeBoost: z.number().default(0),
  },
  apply(decided, [boost]) {
    decided.volumeBoost = Number(boost);
  },
});
