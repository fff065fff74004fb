import { chancesOf, earlyChances, withContext } from '../../server/extraction/article-model.ts';
import type { ArticleModel } from '../../server/extraction/article-model.ts';
import type { Trees } from '../../server/extraction/trees.ts';
import type { BoostOptions, Sample } from './boost.ts';
import { boost } from './boost.ts';
import type { ReadPage } from './annotated-pages.ts';
import { foldOf } from './annotated-pages.ts';
import type { Labels } from './labels.ts';
import { labelsOf } from './labels.ts';
import { donorOf, grafted } from './grafts.ts';
import type { Side } from './side-blocks.ts';
import type { Paragraph } from '../../server/extraction/paragraphs.ts';

export interface TrainingPage extends ReadPage {
  fold: number;
  labels: Labels;
}

/** How much a paragraph counts of which only the block is known, by its kind; one of a labelled segment is 1. */
export type SideWeights = Readonly<Record<Exclude<Side, 'none'>, number>>;

export interface TrainOptions {
  seed: number;
  sides: SideWeights;
  /** How much what is known of a page counts where that page was made longer. */
  longer: number;
  /** Models whose mean each stage takes, each trained by chance of its own. */
  members: number;
  first: Omit<BoostOptions, 'seed'>;
  second: Omit<BoostOptions, 'seed'>;
}

export const trainOptions: TrainOptions = {
  seed: 20_261_120,
  sides: { comment: 0.15, hidden: 0.1, unwanted: 0.05, stream: 0.05, grafted: 0.1 },
  longer: 0.3,
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

/** Pages with their labels, and every second once more with something grafted below its article. */
export function trainingPages(pages: readonly ReadPage[], { seed }: TrainOptions): TrainingPage[] {
  const plain = pages.map((read) => ({ ...read, fold: foldOf(read.page), labels: labelsOf(read) }));
  const donors = folds.map((fold) =>
    plain.flatMap((page) =>
      page.fold === fold ? [donorOf(page, page.labels.label, page.labels.side)] : [],
    ),
  );
  const longer = plain.flatMap((page, at) => {
    if (at % 2 === 1) return [];
    const read = grafted(page, donors[page.fold] ?? [], seed + at);
    return read ? [{ ...read, fold: page.fold, labels: labelsOf(read) }] : [];
  });
  return [...plain, ...longer];
}

/** Of a page's paragraphs of which only the block is known, about so many are learnt from. */
const mostOfSides = 30;
/** A paragraph of so many characters counts once, longer ones more: what is heard is characters. */
const usualCharacters = 150;

/** The paragraphs of a page of which something is known. */
function samplesOf(
  { labels, paragraphs, grafts }: TrainingPage,
  rows: readonly Float32Array[],
  { sides, longer }: TrainOptions,
): Sample[] {
  const { label, weight, side } = labels;
  const isWeak = (index: number): boolean => label[index] === -1 && side[index] !== 'none';
  const weak = [...rows.keys()].filter(isWeak).length;
  const step = Math.max(1, Math.ceil(weak / mostOfSides));
  let seen = 0;
  return rows.flatMap((row, index): Sample[] => {
    if (label[index] !== -1)
      return grafts && longer === 0 ? [] : [{ row, label: label[index] as 0 | 1, weight: (weight[index] as number) * (grafts ? longer : 1) }];
    const own = side[index] as Side;
    if (own === 'none' || seen++ % step !== 0 || (grafts && own !== 'grafted')) return [];
    const length = (paragraphs[index] as Paragraph).text.length;
    const share = sides[own] * Math.sqrt(step) * Math.min(2, 0.3 + length / usualCharacters);
    return share > 0 ? [{ row, label: 0, weight: share }] : [];
  });
}

/** Trains first stages on all pages but those of some folds. */
export type FirstStages = (without: readonly number[]) => Trees[];

/** First stages by the folds that they have not seen, each trained once. */
export function createFirstStages(
  pages: readonly TrainingPage[],
  options: TrainOptions,
): FirstStages {
  const { first, members, seed } = options;
  const trained = new Map<string, Trees[]>();
  return (without) => {
    const key = [...new Set(without)].sort().join();
    let stages = trained.get(key);
    if (!stages) {
      const samples = pages
        .filter(({ fold }) => !without.includes(fold))
        .flatMap((page) => samplesOf(page, page.rows, options));
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
  options: TrainOptions,
  firstStages: FirstStages,
  without: readonly number[] = [],
): Omit<ArticleModel, 'threshold'> {
  const { second, members, seed } = options;
  const samples = pages
    .filter(({ fold }) => !without.includes(fold))
    .flatMap((page) => {
      const early = earlyChances(firstStages([...without, page.fold]), page.rows);
      return samplesOf(page, withContext(page.rows, page.paragraphs, early), options);
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
