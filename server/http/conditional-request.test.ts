import { describe, expect, test } from 'vitest';
import { isFresh, rangeApplies } from './conditional-request.ts';

const file = { etag: '"abc"', modifiedAt: new Date('2026-11-20T12:00:00.500Z') };
const same = 'Fri, 20 Nov 2026 12:00:00 GMT';
const earlier = 'Fri, 20 Nov 2026 11:59:59 GMT';

describe('the response is 304 for a cached version', () => {
  test.each([
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc"' }, true],
    [{ 'if-none-match': '"x", "abc"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-modified-since': same }, true],
    [{ 'if-modified-since': earlier }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': same }, false],
    [{}, false],
  ])('%j: %s', (headers, expected) => {
    expect(isFresh(headers, file)).toBe(expected);
  });
});

describe('If-Range decides whether a range is sent', () => {
  test.each([
    [{}, true],
    [{ 'if-range': '"abc"' }, true],
    [{ 'if-range': '"x"' }, false],
    [{ 'if-range': 'W/"abc"' }, false],
    [{ 'if-range': same }, true],
    [{ 'if-range': earlier }, false],
  ])('%j: %s', (headers, expected) => {
    expect(rangeApplies(headers, file)).toBe(expected);
  });
});
