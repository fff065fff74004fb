import { expect, test } from 'vitest';
import { parseForm } from './form-fields.ts';

test('reads lists and nested names in PHP notation', () => {
  expect(
    parseForm('title=A+b&labels[]=x&labels[]=y&rules[0][source]=s&rules[0][isRegex]=1&rules[1][source]=t'),
  ).toEqual({ title: 'A b', labels: ['x', 'y'], rules: [{ source: 's', isRegex: '1' }, { source: 't' }] });
});

test('cannot pollute object prototypes', () => {
  parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('ignores fields beyond a thousand and names with more than five brackets', () => {
  const body = Array.from({ length: 3_000 }, (_, index) => `f${index}=1`).join('&');
  expect(Object.keys(parseForm(body))).toHaveLength(1_000);
  expect(parseForm('a[b][c][d][e][f]=1&g=2')).toEqual({ g: '2' });
});
