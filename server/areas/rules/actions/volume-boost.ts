import type { Action } from './action.ts';

export const volumeBoost: Action = {
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
  apply(outcome, [boost]) {
    outcome.volumeBoost = Number(boost);
  },
};
