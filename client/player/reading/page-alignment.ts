/** Word in its normalized form, with its position. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * Letters and digits in a row, soft hyphens and joiners among them; where words are written without spaces,
 * each sign.
 */
const tokenPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060])+/gu;

/**
 * The words of a text, without what differs between what is written and what is spoken: case, signs,
 * hyphenation.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(tokenPattern)) {
    const plain = found
      .replace(/[\u00ad\u200b-\u200d\u2060]/g, '')
      .normalize('NFKC')
      .toLowerCase();
    if (plain) tokens.push({ text: plain, start: index, end: index + found.length });
  }
  return tokens;
}

/** How far on a run of equal words is looked for, by its length: the longer, the less likely by chance. */
const reach = [0, 4, 40, 250];
/** Looks at most so often for what may not be there at all. */
const mostLooks = 300_000;

/**
 * Which of the page's words each spoken word is, -1 for those that are not there. Runs of three words that
 * occur once on both sides hold the two together, in the longest order that both share (patience diff);
 * between them ever shorter runs do, and at last what is near. The page may hold anything before, after and
 * between: menus, advertisements, footnotes, comments that quote.
 */
export function align(spoken: string[], page: string[]): Int32Array {
  const places = new Int32Array(spoken.length).fill(-1);

  function within(fromA: number, toA: number, fromB: number, toB: number, length: number): void {
    while (fromA < toA && fromB < toB && fromA > 0 && spoken[fromA] === page[fromB])
      places[fromA++] = fromB++;
    while (fromA < toA && fromB < toB && toA < spoken.length && spoken[toA - 1] === page[toB - 1])
      places[--toA] = --toB;
    if (fromA >= toA || fromB >= toB) return;
    const anchors = commonRuns(spoken, fromA, toA, page, fromB, toB, length);
    if (anchors.length === 0) {
      if (length > 1 && (toA - fromA) * 4 > toB - fromB) within(fromA, toA, fromB, toB, length - 1);
      else nearby(fromA, toA, fromB, toB);
      return;
    }
    let [a, b] = [fromA, fromB];
    for (const [inA, inB] of [...anchors, [toA, toB] as const]) {
      // Anchors may overlap: what one has placed the next leaves alone.
      if (inA >= a && inB >= b) within(a, inA, b, inB, length);
      else if (inA < a && inB - inA !== b - a) continue;
      if (inA === toA) break;
      for (let step = 0; step < length; step++) places[inA + step] = inB + step;
      [a, b] = [inA + length, inB + length];
    }
  }

  /** Without anything unique: the next run that fits, from the side where the two are known to meet. */
  function nearby(fromA: number, toA: number, fromB: number, toB: number): void {
    const backward = fromA === 0 && toA < spoken.length;
    const step = backward ? -1 : 1;
    let isKnown = fromA > 0 || backward;
    let left = mostLooks;
    let a = backward ? toA - 1 : fromA;
    let b = backward ? toB - 1 : fromB;
    const inside = (inA: number, inB: number): boolean =>
      inA >= fromA && inA < toA && inB >= fromB && inB < toB;
    for (; a >= fromA && a < toA; a += step) {
      const run = (at: number): number => {
        let equal = 0;
        while (
          equal < 3 &&
          inside(a + equal * step, at + equal * step) &&
          spoken[a + equal * step] === page[at + equal * step]
        )
          equal++;
        return equal;
      };
      for (let far = 0; inside(a, b + far * step); far++) {
        if ((far >= reach[3]! && isKnown) || left-- <= 0) break;
        const equal = run(b + far * step);
        if (equal < 3 && (far >= reach[equal]! || !equal)) continue;
        b += far * step;
        places[a] = b;
        b += step;
        isKnown = true;
        break;
      }
    }
  }

  within(0, spoken.length, 0, page.length, 3);
  return places;
}

/**
 * Runs of `length` words that occur once in each part, as pairs of places, in the longest chain that ascends
 * in both.
 */
function commonRuns(
  a: string[],
  fromA: number,
  toA: number,
  b: string[],
  fromB: number,
  toB: number,
  length: number,
): [number, number][] {
  const inA = uniqueRuns(a, fromA, toA, length);
  const inB = uniqueRuns(b, fromB, toB, length);
  const pairs: [number, number][] = [];
  for (const [run, at] of inA) {
    const other = inB.get(run);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  return longestAscending(pairs);
}

/** Where each run begins, in order; -1 for those that occur more than once. */
function uniqueRuns(words: string[], from: number, to: number, length: number): Map<string, number> {
  const runs = new Map<string, number>();
  for (let at = from; at + length <= to; at++) {
    let run = words[at]!;
    for (let step = 1; step < length; step++) run += ` ${words[at + step]!}`;
    runs.set(run, runs.has(run) ? -1 : at);
  }
  return runs;
}

/** The longest chain that ascends in the second number (patience sorting); the pairs ascend in the first. */
function longestAscending(pairs: [number, number][]): [number, number][] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tops[middle]!]![1] < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low ? tops[low - 1]! : -1;
    tops[low] = index;
  }
  const chain: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}
