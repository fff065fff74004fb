import { expect, test } from 'vitest';
import { callToActionOf, downloadNameOf, firstLine } from './audio-input.ts';

test.each([
  ['One.\nTwo.', 'One....'],
  ['\n\n  One.  \nTwo.', 'One....'],
  ['<voice name="anna" style="calm">Her</voice> and me', 'Her and me...'],
  ['x'.repeat(101), `${'x'.repeat(100)}...`],
  // Whole characters, not halves of them.
  ['🎧'.repeat(101), `${'🎧'.repeat(100)}...`],
  [`${'x'.repeat(99)} y`, `${'x'.repeat(99)}...`],
  ['', '...'],
])('the description is the first line, cut to 100 characters and an ellipsis: %j', (text, shown) => {
  expect(callToActionOf(text)).toBe(shown);
});

test('a first line under the limit is not cut', () => {
  expect(firstLine('A long line.', 6)).toBe('A long');
});

test.each([
  ['Good morning.\nHere is the news.', 'Good morning. Here is the news'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['../../etc/passwd', 'etc passwd'],
  ['tab\there\u0000and\u202e there', 'tab here and there'],
  ['x'.repeat(300), 'x'.repeat(100)],
  ['🎧'.repeat(101), '🎧'.repeat(100)],
  ['<voice name="anna">Her</voice>', 'Her'],
  ['CON', 'CON-audio'],
  ['lpt1', 'lpt1-audio'],
  ['...', 'audio'],
  ['???', 'audio'],
  ['', 'audio'],
])('a download is named after its first 100 characters, made safe for file names: %j', (text, name) => {
  expect(downloadNameOf(text)).toBe(name);
});
