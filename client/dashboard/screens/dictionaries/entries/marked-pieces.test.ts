import { expect, test } from 'vitest';
import { markedPieces } from './marked-pieces.ts';

test('a text is split into marked and unmarked pieces without loss', () => {
  expect(markedPieces('mɛʘts', [{ start: 2, length: 1 }])).toEqual([
    { text: 'mɛ', isMarked: false },
    { text: 'ʘ', isMarked: true },
    { text: 'ts', isMarked: false },
  ]);
  expect(markedPieces('ʘ', [{ start: 0, length: 1 }])).toEqual([{ text: 'ʘ', isMarked: true }]);
  expect(markedPieces('', [])).toEqual([]);
});
