import { confidenceOf, rateChoice } from '../server/extraction/confidence.ts';
import type { Choice } from '../server/extraction/confidence.ts';
import { articleParagraphs } from '../server/extraction/content.ts';
import type { TrainingPage } from './cross-validate.ts';
import { folds } from './cross-validate.ts';
import type { Heard } from './heard-of-page.ts';

/** A text of at least this F1 is good. */
const goodF1 = 0.9;
const rounds = 3_000;
const rate = 0.05;
/** Keeps weights small that few pages speak for. */
const shrink = 0.003;

interface Judged {
  choice: Choice;
  isGood: boolean;
  fold: number;
}

export function judged(
  pages: readonly TrainingPage[],
  chances: readonly Float32Array[],
  heard: readonly Heard[],
  threshold: number,
): Judged[] {
  return pages.flatMap((page, index) => {
    const f1 = heard[index]?.['word F1'];
    if (page.grafts || f1 === null || f1 === undefined) return [];
    const own = chances[index] as Float32Array;
    const choice = rateChoice(
      page.paragraphs,
      own,
      articleParagraphs(page.paragraphs, own, threshold, page),
      threshold,
    );
    return [{ choice, isGood: f1 >= goodF1, fold: page.fold }];
  });
}

/** Weights of a logistic regression, by gradient descent. */
export function fitConfidence(pages: readonly Judged[]): number[] {
  const width = Math.max(0, ...pages.map(({ choice }) => choice.signs.length));
  const known = pages.filter(({ choice }) => choice.signs.length === width);
  const scales = Array.from({ length: width }, (_, at) =>
    Math.max(
      1e-3,
      Math.sqrt(known.reduce((sum, { choice }) => sum + (choice.signs[at] as number) ** 2, 0) / known.length),
    ),
  );
  const weights = Array.from({ length: width }, () => 0);
  for (let round = 0; round < rounds; round++) {
    const slopes = weights.map((weight, at) => (at === 0 ? 0 : shrink * weight));
    for (const { choice, isGood } of known) {
      const scaled = choice.signs.map((sign, at) => sign / (scales[at] as number));
      const odds = scaled.reduce((sum, sign, at) => sum + sign * (weights[at] as number), 0);
      const error = 1 / (1 + Math.exp(-odds)) - (isGood ? 1 : 0);
      scaled.forEach((sign, at) => (slopes[at] = (slopes[at] as number) + (error * sign) / known.length));
    }
    slopes.forEach((slope, at) => (weights[at] = (weights[at] as number) - 20 * rate * slope));
  }
  return weights.map((weight, at) => weight / (scales[at] as number));
}

/**
 * Of pages of each confidence how many are good, where the weights were fitted to the other four fifths of
 * the sites.
 */
export function reliability(pages: readonly Judged[]): Record<string, Record<string, string | number>> {
  const told = folds.flatMap((fold) => {
    const weights = fitConfidence(pages.filter((page) => page.fold !== fold));
    return pages
      .filter((page) => page.fold === fold)
      .map(({ choice, isGood }) => ({ confidence: confidenceOf(choice, weights), isGood }));
  });
  const limits = [0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1.01];
  return Object.fromEntries(
    limits.slice(0, -1).map((low, at) => {
      const among = told.filter(
        ({ confidence }) => confidence >= low && confidence < (limits[at + 1] as number),
      );
      const mean = among.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, among.length);
      const good = among.filter(({ isGood }) => isGood).length / Math.max(1, among.length);
      return [
        `from ${low}`,
        { pages: among.length, confidence: mean.toFixed(3), [`F1 of ${goodF1} or more`]: good.toFixed(3) },
      ];
    }),
  );
}
