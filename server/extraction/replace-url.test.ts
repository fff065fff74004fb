import { describe, expect, it } from 'vitest';
import { replaceUrl, urlReplacementProblems } from './replace-url.ts';

const plain = (source: string, destination: string) => ({ source, destination, isRegex: false });
const regex = (source: string, destination: string) => ({ source, destination, isRegex: true });

describe('replaceUrl', () => {
  it.each([
    ['https://a.example/amp/x', [plain('/amp/', '/')], 'https://a.example/x'],
    ['https://a.example/x?y=1', [plain('?y=1', '')], 'https://a.example/x'],
    ['https://a.example/$&', [plain('$&', '$1')], 'https://a.example/$1'],
    ['https://a.example/x.html', [regex('/\\.html$/', '/print')], 'https://a.example/x/print'],
    [
      'https://a.example/2026/11/x',
      [regex('/(\\d{4})\\/(\\d{2})/', '$2-$1-$0-$9-$$')],
      'https://a.example/11-2026-2026/11-$9-$/x',
    ],
    ['https://a.example/X', [regex('/x$/i', 'y')], 'https://a.example/y'],
    ['https://a.example/aa', [regex('/a\\/a/', 'a/b'), plain('b', 'c')], 'https://a.example/aa'],
    ['https://a.example/a', [plain('a', 'b'), plain('b', 'c')], 'https://c.excmple/c'],
    ['https://a.example/x', [], 'https://a.example/x'],
    ['https://a.example/xx', [regex('/x*/', '-')], null],
  ])('%s', (url, rules, expected) => {
    if (expected === null)
      expect(() => replaceUrl(url, rules)).toThrow(expect.objectContaining({ kind: 'bad-result' }) as Error);
    else expect(replaceUrl(url, rules)).toBe(expected);
  });

  it.each([
    [plain('', 'x'), 'empty-source', 'source'],
    [regex('a.*b', 'x'), 'not-wrapped', 'source'],
    [regex('/', 'x'), 'not-wrapped', 'source'],
    [regex('//', 'x'), 'not-wrapped', 'source'],
    [regex('/a(/', 'x'), 'bad-regex', 'source'],
    [regex('/(?=a)/', 'x'), 'bad-regex', 'source'],
    [regex('/a/z', 'x'), 'bad-flag', 'source'],
  ])('%o is refused', (rule, kind, field) => {
    expect(urlReplacementProblems([plain('a', 'b'), rule])).toEqual([
      { index: 1, field, told: expect.objectContaining({ message: expect.any(String) }) as object },
    ]);
    expect(() => replaceUrl('https://a.example/', [plain('a', 'b'), rule])).toThrow(
      expect.objectContaining({ name: 'UrlReplacementError', kind, field, index: 1 }) as Error,
    );
  });

  it.each([
    ['the whole URL, a thousand times', [regex('/[a-z]+/', '$&'.repeat(500))]],
    [
      'rules that each extend the URL',
      [regex('/.+/', '$&$&'), ...Array.from({ length: 100 }, () => regex('/.+/', '$&$&'))],
    ],
    ['every character', [plain('a', 'a'.repeat(1_000)), plain('a', 'a'.repeat(1_000))]],
    ['nothing, everywhere', [regex('/x*/', 'y'.repeat(1_000))]],
  ])('results that grow too long are refused: %s', (_what, rules) => {
    expect(() => replaceUrl('https://a.example/aaaaaaaa', rules)).toThrow(
      expect.objectContaining({ kind: 'too-long', field: 'destination' }) as Error,
    );
  });

  it('patterns are stopped after a second of CPU time', () => {
    const rules = Array.from({ length: 2_000 }, () => regex('/(\\pL|\\pN){1000}/', '$&'));
    expect(() => replaceUrl(`https://a.example/${'a'.repeat(2_000)}`, rules)).toThrow(
      expect.objectContaining({ kind: 'too-slow' }) as Error,
    );
  });

  it('results that are not web addresses are refused', () => {
    expect(() => replaceUrl('https://a.example/', [plain('https://a.example', 'javascript:')])).toThrow(
      expect.objectContaining({ kind: 'bad-result', field: 'destination' }) as Error,
    );
  });

  it('replacement takes time linear to the address', () => {
    // A pattern that is tried in every way would take longer than there is time.
    expect(replaceUrl(`https://a.example/${'a'.repeat(1_900)}!`, [regex('/(a+)+$/', 'b')])).toContain('aaa');
  });
});
