import { expect, test } from 'vitest';
import { failureOf } from './failures.ts';

test('a page with unknown persisted documents has to be reloaded', () => {
  const answer = [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }];
  expect(failureOf(200, answer)?.message).toMatch(/different version than the server\. Reload it/);
});
