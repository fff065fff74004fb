import { afterAll, describe, expect, test } from 'vitest';
import { rootFields } from '../graphql/calls.ts';
import { callers } from './callers.ts';
import { operations } from './table.ts';
import { usePermissions } from './use-permissions.ts';

const { graphqlRows, testEach, cells } = usePermissions();

test('the table has every operation', () => {
  expect(Object.keys(operations).sort()).toEqual(rootFields.map(({ name }) => name).sort());
});

describe('GraphQL', () => testEach(graphqlRows));

afterAll(() => expect(cells()).toBeGreaterThanOrEqual(graphqlRows.length * callers.length));
