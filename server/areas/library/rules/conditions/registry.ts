import { alwaysTrue } from './always.ts';
import type { Condition } from './condition.ts';
import { labelIs } from './label-is.ts';
import { lengthGreaterThan } from './length-greater-than.ts';
import { lengthLessThan } from './length-less-than.ts';
import { statusEquals } from './status-equals.ts';
import { textContains } from './text-contains.ts';
import { titleContains } from './title-contains.ts';
import { titleOrTextContains } from './title-or-text-contains.ts';
import { urlContains } from './url-contains.ts';
import { voiceEquals } from './voice-equals.ts';

/** Every kind of condition, in the order in which they are offered. */
export const conditions: readonly Condition[] = [
  alwaysTrue,
  titleContains,
  textContains,
  titleOrTextContains,
  labelIs,
  lengthGreaterThan,
  lengthLessThan,
  urlContains,
  voiceEquals,
  statusEquals,
];

/** The kind of a condition; null: there is none such. */
export function findCondition({
  operator,
  subject,
}: {
  operator: string;
  subject: string;
}): Condition | null {
  return (
    conditions.find((condition) => condition.operator === operator && condition.subject === subject) ?? null
  );
}
