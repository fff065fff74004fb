import type { SpelledOut, Spelling } from './spelling.ts';

/** A stretch of the text between two passes. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * Two passes as one.
 * @param first of the written text
 * @param second what the next pass made of the result, which then counts from the written text
 */
export function composeChanges(
  first: readonly SpelledOut[],
  { spoken, changes: second }: Spelling,
): SpelledOut[] {
  const changes: SpelledOut[] = [];
  let [one, two] = [0, 0];
  /** By how much the text between is ahead of the written one, and the result of the text between. */
  let [between, after] = [0, 0];
  for (const { from, to } of stretches(first, second)) {
    const start = from - between;
    const begin = from + after;
    for (
      ;
      one < first.length &&
      first[one]!.start + between + first[one]!.spoken.length <= to &&
      first[one]!.start + between <= to;
      one++
    )
      between += first[one]!.spoken.length - first[one]!.length;
    for (; two < second.length && second[two]!.start + second[two]!.length <= to; two++)
      after += second[two]!.spoken.length - second[two]!.length;
    changes.push({ start, length: to - between - start, spoken: spoken.slice(begin, to + after) });
  }
  return changes;
}

/** What either pass changed, joined where they overlap or touch. */
function stretches(first: readonly SpelledOut[], second: readonly SpelledOut[]): Stretch[] {
  let ahead = 0;
  const all: Stretch[] = first.map(({ start, length, spoken }) => {
    const from = start + ahead;
    ahead += spoken.length - length;
    return { from, to: from + spoken.length };
  });
  all.push(...second.map(({ start, length }) => ({ from: start, to: start + length })));
  all.sort((a, b) => a.from - b.from || a.to - b.to);
  const joined: Stretch[] = [];
  for (const { from, to } of all) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
