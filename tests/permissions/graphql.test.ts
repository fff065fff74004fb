import { afterAll, describe, expect, test } from 'vitest';
import { rootFields } from '../graphql/calls.ts';
import { operations } from './table.ts';
import { usePermissions } from './use-permissions.ts';

const { graphqlRows, testEach, expectCells } = usePermissions();

test('the table has every operation', () => {
  expect(Object.keys(operations).sort()).toEqual(rootFields.map(({ name }) => name).sort());
});

describe('GraphQL', () => testEach(graphqlRows));

afterAll(() => expectCells(graphqlRows.length));
