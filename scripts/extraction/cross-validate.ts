import { chancesOf, earlyChances, withContext } from '../../server/extraction/article-model.ts';
import type { ArticleModel } from '../../server/extraction/article-model.ts';
import type { Trees } from '../../server/extraction/trees.ts';
import type { BoostOptions, Sample } from './boost.ts';
import { boost } from './boost.ts';
import type { ReadPage } from './annotated-pages.ts';
import { foldOf } from './annotated-pages.ts';
import type { Labels } from './labels.ts';
import { labelsOf } from './labels.ts';

export interface TrainingPage extends ReadPage {
  fold: number;
  labels: Labels;
}

export interface TrainOptions {
  seed: number;
  /** Models whose mean each stage takes, each trained by chance of its own. */
  members: number;
  first: Omit<BoostOptions, 'seed'>;
  second: Omit<BoostOptions, 'seed'>;
}

export const trainOptions: TrainOptions = {
  seed: 20_261_120,
  members: 4,
  first: {
    trees: 120,
    leaves: 16,
    learningRate: 0.08,
    minWeight: 1,
    lambda: 4,
    rowShare: 0.7,
    featureShare: 0.25,
  },
  second: {
    trees: 160,
    leaves: 12,
    learningRate: 0.06,
    minWeight: 1,
    lambda: 4,
    rowShare: 0.7,
    featureShare: 0.2,
  },
};

export const folds = [0, 1, 2, 3, 4] as const;

export function trainingPages(pages: readonly ReadPage[]): TrainingPage[] {
  return pages.map((read) => ({ ...read, fold: foldOf(read.page), labels: labelsOf(read) }));
}

/** The labelled paragraphs of a page. */
function samplesOf({ labels }: TrainingPage, rows: readonly Float32Array[]): Sample[] {
  return rows.flatMap((row, index) => {
    const label = labels.label[index] as number;
    return label < 0 ? [] : [{ row, label: label as 0 | 1, weight: labels.weight[index] as number }];
  });
}

/** Trains first stages on all pages but those of some folds. */
export type FirstStages = (without: readonly number[]) => Trees[];

/** First stages by the folds that they have not seen, each trained once. */
export function createFirstStages(
  pages: readonly TrainingPage[],
  { first, members, seed }: TrainOptions,
): FirstStages {
  const trained = new Map<string, Trees[]>();
  return (without) => {
    const key = [...new Set(without)].sort().join();
    let stages = trained.get(key);
    if (!stages) {
      const samples = pages
        .filter(({ fold }) => !without.includes(fold))
        .flatMap((page) => samplesOf(page, page.rows));
      stages = Array.from({ length: members }, (_, at) => boost(samples, { ...first, seed: seed + at }));
      trained.set(key, stages);
    }
    return stages;
  };
}

/**
 * Trains on all pages but those of a fold. The second stage learns from what the first says of pages that it
 * has not seen, as it will be with pages of the world.
 */
export function train(
  pages: readonly TrainingPage[],
  { second, members, seed }: TrainOptions,
  firstStages: FirstStages,
  without: readonly number[] = [],
): Omit<ArticleModel, 'threshold'> {
  const samples = pages
    .filter(({ fold }) => !without.includes(fold))
    .flatMap((page) => {
      const early = earlyChances(firstStages([...without, page.fold]), page.rows);
      return samplesOf(page, withContext(page.rows, page.paragraphs, early));
    });
  return {
    first: firstStages(without),
    second: Array.from({ length: members }, (_, at) =>
      boost(samples, { ...second, seed: seed + 1_000 + at }),
    ),
  };
}

/** What models think of pages none of which, nor others of whose sites, they have learnt from. */
export function crossValidate(
  pages: readonly TrainingPage[],
  options: TrainOptions,
  firstStages: FirstStages,
  log: (line: string) => void,
): Float32Array[] {
  const chances: Float32Array[] = [];
  for (const fold of folds) {
    const model = train(pages, options, firstStages, [fold]);
    pages.forEach((page, index) => {
      if (page.fold === fold) chances[index] = chancesOf(model, page.rows, page.paragraphs);
    });
    log(`Fifth ${fold + 1} of ${folds.length} done.`);
  }
  return chances;
}
