import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plausibleTimings, timingsFromStarts, wordsOf } from './words.ts';

const texts = (text: string, language: string): string[] =>
  wordsOf(text, language).map(({ start, length }) => text.slice(start, start + length));

test.each([
  ['Don’t stop, Dr. Müller!', 'en-US', ['Don’t', 'stop', 'Dr', 'Müller']],
  ['3,5 Prozent – 👋 ja', 'de-DE', ['3,5', 'Prozent', 'ja']],
  ['你好世界', 'zh-CN', ['你好', '世界']],
  ['… !? 👋', 'en-US', []],
])('words are found in %s', (text, language, expected) => {
  expect(texts(text, language)).toEqual(expected);
});

test('words are in order, within the text, and do not overlap', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let end = 0;
      for (const word of wordsOf(text, 'en')) {
        expect(word.start).toBeGreaterThanOrEqual(end);
        expect(word.length).toBeGreaterThan(0);
        end = word.start + word.length;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }),
  );
});

const at = (...times: number[]) => times.map((startMs, index) => ({ start: index * 2, length: 1, startMs }));

test('a word lasts until the next one starts, and the last one until the end', () => {
  expect(timingsFromStarts(at(0, 100, 250), 400)).toEqual([
    { start: 0, length: 1, startMs: 0, endMs: 100 },
    { start: 2, length: 1, startMs: 100, endMs: 250 },
    { start: 4, length: 1, startMs: 250, endMs: 400 },
  ]);
});

test.each([
  ['none', at()],
  ['out of order', at(0, 200, 100)],
  ['before the audio', at(-1, 100)],
  ['after the audio', at(0, 500)],
  ['not numbers', at(0, Number.NaN)],
])('times that are %s are ignored', (_name, starts) => {
  expect(timingsFromStarts(starts, 400)).toBeUndefined();
});

test('words from a service never overlap the next word or exceed the end', () => {
  const given = at(0, 100, 250).map((word, index) => ({ ...word, endMs: [80, 300, 900][index]! }));
  expect(plausibleTimings(given, 400)?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 80],
    [100, 250],
    [250, 400],
  ]);
  expect(plausibleTimings(given, 200)).toBeUndefined();
  expect(plausibleTimings([], 400)).toBeUndefined();
});
