import type { Condition } from './condition.ts';
import { ruleLengthMax } from '../rule-values.ts';

export const lengthGreaterThan: Condition = {
  operator: 'greater_than',
  subject: 'length',
  title: 'Length greater than',
  valueKind: 'number',
  min: 0,
  max: ruleLengthMax,
  defaultValue: '',
  holds: ({ text }, value) => text.length > Number(value),
};
