import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  choice,
  day,
  flag,
  settingGroup,
  settingsSchema,
  text,
  wholeNumber,
  type Changer,
  type ValuesOf,
} from './settings.ts';
import { kernelMessages } from './messages.ts';

const ads = settingGroup(
  {
    shown: flag({ description: 'Whether they are.', feature: 'ad-insert' }),
    provider: choice(['a', 'b'], {
      description: 'Who provides them.',
      default: null,
      features: { b: 'custom-ad' },
    }),
    every: wholeNumber({ description: 'How often.', default: 10, min: 1, max: 30 }),
  },
  ({ shown, provider }, isChanged) => ({
    provider: shown && !provider && isChanged('shown') && kernelMessages.FIELD_REQUIRED(),
  }),
);
const texts = settingGroup({
  title: text({ description: 'What it is called.', default: '', min: 1, max: 5 }),
  since: day({ description: 'From when on.', default: null }),
  key: text({ description: 'A key.', default: null, administratorsOnly: true }),
});
const schema = settingsSchema(ads, texts);
type Values = ValuesOf<typeof schema.settings>;
const before: Values = { shown: false, provider: null, every: 10, title: 'News', since: null, key: null };
const everything: Changer = { features: ['ad-insert', 'custom-ad'], isAdministrator: true };
const problems = (changes: Partial<Values>, changer = everything) =>
  Object.fromEntries(schema.problems(before, changes, changer).map(({ field, message }) => [field, message]));

test('types follow from the declarations', () => {
  expectTypeOf<Values['shown']>().toEqualTypeOf<boolean>();
  expectTypeOf<Values['provider']>().toEqualTypeOf<string | null>();
  expectTypeOf<Values['every']>().toEqualTypeOf<number>();
  expectTypeOf<Values['title']>().toEqualTypeOf<string>();
  expectTypeOf<Values['since']>().toEqualTypeOf<string | null>();
});

describe('tidy', () => {
  test.each<[object, object]>([
    [{ title: ' News\0 ', unknown: 1, every: undefined }, { title: 'News' }],
    [
      { since: '', key: '  ', title: '' },
      { since: null, key: null, title: '' },
    ],
    [{ shown: null, every: null, provider: null }, { provider: null }],
    [JSON.parse('{"__proto__": {"title": "x"}}') as object, {}],
  ])('%j becomes %j', (given, expected) => expect(schema.tidy(given as never)).toEqual(expected));
});

describe('problems', () => {
  test.each<[Partial<Values>, Record<string, string>]>([
    [{}, {}],
    [{ every: 31 }, { every: 'Enter a whole number from 1 to 30.' }],
    [{ every: 1.5 }, { every: 'Enter a whole number from 1 to 30.' }],
    [{ title: '' }, { title: 'This field is required' }],
    [{ title: 'Newspaper' }, { title: 'Enter up to 5 characters.' }],
    [{ since: '2026-02-30' }, { since: 'Enter a date as YYYY-MM-DD.' }],
    [{ since: '2026-02-28' }, {}],
    [{ provider: 'c' }, { provider: 'Must be one of a, b.' }],
    [{ shown: true }, { provider: 'This field is required' }],
    [{ shown: true, provider: 'a' }, {}],
  ])('of %j: %j', (changes, expected) => expect(problems(changes)).toEqual(expected));

  test('locked or reserved settings are refused, unless unchanged or turned off', () => {
    const nobody = { features: [], isAdministrator: false };
    const locked = expect.stringContaining('not enabled');
    expect(problems({ shown: true, provider: 'b', key: 'k' }, nobody)).toEqual({
      shown: locked,
      provider: locked,
      key: 'Only administrators can change this.',
    });
    expect(problems({ provider: 'a' }, nobody)).toEqual({});
    expect(problems({ shown: false, key: null, provider: null }, nobody)).toEqual({});
    expect(
      schema.problems({ ...before, shown: true, provider: 'b' }, { shown: false, provider: 'b' }, nobody),
    ).toEqual([]);
  });
});
