import { z } from 'zod';
import { labelsIn, newLabels } from '../rule-text.ts';
import { action } from './action.ts';

export const setLabel = action({
  action: 'set_label',
  title: 'Set label',
  description: 'Adds labels, separated by commas. Later rules take them into account.',
  valueKind: 'labels',
  multiple: false,
  defaultValues: [],
  afterVoicing: true,
  effect: {
    /** To be added: none that the article has. */
    labels: z.array(z.string()).default(() => []),
  },
  apply(decided, values) {
    decided.labels.push(...newLabels(decided.labels, values.flatMap(labelsIn)));
  },
});
