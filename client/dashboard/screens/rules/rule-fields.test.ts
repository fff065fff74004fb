import { describe, expect, it } from 'vitest';
import {
  blankRule,
  hasProblems,
  labelsIn,
  moveEntry,
  ruleInput,
  ruleProblems,
  valueProblem,
  type Catalogue,
  type RuleFields,
  type RuleValueKind,
} from './rule-fields.ts';

const catalogue: Catalogue = {
  conditions: [
    {
      operator: 'contains',
      subject: 'title',
      title: 'Title contains',
      valueKind: 'TEXT',
      options: [],
      defaultValue: '',
    },
    {
      operator: 'greater_than',
      subject: 'length',
      title: 'Length greater than',
      valueKind: 'NUMBER',
      options: [],
      defaultValue: '',
    },
  ],
  actions: [
    {
      action: 'skip_title',
      title: 'Skip title',
      description: '',
      valueKind: 'NONE',
      multiple: false,
      options: [],
      defaultValues: [],
    },
    {
      action: 'say_as',
      title: 'Say as another voice',
      description: '',
      valueKind: 'VOICE',
      multiple: true,
      options: [],
      defaultValues: [],
    },
  ],
};
const placeholder = {
  condition: { operator: '', subject: '', value: '' },
  action: { action: '', values: [] },
};
const rule: RuleFields = {
  name: 'Title',
  predicates: [{ operator: 'contains', subject: 'title', value: 'live' }],
  actions: [{ action: 'skip_title', values: [] }],
};

describe('a rule can be saved', () => {
  it.each<[string, RuleFields, string | null]>([
    ['with a condition and an action', rule, null],
    ['not while a value is blank', blankRule, 'Fields IF and THEN is required and cannot be empty'],
    [
      'not with only placeholders',
      { ...rule, predicates: [placeholder.condition] },
      'Field IF is required and cannot be empty',
    ],
    ['not without an action', { ...rule, actions: [] }, 'Field THEN is required and cannot be empty'],
  ])('%s', (_, fields, problem) => expect(ruleProblems(fields, catalogue).rule).toBe(problem));

  it('only with all its values, and reports missing ones', () => {
    const problems = ruleProblems(
      {
        name: '',
        predicates: [
          { operator: 'contains', subject: 'title', value: ' ' },
          { operator: 'greater_than', subject: 'length', value: 'many' },
          placeholder.condition,
        ],
        actions: [
          { action: 'skip_title', values: [] },
          { action: 'say_as', values: [] },
        ],
      },
      catalogue,
    );
    expect(problems).toEqual({
      rule: null,
      predicates: { 0: 'Field is required and cannot be empty', 1: 'Enter a whole number' },
      actions: { 1: 'Choose a voice' },
    });
    expect(hasProblems(problems)).toBe(true);
    expect(hasProblems(ruleProblems(rule, catalogue))).toBe(false);
  });

  it.each<[RuleValueKind, string[], string | null]>([
    ['NONE', [], null],
    ['TEXT', ['x'], null],
    ['NUMBER', ['12'], null],
    ['NUMBER', ['-1'], 'Enter a whole number'],
    ['NUMBER', ['1.5'], 'Enter a whole number'],
    ['SOUND', [''], 'Choose a sound'],
    ['LABELS', [' '], 'Enter at least one label'],
    ['RANGE', ['-100'], null],
  ])('%s %j: %s', (kind, values, problem) => expect(valueProblem(kind, values)).toBe(problem));
});

it('sends no placeholders', () => {
  const input = ruleInput({
    name: ' Live blogs ',
    predicates: [...rule.predicates, placeholder.condition],
    actions: [placeholder.action, ...rule.actions],
  });
  expect(input).toEqual({ ...rule, name: 'Live blogs' });
});

it('reads comma-separated labels without duplicates', () =>
  expect(labelsIn(' sport, ,culture,sport')).toEqual(['sport', 'culture']));

it.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('moves %d to %d', (from, to, expected) => {
  expect(moveEntry(['a', 'b', 'c'], from, to)).toEqual(expected);
});
