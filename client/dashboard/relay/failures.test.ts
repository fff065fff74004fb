import { expect, test } from 'vitest';
import { failureOf } from './failures.ts';

test('a page whose documents the server no longer knows must be reloaded', () => {
  const answer = [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }];
  expect(failureOf(200, answer)?.message).toMatch(/different version than the server\. Reload it/);
});
