import { expect, test } from 'vitest';
import { expectLinear, memoize } from '../../tests/support/growth.ts';
import { trimEnds } from './trim-ends.ts';

test('removes matching whole characters at both ends, and none inside', () => {
  expect(trimEnds('.. a. b ..', /^[\s.]$/)).toBe('a. b');
  expect(trimEnds('😀a😀b😀', /^\P{L}$/u)).toBe('a😀b');
  expect(trimEnds(' . ', /^[\s.]$/)).toBe('');
});

test('trimming takes linear time', async () => {
  const made = memoize((length) => ` ${'.'.repeat(length)}a`.repeat(2));
  await expectLinear((length) => trimEnds(made(length), /^ $/), { from: 10_000, most: 800_000 });
});
