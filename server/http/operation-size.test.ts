import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { limitOperationSize } from './operation-size.ts';

const schema = buildSchema('type Query { me: Query, name: String }');
const refusal = (query: string): string => {
  try {
    validate(schema, parse(query), [limitOperationSize({ depth: 3, aliases: 2, directives: 2 })]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('depth', () => {
  test.each(['{ me { me { name } } }', '{ me { ...A } } fragment A on Query { me { ... { name } } }'])(
    'of three levels is allowed: %s',
    (query) => expect(refusal(query)).toBe(''),
  );
  test.each([
    '{ me { me { me { name } } } }',
    '{ me { ...A } } fragment A on Query { ...B } fragment B on Query { me { me { name } } }',
    'query A { name } query B { me { me { me { name } } } }',
  ])('of four levels is refused: %s', (query) =>
    expect(refusal(query)).toBe('The operation has 4 levels of depth, of at most 3.'),
  );
  test('of introspection does not count', () =>
    expect(refusal('{ __schema { types { fields { type { ofType { name } } } } } }')).toBe(''));
});

describe('aliases and directives', () => {
  test.each(['{ a: name b: name }', '{ a: name b: name c: __typename }', '{ name @skip(if: true) }'])(
    'a small number is allowed: %s',
    (query) => expect(refusal(query)).toBe(''),
  );
  test.each([
    ['{ a: name b: name c: name }', '3 aliases'],
    ['{ ...A ...A ...A } fragment A on Query { a: name }', '3 aliases'],
    ['{ ...A ...B } fragment A on Query { ...B } fragment B on Query { a: name b: name }', '4 aliases'],
    ['query @a { name @b ...A @c } fragment A on Query { name }', '3 directives'],
    ['{ ...A ...A } fragment A on Query { name @a @b }', '4 directives'],
  ])('a larger number is refused, anywhere: %s', (query, found) => expect(refusal(query)).toContain(found));
});

test('recursive fragments, and fragments that double many times, are measured quickly', () => {
  expect(refusal('{ ...A } fragment A on Query { name ...B } fragment B on Query { a: name ...A }')).toBe('');
  const doubling = Array.from(
    { length: 500 },
    (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
  ).join(' ');
  expect(refusal(`{ ...F0 } ${doubling} fragment F500 on Query { a: name }`)).toContain('aliases');
});
