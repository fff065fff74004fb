import { expect, test } from 'vitest';
import { stretchesOf } from './stretches.ts';

const cut = (text: string): string[] => [...stretchesOf(text)].map((stretch) => stretch.text);

test.each([
  ['lines', `${'a'.repeat(7_000)}\n`, '\n'],
  ['sentences', `${'word '.repeat(1_000)}end. `, '. '],
  ['sentences without spaces', `${'字'.repeat(3_000)}。`, '。'],
  ['words', 'word '.repeat(100), ' '],
])('a long text is split after %s', (_, part, border) => {
  const text = part.repeat(Math.ceil(30_000 / part.length));
  const stretches = cut(text);
  expect(stretches.join('')).toBe(text);
  expect(stretches.length).toBeGreaterThan(3);
  for (const stretch of stretches) {
    expect(stretch.length).toBeLessThanOrEqual(8_000);
    expect(stretch.endsWith(border)).toBe(true);
  }
});

test('a text without boundaries is split between characters, and a short one is not split', () => {
  const text = '😀'.repeat(10_000);
  // One unit before, so that a cut by units would fall within a character.
  for (const stretch of cut(`a${text}`)) expect(stretch.isWellFormed()).toBe(true);
  expect(cut(`a${text}`).join('')).toBe(`a${text}`);
  expect(cut('short')).toEqual(['short']);
  expect(cut('')).toEqual([]);
});
