import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actions } from './actions/registry.ts';
import { conditions } from './conditions/registry.ts';
import { ruleValueProblem, tidyRuleValue, type RuleValueShape } from './rule-values.ts';

const text: RuleValueShape = { valueKind: 'text' };
const number: RuleValueShape = { valueKind: 'number', min: 0, max: 1000 };
const range: RuleValueShape = { valueKind: 'range', min: -100, max: 100, step: 10 };
const choice: RuleValueShape = { valueKind: 'options', options: [{ value: 'ready', title: 'ready' }] };
const labels: RuleValueShape = { valueKind: 'labels' };
const voice: RuleValueShape = { valueKind: 'voice' };
const sound: RuleValueShape = { valueKind: 'sound' };

describe('a value of a rule', () => {
  it.each([
    [text, '  a \u00A0 b\0\n', 'a b'],
    [text, 'U\u0308', 'Ü'],
    [number, ' 0042 ', '42'],
    [number, 'many', 'many'],
    [range, '+10', '10'],
    [range, '-0', '0'],
    [choice, 'READY', 'ready'],
    [labels, 'a,,  b ,a', 'a, b'],
    [{ valueKind: 'none' } as const, 'anything', ''],
  ])('%j: %j is stored as %j', (shape, given, kept) => {
    expect(tidyRuleValue(shape, given)).toBe(kept);
  });

  it.each([
    [text, 'Sport'],
    [text, 'x'.repeat(500)],
    [number, '0'],
    [number, '1000'],
    [range, '-100'],
    [range, '0'],
    [range, '100'],
    [choice, 'ready'],
    [labels, 'Sport, Politik'],
    [voice, 'offline:en-US-Otto'],
    [sound, 'sound-news'],
    [sound, 'a'.repeat(64)],
    [{ valueKind: 'none' } as const, ''],
  ])('%j accepts %j', (shape, value) => {
    expect(ruleValueProblem({ ...shape, title: 'It' }, value)).toBeNull();
  });

  it.each([
    [text, '', 'needs a value.'],
    [text, 'x'.repeat(501), 'accepts up to 500 characters.'],
    [number, 'many', 'needs a whole number from 0 to 1000.'],
    [number, '1.5', 'needs a whole number from 0 to 1000.'],
    [number, '1e2', 'needs a whole number from 0 to 1000.'],
    [number, '-1', 'needs a whole number from 0 to 1000.'],
    [number, '1001', 'needs a whole number from 0 to 1000.'],
    [number, '9'.repeat(400), 'needs a whole number from 0 to 1000.'],
    [range, '110', 'needs a whole number from -100 to 100.'],
    [range, '15', 'needs a multiple of 10.'],
    [range, '-5', 'needs a multiple of 10.'],
    [choice, 'parsed', 'accepts one of ready.'],
    [labels, Array.from({ length: 51 }, (_, index) => `l${index}`).join(','), 'accepts up to 50 labels.'],
    [labels, 'x'.repeat(101), 'accepts labels of up to 100 characters.'],
    [voice, 'Otto', 'needs a voice in the form provider:name.'],
    [sound, '../etc/passwd', 'needs a sound.'],
  ])('%j refuses %j: %s', (shape, value, problem) => {
    expect(ruleValueProblem({ ...shape, title: 'It' }, value)?.message).toBe(`“It” ${problem}`);
  });

  it('is not changed by a second normalization, for any input', () => {
    const shapes = fc.constantFrom<RuleValueShape>(...conditions, ...actions);
    fc.assert(
      fc.property(shapes, fc.string({ unit: 'binary' }), (shape, value) => {
        const tidy = tidyRuleValue(shape, value);
        expect(tidyRuleValue(shape, tidy)).toBe(tidy);
        ruleValueProblem({ ...shape, title: 'It' }, tidy);
      }),
    );
  });
});
