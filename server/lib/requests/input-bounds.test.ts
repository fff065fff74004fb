import { expect, test } from 'vitest';
import { formProblem, inputMax, inputProblem, jsonProblem } from './input-bounds.ts';

const problemOf = (json: string) => jsonProblem(Buffer.from(json));

test.each([
  ['too many values', `[${'0,'.repeat(2 * inputMax.values)}0]`],
  ['empty lists', `{"a":[${'[],'.repeat(2 * inputMax.values)}[]]}`],
  ['empty objects that do not end', '[{},'.repeat(2 * inputMax.values)],
  ['lists in lists', '['.repeat(inputMax.depth + 1)],
  ['objects in lists', '[{"a":'.repeat(inputMax.depth)],
])('JSON is refused before it is parsed: %s', (_, json) => {
  expect(problemOf(json)).toMatch(/^The input/);
});

test('a form is refused by its number of fields before it is parsed', () => {
  expect(formProblem(Buffer.from('a[]=&'.repeat(inputMax.values)))).toMatch(/^The input/);
  expect(formProblem(Buffer.from('a=b&c=d'))).toBeNull();
});

test('strings count as one value, regardless of their content', () => {
  const text = `${'[{,'.repeat(50_000)}\\"]${'\\\\'.repeat(3)}`;
  expect(problemOf(`{"a":"${text}","b":[1,2,{"c":"\\\\"}]}`)).toBeNull();
  expect(problemOf(`"a string that does not end [[[`)).toBeNull();
});

test('input within the limits is accepted, parsed or not', () => {
  const most = JSON.stringify(Array.from({ length: inputMax.values }, (_, index) => index));
  const deepest = '['.repeat(inputMax.depth) + ']'.repeat(inputMax.depth);
  for (const json of [most, deepest, '', 'null', '{', ']]]]']) expect(problemOf(json)).toBeNull();
  expect(inputProblem(JSON.parse(most))).toBeNull();
  expect(inputProblem(JSON.parse(deepest))).toBeNull();
});
