import { lengthOf } from './features/measured-paragraph.ts';
import type { Paragraph } from './paragraphs.ts';
import { probability } from './trees.ts';

/** What a choice of paragraphs is to be judged by. */
export interface Choice {
  /**
   * How much of it is the article, and how much of the article is in it, as one F1, by the model's own
   * chances; less where little was found.
   */
  resemblance: number;
  /** Less than 1 where little was found: no page that was learnt from has so short an article. */
  fullness: number;
  /** Features from which its confidence is computed, in a fixed order. */
  signs: number[];
}

/** So short a text is the whole article less often the shorter it is. */
const shortLength = 400;
/** What is less likely is not sure to be the article's. */
const sure = 0.85;

/** The signs by which it shows whether what was kept is the article, the whole of it and nothing else. */
export function rateChoice(
  all: readonly Paragraph[],
  chances: Float32Array,
  kept: readonly number[],
  threshold: number,
): Choice {
  const isKept = new Set(kept);
  let [right, taken, wanted, unsure, left] = [0, 0, 0, 0, 0];
  all.forEach(({ text, linkDensity }, index) => {
    const length = lengthOf(text);
    const chance = chances[index] as number;
    if (isKept.has(index)) {
      taken += length;
      right += length * chance;
      wanted += length * chance;
      if (chance < sure) unsure += length;
      // Hosts of unlikely paragraphs are not one likely one.
    } else if (chance > 0.2 * threshold) {
      wanted += length * chance;
      left += length * (1 - linkDensity);
    }
  });
  if (taken === 0) return { resemblance: 0, fullness: 0, signs: [] };
  const f1 = (2 * right) / (taken + wanted);
  const chanceAt = (index: number | undefined): number =>
    index === undefined ? 0 : (chances[index] as number);
  const edges = [kept[0], kept[1], kept.at(-2), kept.at(-1)].map(chanceAt);
  const fullness = Math.min(1, 0.4 + (0.6 * taken) / shortLength);
  return {
    resemblance: Math.round(100 * f1 * fullness) / 100,
    fullness,
    signs: [
      1,
      -Math.log(1.001 - Math.min(1, f1)),
      Math.log2(1 + taken) - 11,
      Math.min(0, Math.log2(1 + taken) - 9.5),
      right / taken,
      unsure / taken,
      Math.min(2, left / taken),
      ...edges,
      Math.log2(1 + kept.length) - 4,
    ],
  };
}

/** The probability that the text has an F1 of at least 0.9, by weights that were fitted to pages. */
export function confidenceOf({ signs, fullness }: Choice, weights: readonly number[]): number {
  if (signs.length === 0) return 0;
  const odds = signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), 0);
  return Math.round(100 * fullness * probability(odds)) / 100;
}
