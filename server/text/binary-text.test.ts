import { expect, test } from 'vitest';
import { binaryLine } from './binary-text.ts';

test('the line of the first control character is found, and normal texts have none', () => {
  expect(binaryLine('\0\0\0')).toBe(1);
  expect(binaryLine('one\r\ntwo\nthr\u0007ee')).toBe(3);
  expect(binaryLine('PK\u0003\u0004')).toBe(1);
  expect(binaryLine('a\tb\f\r\nc\u0085 – ä 漢')).toBeNull();
});
