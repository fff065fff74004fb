import type { WordTiming } from '../words.ts';
import type { SpelledOut } from './spelling.ts';

/**
 * Maps timings of the spoken words to the written ones: "2:1" sounds from the start of "zwei" to the end of
 * "eins". All spoken words of one change count as one word, at its written position.
 * @param timings in order, of words in the spoken text
 * @param changes between the written and the spoken text
 */
export function writtenTimings(timings: readonly WordTiming[], changes: readonly SpelledOut[]): WordTiming[] {
  if (changes.length === 0) return [...timings];
  const written: WordTiming[] = [];
  let change = 0;
  /** What the spoken text is ahead of the written one, after the changes so far. */
  let ahead = 0;
  let whole: WordTiming | undefined;
  for (const timing of timings) {
    for (; change < changes.length && timing.start >= spokenEnd(changes[change]!, ahead); change++) {
      ahead += changes[change]!.spoken.length - changes[change]!.length;
      whole = undefined;
    }
    const next = changes[change];
    const end = timing.start + timing.length;
    if (!next || end <= next.start + ahead) {
      written.push({ ...timing, start: timing.start - ahead });
      continue;
    }
    // A word may extend beyond the change on either side: "3-fache" is one word, of which only the number is
    // spelled out.
    const beginsBefore = timing.start < next.start + ahead;
    const start = beginsBefore ? timing.start - ahead : next.start;
    const beyond = Math.max(0, end - spokenEnd(next, ahead));
    const length = next.start + next.length + beyond - start;
    if (whole)
      Object.assign(whole, {
        endMs: timing.endMs,
        length: Math.max(whole.length, start + length - whole.start),
      });
    else written.push((whole = { start, length, startMs: timing.startMs, endMs: timing.endMs }));
  }
  // A part that was split off from its change has no position.
  return written.filter(({ length }) => length > 0);
}

/**
 * Where a place in the spoken text is written. @param within what is spelled out, it counts as before that or
 * after it
 */
export function writtenPosition(
  offset: number,
  changes: readonly SpelledOut[],
  within: 'before' | 'after',
): number {
  let ahead = 0;
  for (const change of changes) {
    if (offset <= change.start + ahead) break;
    if (offset < spokenEnd(change, ahead))
      return within === 'before' ? change.start : change.start + change.length;
    ahead += change.spoken.length - change.length;
  }
  return offset - ahead;
}

const spokenEnd = ({ start, spoken }: SpelledOut, ahead: number): number => start + ahead + spoken.length;
