import { afterAll, describe, expect, test } from 'vitest';
import { rows } from '../../server/rest/rows.ts';
import { keyOf } from '../rest/rest-calls.ts';
import { audiences, type Caller } from './callers.ts';
import { restCalls } from './rest-table.ts';
import { usePermissions } from './use-permissions.ts';

const { partRows, restRows, testEach, expectCells } = usePermissions();

test('the table contains every endpoint', () => {
  expect(Object.keys(restCalls).sort()).toEqual(rows.map(keyOf).sort());
});

/** Calls that only read, although their documents or their methods are those of changes. */
const reads = [
  'POST /api/projects/{id}/articles/query',
  'POST /api/replacements/find_usage/project/{id}',
  'POST /api/replacements/find_usage/{type}/{id}',
  'POST /api/stats/{id}/{reportName}',
];

test('read-only credentials allow no calls that write, cost money or start work', () => {
  const mutates = (key: string) =>
    rows.some((row) => keyOf(row) === key && /\bmutation\b/.test(String(row.document)));
  expect(mutates('GET /articles/{id}/download')).toBe(true);
  const admitting = Object.entries(restCalls)
    .filter(([key]) => !key.startsWith('GET ') || mutates(key))
    .filter(([, { may }]) =>
      (audiences[may].may as readonly Caller[]).some(
        (caller) => caller === 'reading partner' || caller === 'reading key',
      ),
    )
    .map(([key]) => key);
  expect(admitting.filter((key) => !reads.includes(key))).toEqual([]);
});

describe('REST', () => testEach(restRows));
describe('a part of an operation', () => testEach(partRows));

afterAll(() => expectCells(restRows.length + partRows.length));
