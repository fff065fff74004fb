import { comparable, labelsIn } from '../rule-text.ts';
import type { Condition } from './condition.ts';

/** Any of the labels is enough. */
export const labelIs: Condition = {
  operator: 'is',
  subject: 'label',
  title: 'Label is',
  valueKind: 'labels',
  defaultValue: '',
  holds({ labels }, value) {
    const wanted = new Set(labelsIn(value).map(comparable));
    return labels.some((label) => wanted.has(comparable(label)));
  },
};
