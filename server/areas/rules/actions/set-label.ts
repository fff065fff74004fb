import { labelsIn, newLabels } from '../rule-text.ts';
import type { Action } from './action.ts';

export const setLabel: Action = {
  action: 'set_label',
  title: 'Set label',
  description: 'Adds labels, separated by commas. Later rules take them into account.',
  valueKind: 'labels',
  multiple: false,
  defaultValues: [],
  afterVoicing: true,
  apply(outcome, values) {
    outcome.labels.push(...newLabels(outcome.labels, values.flatMap(labelsIn)));
  },
};
