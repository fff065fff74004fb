import { soundDistance } from './sound-distance.ts';

/** How a word sounds: its sounds, or its letters where they are not known. */
export type SoundsOf = (word: string) => readonly string[];

/** Some words of the text and the recognized words for them; either may be empty. */
export interface WordPair {
  /** Indexes of the words, the end excluded. */
  said: readonly [from: number, to: number];
  heard: readonly [from: number, to: number];
  /** How different they sound, 0 to 1; 1 where there is nothing on one side. */
  distance: number;
}

/** Words that may be written as one, or as several: compounds, and what a recogniser runs together. */
const joins = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [1, 3],
  [3, 1],
] as const;
/** A word in place of another, altogether different: somewhat less than one left out and one put in. */
const replaced = 1.7;
/** Several words for one are only that where they sound alike. */
const joined = 0.35;
/** Maximum number of words by which recognized speech may run ahead or behind. */
const band = 60;

const letters: SoundsOf = (word) => Array.from(word);

/**
 * Aligns the words of a text with the recognized ones, so that as little as possible differs by sound. Skips
 * what both begin and end with.
 */
export function alignWords(
  said: readonly string[],
  heard: readonly string[],
  soundsOf: SoundsOf = letters,
): WordPair[] {
  let head = 0;
  while (head < said.length && head < heard.length && said[head] === heard[head]) head++;
  let tail = 0;
  while (
    tail < said.length - head &&
    tail < heard.length - head &&
    said.at(-1 - tail) === heard.at(-1 - tail)
  )
    tail++;
  const same = (from: number, count: number, ahead: number): WordPair[] =>
    Array.from({ length: count }, (_, index) => ({
      said: [from + index, from + index + 1],
      heard: [from + ahead + index, from + ahead + index + 1],
      distance: 0,
    }));
  const middle = alignMiddle(
    said.slice(head, said.length - tail),
    heard.slice(head, heard.length - tail),
    soundsOf,
  );
  return [
    ...same(0, head, 0),
    ...middle.map(({ said: [a, b], heard: [c, d], distance }): WordPair => ({
      said: [a + head, b + head],
      heard: [c + head, d + head],
      distance,
    })),
    ...same(said.length - tail, tail, heard.length - said.length),
  ];
}

function alignMiddle(said: readonly string[], heard: readonly string[], soundsOf: SoundsOf): WordPair[] {
  const width = heard.length + 1;
  const cost = new Float64Array((said.length + 1) * width).fill(Infinity);
  /** Step by which each cell was reached: text words and recognized words. */
  const steps: (readonly [number, number, number])[] = [];
  const distanceOf = remembered(said, heard, soundsOf);
  const reach = (i: number, j: number, step: readonly [number, number, number], total: number) => {
    const at = i * width + j;
    if (i > said.length || j > heard.length || total >= cost[at]!) return;
    cost[at] = total;
    steps[at] = step;
  };
  cost[0] = 0;
  const slack = band + Math.abs(said.length - heard.length);
  for (let i = 0; i <= said.length; i++)
    for (let j = Math.max(0, i - slack); j <= Math.min(heard.length, i + slack); j++) {
      const here = cost[i * width + j]!;
      if (here === Infinity) continue;
      reach(i + 1, j, [1, 0, 1], here + 1);
      reach(i, j + 1, [0, 1, 1], here + 1);
      for (const [a, b] of joins) {
        if (i + a > said.length || j + b > heard.length) continue;
        const distance = distanceOf(i, a, j, b);
        if (a === 1 && b === 1) reach(i + 1, j + 1, [1, 1, distance], here + replaced * distance);
        else if (distance <= joined) reach(i + a, j + b, [a, b, distance], here + 0.05 + replaced * distance);
      }
    }
  const pairings: WordPair[] = [];
  for (let [i, j] = [said.length, heard.length]; i > 0 || j > 0;) {
    const [a, b, distance] = steps[i * width + j]!;
    pairings.push({ said: [i - a, i], heard: [j - b, j], distance });
    i -= a;
    j -= b;
  }
  return pairings.reverse();
}

/** The distance of some words here from some there; the same words are compared once. */
function remembered(said: readonly string[], heard: readonly string[], soundsOf: SoundsOf) {
  const known = new Map<string, number>();
  return (i: number, a: number, j: number, b: number): number => {
    const [one, other] = [said.slice(i, i + a), heard.slice(j, j + b)];
    if (one.join('') === other.join('')) return 0;
    const key = `${one.join(' ')}|${other.join(' ')}`;
    let distance = known.get(key);
    if (distance === undefined)
      known.set(key, (distance = soundDistance(one.flatMap(soundsOf), other.flatMap(soundsOf))));
    return distance;
  };
}
