import { expect, test } from 'vitest';
import { failureOf } from './failures.ts';

test('a page whose documents the server does not know any more has to be loaded anew', () => {
  const answer = [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }];
  expect(failureOf(200, answer)?.message).toMatch(/different version than the server\. Reload it/);
});
