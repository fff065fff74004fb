import { wordsOf, type WordSpan, type WordTiming } from '../text/words.ts';
import { expectedDuration } from './spoken-length.ts';

/** Scripts that write no spaces between words: what was timed as one piece there is a whole phrase. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u;

/**
 * Gives every word of a text a time. Engines say some words in one breath ("of the", "did not") and report
 * only the first: the time that was reported is shared among them by their expected lengths. Answers at least
 * one timing for each word, in order; none when none was given.
 * @param timings of words or groups of words, in order; offsets count in `text`
 */
export function timeEveryWord(timings: readonly WordTiming[], text: string, language: string): WordTiming[] {
  const words = wordsOf(text, language);
  const timed: WordTiming[] = [];
  let at = 0;
  for (const [index, timing] of timings.entries()) {
    const next = timings[index + 1]?.start ?? Infinity;
    const end = timing.start + timing.length;
    const before: WordSpan[] = [];
    const within: WordSpan[] = [];
    const after: WordSpan[] = [];
    for (; at < words.length && words[at]!.start < next; at++) {
      const word = words[at]!;
      if (word.start + word.length <= timing.start) before.push(word);
      else if (word.start < end) within.push(word);
      else after.push(word);
    }
    const whole = within.length < 2 || !unspaced.test(text.slice(timing.start, end));
    timed.push(...shared(timing, [...before, ...(whole ? [timing] : within), ...after], text, language));
  }
  return timed;
}

function shared(
  { startMs, endMs }: WordTiming,
  spans: WordSpan[],
  text: string,
  language: string,
): WordTiming[] {
  const durations = spans.map(({ start, length }) =>
    expectedDuration(text.slice(start, start + length), language),
  );
  const scale = (endMs - startMs) / durations.reduce((sum, duration) => sum + duration, 0);
  let from = startMs;
  return spans.map(({ start, length }, index) => {
    const to = index === spans.length - 1 ? endMs : from + durations[index]! * scale;
    const timing = { start, length, startMs: from, endMs: to };
    from = to;
    return timing;
  });
}
