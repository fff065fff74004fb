import { describe, expect, it } from 'vitest';
import type { Catalogue, RuleFields } from './rule-fields.ts';
import { ruleInOneLine, phrases, formatSigned } from './rule-sentence.ts';

const kind = { options: [], defaultValue: '' };
const action = { description: '', multiple: false, options: [], defaultValues: [] };
const catalogue: Catalogue = {
  conditions: [
    { ...kind, operator: 'always', subject: 'article', title: 'Always', valueKind: 'NONE' },
    { ...kind, operator: 'contains', subject: 'title', title: 'Title contains', valueKind: 'TEXT' },
    { ...kind, operator: 'contains', subject: 'url', title: 'URL contains', valueKind: 'TEXT' },
    { ...kind, operator: 'is', subject: 'label', title: 'Label is', valueKind: 'LABELS' },
    {
      ...kind,
      operator: 'greater_than',
      subject: 'length',
      title: 'Length greater than',
      valueKind: 'NUMBER',
    },
  ],
  actions: [
    { ...action, action: 'say_as', title: 'Say as another voice', valueKind: 'VOICE', multiple: true },
    { ...action, action: 'background_music', title: 'Background music', valueKind: 'SOUND', multiple: true },
    { ...action, action: 'volume_boost', title: 'Volume boost', valueKind: 'RANGE' },
    {
      ...action,
      action: 'set_status',
      title: 'Set status',
      valueKind: 'OPTIONS',
      options: [{ value: 'rejected', title: 'Rejected' }],
    },
  ],
};
const names = {
  voice: (name: string) => (name === 'offline:anna' ? 'Anna' : null),
  sound: (file: string) => (file === 'waves' ? 'Waves' : null),
};
const words = (rule: Partial<RuleFields>) =>
  phrases({ name: '', predicates: [], actions: [], ...rule }, catalogue, names);

describe('the summary of a rule', () => {
  it('is one line', () => {
    expect(
      ruleInOneLine(
        words({
          predicates: [
            { operator: 'contains', subject: 'title', value: 'live' },
            { operator: 'is', subject: 'label', value: 'sport,culture' },
          ],
          actions: [
            { action: 'set_status', values: ['rejected'] },
            { action: 'volume_boost', values: ['-10'] },
          ],
        }),
      ),
    ).toBe(
      'IF title contains “live” AND label is sport or culture THEN set status Rejected AND volume boost −10',
    );
  });

  it('keeps abbreviations, groups digits, and omits placeholders', () => {
    expect(
      words({
        predicates: [
          { operator: 'contains', subject: 'url', value: '/x' },
          { operator: 'greater_than', subject: 'length', value: '12000' },
          { operator: '', subject: '', value: '' },
        ],
      }).conditions,
    ).toEqual([
      { title: 'URL contains', values: [{ text: '“/x”', gone: false }] },
      { title: 'length greater than', values: [{ text: '12,000', gone: false }] },
    ]);
  });

  it('mentions missing references', () => {
    expect(
      words({
        actions: [
          { action: 'say_as', values: ['offline:anna', 'offline:gone'] },
          { action: 'background_music', values: ['waves', 'deleted'] },
        ],
      }).actions.map(({ values }) => values),
    ).toEqual([
      [
        { text: 'Anna', gone: false },
        { text: 'a voice no longer available', gone: true },
      ],
      [
        { text: 'Waves', gone: false },
        { text: 'a deleted sound', gone: true },
      ],
    ]);
  });

  it('shows unknown values unchanged', () => {
    expect(words({ actions: [{ action: 'sing', values: ['loud'] }] }).actions).toEqual([
      { title: 'sing', values: [{ text: 'loud', gone: false }] },
    ]);
  });
});

it.each([
  [20, '+20'],
  [-10, '−10'],
  [0, '0'],
])('%d is %s', (value, text) => expect(formatSigned(value)).toBe(text));
