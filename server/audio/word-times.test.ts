import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from '../text/words.ts';
import { timeEveryWord } from './word-times.ts';

const timing = (text: string, word: string, startMs: number, endMs: number) => ({
  start: text.indexOf(word),
  length: word.length,
  startMs,
  endMs,
});
const shown = (text: string, timings: ReturnType<typeof timeEveryWord>) =>
  timings.map(({ start, length, startMs, endMs }) => [
    text.slice(start, start + length),
    Math.round(startMs),
    Math.round(endMs),
  ]);

test('words that the service times as one share that time in proportion to their length', () => {
  const text = 'what people did not do';
  const timings = [
    timing(text, 'what', 0, 100),
    timing(text, 'people', 100, 300),
    timing(text, 'did', 300, 500),
    timing(text, 'do', 520, 600),
  ];
  const words = shown(text, timeEveryWord(timings, text, 'en'));
  expect(words.map(([word]) => word)).toEqual(['what', 'people', 'did', 'not', 'do']);
  const [, , did, not] = words;
  expect(did![1]).toBe(300);
  expect(not![2]).toBe(500);
  expect(did![2]).toBe(not![1]);
  expect(did![2]).toBeGreaterThan(380);
  expect(did![2]).toBeLessThan(430);
});

test('words before the first timed word share the time before it', () => {
  const text = 'of the war';
  expect(shown(text, timeEveryWord([timing(text, 'war', 0, 300)], text, 'en')).map(([word]) => word)).toEqual(
    ['of', 'the', 'war'],
  );
});

test('a compound with one time stays one word, and a phrase without spaces is split', () => {
  const compound = 'a well-known face';
  const timings = [
    timing(compound, 'a', 0, 50),
    timing(compound, 'well-known', 50, 200),
    timing(compound, 'face', 200, 300),
  ];
  expect(timeEveryWord(timings, compound, 'en')).toEqual(timings);
  expect(
    shown('你好世界', timeEveryWord([timing('你好世界', '你好世界', 0, 400)], '你好世界', 'zh')).map(
      ([word]) => word,
    ),
  ).toEqual(['你好', '世界']);
});

test('every word gets a time, in order and within bounds, for any reported times', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.lorem({ maxCount: 1 }), fc.boolean()), { minLength: 1 }), (parts) => {
      const text = parts.map(([word]) => word).join(' ');
      let at = 0;
      const timings = parts.flatMap(([word, reported], index) => {
        const start = at;
        at += word.length + 1;
        return reported || index === 0
          ? [{ start, length: word.length, startMs: index * 100, endMs: index * 100 + 90 }]
          : [];
      });
      const timed = timeEveryWord(timings, text, 'la');
      for (const word of wordsOf(text, 'la')) {
        expect(
          timed.some(({ start, length }) => start < word.start + word.length && word.start < start + length),
        ).toBe(true);
      }
      for (const [index, { start, startMs, endMs }] of timed.entries()) {
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        if (index === 0) continue;
        expect(start).toBeGreaterThan(timed[index - 1]!.start);
        expect(startMs).toBeGreaterThanOrEqual(timed[index - 1]!.endMs - 1e-6);
      }
      expect(timeEveryWord([], text, 'la')).toEqual([]);
    }),
  );
});
