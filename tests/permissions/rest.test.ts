import { afterAll, describe, expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';
import { keyOf } from '../rest/rest-calls.ts';
import { restCalls } from './rest-table.ts';
import { usePermissions } from './use-permissions.ts';

const { partRows, restRows, testEach, expectCells } = usePermissions();

test('the table has every call', () => {
  expect(Object.keys(restCalls).sort()).toEqual(rows.map(keyOf).sort());
});

describe('REST', () => testEach(restRows));
describe('a part of an operation', () => testEach(partRows));

afterAll(() => expectCells(restRows.length + partRows.length));
