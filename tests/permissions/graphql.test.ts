import { afterAll, describe, expect, test } from 'vitest';
import { rootFields } from '../graphql/calls.ts';
import { audiences, type Caller } from './callers.ts';
import { operations } from './table.ts';
import { usePermissions } from './use-permissions.ts';

const { graphqlRows, testEach, expectCells } = usePermissions();

test('the table contains every operation', () => {
  expect(Object.keys(operations).sort()).toEqual(rootFields.map(({ name }) => name).sort());
});

test('read-only credentials allow no mutations except those that need no credentials', () => {
  const admits = (may: keyof typeof audiences) =>
    (audiences[may].may as readonly Caller[]).some(
      (caller) => caller === 'reading partner' || caller === 'reading key',
    );
  const admitting = Object.entries(operations)
    .filter(([name, { may }]) => name.startsWith('Mutation.') && may !== 'anybody' && admits(may))
    .map(([name]) => name);
  expect(admitting).toEqual([]);
});

describe('GraphQL', () => testEach(graphqlRows));

afterAll(() => expectCells(graphqlRows.length));
