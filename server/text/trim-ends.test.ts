import { expect, test } from 'vitest';
import { trimEnds } from './trim-ends.ts';

test('takes what matches from both ends, whole characters, and nothing from within', () => {
  expect(trimEnds('.. a. b ..', /^[\s.]$/)).toBe('a. b');
  expect(trimEnds('😀a😀b😀', /^\P{L}$/u)).toBe('a😀b');
  expect(trimEnds(' . ', /^[\s.]$/)).toBe('');
});

test('takes time linear to the text', () => {
  const text = ` ${'.'.repeat(200_000)}a`;
  const before = performance.now();
  for (let run = 0; run < 3; run++) trimEnds(`${text}${text}`, /^ $/);
  expect(performance.now() - before).toBeLessThan(2_000);
});
