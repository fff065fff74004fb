import { expect, test } from 'vitest';
import { expectLinear, keepMade } from '../../tests/support/growth.ts';
import { trimEnds } from './trim-ends.ts';

test('takes what matches from both ends, whole characters, and nothing from within', () => {
  expect(trimEnds('.. a. b ..', /^[\s.]$/)).toBe('a. b');
  expect(trimEnds('😀a😀b😀', /^\P{L}$/u)).toBe('a😀b');
  expect(trimEnds(' . ', /^[\s.]$/)).toBe('');
});

test('takes time linear to the text', async () => {
  const made = keepMade((length) => ` ${'.'.repeat(length)}a`.repeat(2));
  await expectLinear((length) => trimEnds(made(length), /^ $/), { from: 10_000, most: 800_000 });
});
