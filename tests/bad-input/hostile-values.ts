import { createHash } from 'node:crypto';
import { isEnumType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { isFull } from '../support/full.ts';

const long = 'x'.repeat(20_000);

/** What no field is meant for, as JSON carries it. */
export const hostile: readonly unknown[] = [
  null,
  '',
  ' \t\n ',
  long,
  '\u0000',
  'a\u0000b',
  '\u0001\u0007\u001b[31m\u007f\u0085',
  '\ud800',
  'a\udc00b',
  '\u200b\u202e\ufeff\uffff',
  '😀'.repeat(300),
  '<script>alert(1)</script>&amp;]]><!--',
  '\'; DROP TABLE "Project"; --',
  '%_\\',
  '../../../etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
  '9'.repeat(400),
  'NaN',
  '__proto__',
  '0000-00-00',
  '0000-01-01T00:00:00Z',
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  1e308,
  true,
  [],
  [null],
  [[[]]],
  {},
  { constructor: { prototype: {} } },
  { '\u0000': '\u0000', '\ud800': '\ud800' },
];

const strings = hostile.filter((value) => typeof value === 'string');
const numbers = hostile.filter((value) => typeof value === 'number');
const wrong = [true, 5, [], {}, [null]];

const byName: Readonly<Record<string, readonly unknown[]>> = {
  String: [...strings, null, ...wrong],
  URL: [...strings, null, ...wrong],
  ID: [
    '',
    '0',
    '-1',
    '1.5',
    '2147483647',
    '2147483648',
    '9'.repeat(30),
    'abc',
    '\u0000',
    '\ud800',
    long,
    ...[
      'Project:0',
      'Project:2147483648',
      'Project:\u0000',
      'Nothing:1',
      'Project',
      ':',
      'Project:1:1',
      'User:-1',
    ].map((id) => Buffer.from(id).toString('base64')),
    -1,
    1.5,
    null,
    true,
    [],
    {},
  ],
  Int: [...numbers, null, '', '1', 'x', true, [], {}],
  Float: [...numbers, -1e308, 5e-324, 9_007_199_254_740_992, null, '', '1', 'x', true, [], {}],
  Boolean: [null, '', 'true', 0, 1, [], {}],
  Date: [
    '',
    '0000-01-01',
    '0001-01-01',
    '2026-02-30',
    '9999-12-31',
    '10000-01-01',
    '-2026-01-01',
    '2026-11-20T00:00:00Z',
    '\u0000',
    long,
    null,
    ...wrong,
  ],
  DateTime: [
    '',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-11-20T24:00:01Z',
    '2026-11-20',
    '\u0000',
    long,
    null,
    ...wrong,
  ],
  SettingValue: hostile,
  File: [null, 'x', {}],
};

/** What breaks most of what is not looked at: no field of GraphQL goes without. */
const always: readonly unknown[] = [null, '\u0000', '\ud800'];
const share = 12;

/**
 * Assigns each of hundreds of fields its share of the values: different ones for each, the same in every run.
 * A quick run tries every value on some fields, a full one all values on each.
 * @param place of the field
 * @param besides further values, for every field
 */
export function sharedOut<T>(
  values: readonly T[],
  place: string,
  besides: readonly unknown[] = [],
): readonly T[] {
  if (isFull) return values;
  const mine = createHash('sha256').update(place).digest().readUInt32BE() % share;
  return values.filter((value, index) => index % share === mine || besides.includes(value));
}

/**
 * Values for a field of a type, right and wrong ones.
 * @param place the field's
 * @param description of the field, which may say how much it takes
 */
export function valuesFor(type: GraphQLInputType, place: string, description = ''): readonly unknown[] {
  if (isNonNullType(type)) return valuesFor(type.ofType, place, description);
  if (isListType(type))
    return sharedOut([null, [], [null], 'x', 5, {}, Array<unknown>(300).fill(null)], place, always);
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return sharedOut([null, '', 'nothing', '\u0000', 0, true, [], {}, ...names], place, always);
  }
  const known = byName[type.name] ?? [null, 'x', 5, true, [], [null]];
  return [...sharedOut(known, place, always), ...limitsIn(type.name, description)];
}

/**
 * The limit that a description tells, and one more: `At most 256 characters`, `From 1 to 30`, `At least 2
 * characters`.
 */
function limitsIn(type: string, description: string): unknown[] {
  const found: unknown[] = [];
  const number = (text: string): number => Number(text.replaceAll(',', ''));
  for (const [, limit] of description.matchAll(/at most ([\d,]+) (?:characters|bytes)/gi))
    if (type === 'String' || type === 'URL')
      found.push(
        'x'.repeat(number(limit!)),
        'x'.repeat(number(limit!) + 1),
        '😀'.repeat(number(limit!) / 2 + 1),
      );
  for (const [, limit] of description.matchAll(/at least ([\d,]+) characters/gi))
    if (type === 'String' || type === 'URL')
      found.push('x'.repeat(number(limit!)), 'x'.repeat(number(limit!) - 1));
  for (const [, least, most] of description.matchAll(/(?:from )?(\d+) to ([\d,]+)/gi))
    if (type === 'Int') found.push(number(least!), number(least!) - 1, number(most!), number(most!) + 1);
  for (const [, most] of description.matchAll(/at most ([\d,]+)\b/gi))
    if (type === 'Int') found.push(number(most!), number(most!) + 1);
  return found;
}
