import { expect, test } from 'vitest';
import { readStrictCsv } from './strict-csv.ts';

const read = (text: string) => readStrictCsv(Buffer.from(text));

test('what is as it should be is read', () => {
  expect(read('\ufeff"a";"b"\r\n"x ""y"";\r\nz";-1.5\r\n;""\r\n')).toEqual([
    [{ text: 'a' }, { text: 'b' }],
    [{ text: 'x "y";\r\nz' }, { bare: '-1.5' }],
    [{ bare: '' }, { text: '' }],
  ]);
});

test.each([
  ['no mark', '"a"\r\n'],
  ['a second mark', '\ufeff\ufeff"a"\r\n'],
  ['no end of the last line', '\ufeff"a"'],
  ['a line feed alone', '\ufeff"a"\n'],
  ['another number of fields', '\ufeff"a";1\r\n"b"\r\n'],
  ['a quote that is not closed', '\ufeff"a\r\n'],
  ['a quote within', '\ufeff"a" b"\r\n'],
  ['something behind a quote', '\ufeff"a"b\r\n'],
  ['a quote in what has none around it', '\ufeffa"b\r\n'],
])('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow();
});

test('what is no UTF-8 is refused', () => {
  expect(() => readStrictCsv(Buffer.from([0xef, 0xbb, 0xbf, 0x22, 0xff, 0x22, 0x0d, 0x0a]))).toThrow();
});
