import type { TrainingPage } from './cross-validate.ts';
import { folds } from './cross-validate.ts';
import type { Heard } from './heard-of-page.ts';
import { heardOf, mostOfReaders, segmentF1, shareOfReaders } from './heard-of-page.ts';
import type { CorpusPage } from './annotated-pages.ts';
import { singleSpaced } from './annotated-pages.ts';

export interface Count {
  wanted: number;
  kept: number;
  junk: number;
}

/** Counts segments as the corpus says, whatever their white space. */
export function count({ must, mustNot }: CorpusPage, text: string): Count {
  const spaced = singleSpaced(text);
  const holds = (segment: string): boolean => spaced.includes(singleSpaced(segment));
  return { wanted: must.length, kept: must.filter(holds).length, junk: mustNot.filter(holds).length };
}

export interface Score {
  f1: number;
  precision: number;
  recall: number;
}

export function scoreOf(counts: readonly Count[]): Score {
  const sum = (key: keyof Count): number => counts.reduce((total, one) => total + one[key], 0);
  const precision = sum('kept') / Math.max(1, sum('kept') + sum('junk'));
  const recall = sum('kept') / Math.max(1, sum('wanted'));
  return { f1: (2 * precision * recall) / Math.max(1e-9, precision + recall), precision, recall };
}

export function rounded({ f1, precision, recall }: Score): Record<string, string> {
  return { F1: f1.toFixed(4), precision: precision.toFixed(4), recall: recall.toFixed(4) };
}

const thresholds = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6] as const;

const meanOf = (values: readonly (number | null)[]): number => {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
};

/** More of what is spoken than this must not be readers' comments. */
const mostOfComments = 0.003;

/**
 * The threshold that is best for segments and words, beginnings and ends, of those at which readers' comments
 * are hardly heard. One figure alone is flat over most of them, and a single page would choose.
 */
export function bestThreshold(pages: readonly TrainingPage[], chances: readonly Float32Array[]): number {
  const plain = (threshold: number): Heard[] =>
    heardAt(pages, chances, () => threshold).filter((_, index) => !pages[index]?.grafts);
  const worth = (heard: readonly Heard[]): number =>
    segmentF1(heard).f1 +
    meanOf(heard.map((page) => page['word F1'])) +
    meanOf(heard.flatMap((page) => [page['first right'], page['last right']])) -
    Math.max(0, shareOfReaders(heard) - mostOfComments);
  return thresholds
    .map((threshold) => ({ threshold, worth: worth(plain(threshold)) }))
    .reduce((best, one) => (one.worth > best.worth ? one : best)).threshold;
}

function heardAt(
  pages: readonly TrainingPage[],
  chances: readonly Float32Array[],
  thresholdOf: (page: TrainingPage) => number,
): Heard[] {
  return pages.map((page, index) => heardOf(page, chances[index] as Float32Array, thresholdOf(page)));
}

/** For each fifth of the sites the threshold that is best for the other four. */
export function thresholdsOf(pages: readonly TrainingPage[], chances: readonly Float32Array[]): number[] {
  return folds.map((fold) => {
    const isOther = pages.map((page) => page.fold !== fold);
    return bestThreshold(
      pages.filter((_, index) => isOther[index]),
      chances.filter((_, index) => isOther[index]),
    );
  });
}

/**
 * Each fifth of the sites by chances from models that have not seen it, cut at its threshold.
 * @param held one for each fifth; default what `thresholdsOf` says
 */
export function heardOfAll(
  pages: readonly TrainingPage[],
  chances: readonly Float32Array[],
  held: readonly number[] = thresholdsOf(pages, chances),
): Heard[] {
  return heardAt(pages, chances, ({ fold }) => held[fold] ?? 0.5);
}

/** What is read aloud of pages, and of pages made longer, one row each. */
export function heardTable(heard: readonly Heard[]): Record<string, Record<string, string | number>> {
  const row = (pages: readonly Heard[]): Record<string, string | number> => ({
    pages: pages.length,
    'segment F1': segmentF1(pages).f1.toFixed(4),
    'word F1': meanOf(pages.map((page) => page['word F1'])).toFixed(4),
    'readers’ comments %': (100 * shareOfReaders(pages)).toFixed(2),
    'at most %': (100 * mostOfReaders(pages)).toFixed(0),
    'unwanted %': (100 * meanOf(pages.map((page) => page['unwanted share']))).toFixed(2),
    'first right': meanOf(pages.map((page) => page['first right'])).toFixed(3),
    'last right': meanOf(pages.map((page) => page['last right'])).toFixed(3),
  });
  const isLonger = ({ id }: Heard): boolean => id.endsWith(' longer');
  return {
    'as they are': row(heard.filter((page) => !isLonger(page))),
    'made longer': row(heard.filter(isLonger)),
  };
}
