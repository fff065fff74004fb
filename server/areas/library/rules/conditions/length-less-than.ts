import type { Condition } from './condition.ts';
import { ruleLengthMax } from '../rule-values.ts';

export const lengthLessThan: Condition = {
  operator: 'less_than',
  subject: 'length',
  title: 'Length less than',
  valueKind: 'number',
  min: 0,
  max: ruleLengthMax,
  defaultValue: '',
  holds: ({ text }, value) => text.length < Number(value),
};
