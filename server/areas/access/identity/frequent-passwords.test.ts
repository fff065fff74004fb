import { expect, test } from 'vitest';
import { isCommonPassword } from './frequent-passwords.ts';

test.each([
  ['qwertyuiop', true],
  ['QwertyUiop', true],
  ['manchester2026!', true],
  ['!!password!!', true],
  ['1234567891011', true],
  ['aaaaaaaaaabbb', true],
  ['parlance-2026', true],
  ['lovelace1815', true],
  ['correct horse battery', false],
  ['an even longer password', false],
  ['x7#kd92-qpwm', false],
])('%j is recognized as a frequent password: %j', async (password, common) =>
  expect(await isCommonPassword(password, 'lovelace@example.com')).toBe(common),
);
