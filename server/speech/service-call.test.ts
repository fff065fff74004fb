import { expect, test } from 'vitest';
import { kindOfStatus, retryAfterMs } from './service-call.ts';

test.each([
  ['7', 7000],
  ['0', 0],
  ['1.5', 1500],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After: %s', (value, expected) => {
  expect(retryAfterMs(value, Date.parse('2026-11-20T12:00:00Z'))).toBe(expected);
});

test.each([
  [400, 'bad_request'],
  [401, 'credentials'],
  [402, 'credentials'],
  [403, 'credentials'],
  [404, 'bad_request'],
  [408, 'unavailable'],
  [413, 'bad_request'],
  [422, 'bad_request'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [304, 'unavailable'],
])('status %i is %s', (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind);
});
