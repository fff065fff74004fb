import { expect, test } from 'vitest';
import { readStrictCsv } from './strict-csv.ts';

const read = (text: string) => readStrictCsv(Buffer.from(text));

test('valid files are parsed', () => {
  expect(read('\ufeff"a";"b"\r\n"x ""y"";\r\nz";-1.5\r\n;""\r\n')).toEqual([
    [{ text: 'a' }, { text: 'b' }],
    [{ text: 'x "y";\r\nz' }, { bare: '-1.5' }],
    [{ bare: '' }, { text: '' }],
  ]);
});

test.each([
  ['no byte-order mark', '"a"\r\n'],
  ['a second byte-order mark', '\ufeff\ufeff"a"\r\n'],
  ['no final line ending', '\ufeff"a"'],
  ['a lone line feed', '\ufeff"a"\n'],
  ['another number of fields', '\ufeff"a";1\r\n"b"\r\n'],
  ['an unclosed quote', '\ufeff"a\r\n'],
  ['a quote inside a field', '\ufeff"a" b"\r\n'],
  ['text after a quote', '\ufeff"a"b\r\n'],
  ['a quote in an unquoted field', '\ufeffa"b\r\n'],
])('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow();
});

test('invalid UTF-8 is refused', () => {
  expect(() => readStrictCsv(Buffer.from([0xef, 0xbb, 0xbf, 0x22, 0xff, 0x22, 0x0d, 0x0a]))).toThrow();
});
