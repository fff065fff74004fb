import { chancesOf, withContext } from '../../server/extraction/article-model.ts';
import type { ArticleModel } from '../../server/extraction/article-model.ts';
import type { Trees } from '../../server/extraction/trees.ts';
import { probability, sumOf } from '../../server/extraction/trees.ts';
import type { Vocabulary } from '../../server/extraction/vocabulary.ts';
import { withVocabulary } from '../../server/extraction/vocabulary.ts';
import type { BoostOptions, Sample } from './boost.ts';
import { boost, random } from './boost.ts';
import type { ReadPage } from './annotated-pages.ts';
import { foldOf } from './annotated-pages.ts';
import type { Labels } from './labels.ts';
import { labelsOf } from './labels.ts';
import { vocabularyOf } from './weigh-words.ts';

export interface TrainingPage extends ReadPage {
  fold: number;
  labels: Labels;
}

export interface TrainOptions {
  seed: number;
  members: number;
  scout: Omit<BoostOptions, 'seed'>;
  first: Omit<BoostOptions, 'seed'>;
  second: Omit<BoostOptions, 'seed'>;
  /** The share of unlabelled paragraphs that are learnt from, and what each counts. */
  guessShare: number;
  guessWeight: number;
}

export const trainOptions: TrainOptions = {
  seed: 20_261_120,
  members: 2,
  scout: { trees: 80, leaves: 12, learningRate: 0.1, minWeight: 1, lambda: 3, rowShare: 0.8, featureShare: 0.3 },
  first: { trees: 120, leaves: 16, learningRate: 0.08, minWeight: 1, lambda: 4, rowShare: 0.7, featureShare: 0.25 },
  second: { trees: 240, leaves: 12, learningRate: 0.05, minWeight: 1, lambda: 4, rowShare: 0.7, featureShare: 0.2 },
  guessShare: 0.15,
  guessWeight: 0.3,
};

export const folds = [0, 1, 2, 3, 4] as const;

export function trainingPages(pages: readonly ReadPage[], seed?: number): TrainingPage[] {
  return pages.map((read) => ({ ...read, fold: foldOf(read.page, seed), labels: labelsOf(read) }));
}

const predict = (trees: Trees, rows: readonly Float32Array[]): Float32Array => Float32Array.from(rows, (row) => probability(sumOf(trees, row)));

/** Labelled paragraphs; and a share of the others, where a model that has not seen the page is sure of them. */
function samplesOf(page: TrainingPage, rows: readonly Float32Array[], guesses: Float32Array | null, { guessShare, guessWeight, seed }: TrainOptions): Sample[] {
  const next = random(seed ^ page.paragraphs.length);
  const samples: Sample[] = [];
  rows.forEach((row, index) => {
    const chosen = next() < guessShare;
    const label = page.labels.label[index] as number;
    if (label >= 0) {
      samples.push({ row, label: label as 0 | 1, weight: page.labels.weight[index] as number });
      return;
    }
    const chance = guesses?.[index];
    if (!chosen || chance === undefined || (chance > 0.15 && chance < 0.85)) return;
    samples.push({ row, label: chance > 0.5 ? 1 : 0, weight: guessWeight });
  });
  return samples;
}

/** Labels where there are some, else guesses. */
function judged(page: TrainingPage, guesses: Float32Array): Float32Array {
  return guesses.map((chance, index) => (page.labels.label[index] === -1 ? chance : (page.labels.label[index] as number)));
}

/**
 * Trains on pages, and judges others that nothing has been learnt from. Three times over, since each step learns from what the one before says of
 * pages that it has not seen: a scout guesses at what the corpus does not label, the vocabulary and the first stage learn from that too, and the
 * second stage learns from the first's judgement of its surroundings.
 */
export function train(pages: readonly TrainingPage[], options: TrainOptions, scouts: (without: number) => Trees): Omit<ArticleModel, 'threshold'> {
  const parts = [...new Set(pages.map(({ fold }) => fold))];
  const guesses = new Map(pages.map((page) => [page, predict(scouts(page.fold), page.rows)]));
  const judgedPages = pages.map((page) => ({ fold: page.fold, paragraphs: page.paragraphs, chances: judged(page, guesses.get(page) as Float32Array) }));
  const worded = new Map<TrainingPage, Float32Array[]>();
  const words = (page: TrainingPage, vocabulary: Vocabulary): Float32Array[] => page.rows.map((row, index) => withVocabulary(vocabulary, row, page.paragraphs[index] as TrainingPage['paragraphs'][number]));
  for (const part of parts) {
    const vocabulary = vocabularyOf(judgedPages.filter(({ fold }) => fold !== part));
    for (const page of pages) if (page.fold === part) worded.set(page, words(page, vocabulary));
  }
  const samples = new Map(pages.map((page) => [page, samplesOf(page, worded.get(page) ?? [], guesses.get(page) ?? null, options)]));
  const member = (seed: number): { first: Trees; second: Trees } => {
    const firstOf = (without: number | null): Trees => boost(pages.filter(({ fold }) => fold !== without).flatMap((page) => samples.get(page) ?? []), { ...options.first, seed });
    const context: Sample[] = [];
    for (const part of parts) {
      const trees = firstOf(part);
      for (const page of pages) {
        if (page.fold !== part) continue;
        const rows = worded.get(page) ?? [];
        context.push(...samplesOf(page, withContext(rows, page.paragraphs, predict(trees, rows)), guesses.get(page) ?? null, options));
      }
    }
    return { first: firstOf(null), second: boost(context, { ...options.second, seed: seed + 1 }) };
  };
  return { vocabulary: vocabularyOf(judgedPages), members: Array.from({ length: options.members }, (_, at) => member(options.seed + 1 + 2 * at)) };
}

/** Scouts by the folds that they have not seen, each trained once. */
export function createScouts(pages: readonly TrainingPage[], options: TrainOptions): (...without: number[]) => Trees {
  const trained = new Map<string, Trees>();
  return (...without) => {
    const key = [...new Set(without)].sort().join();
    let trees = trained.get(key);
    if (!trees) {
      trees = boost(pages.filter(({ fold }) => !without.includes(fold)).flatMap((page) => samplesOf(page, page.rows, null, options)), { ...options.scout, seed: options.seed });
      trained.set(key, trees);
    }
    return trees;
  };
}

/** What models think of pages none of which, nor others of whose sites, they have learnt from. */
export function crossValidate(pages: readonly TrainingPage[], options: TrainOptions, log: (line: string) => void): Float32Array[] {
  const scouts = createScouts(pages, options);
  const chances: Float32Array[] = [];
  for (const fold of folds) {
    const model = train(pages.filter((page) => page.fold !== fold), options, (without) => scouts(fold, without));
    pages.forEach((page, index) => {
      if (page.fold === fold) chances[index] = chancesOf(model, page.rows, page.paragraphs);
    });
    log(`Fifth ${fold + 1} of ${folds.length} done.`);
  }
  return chances;
}
