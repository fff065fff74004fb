import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chancesOf,
  earlyChances,
  readStages,
  withContext,
  writeStages,
} from '../server/extraction/article-model.ts';
import type { Stages } from '../server/extraction/article-model.ts';
import type { Trees } from '../server/extraction/trees.ts';
import type { BoostOptions, Sample } from './boost.ts';
import { boost } from './boost.ts';
import type { ReadPage } from './annotated-pages.ts';
import { foldOf } from './annotated-pages.ts';
import type { Labels } from './labels.ts';
import { labelsOf } from './labels.ts';
import { donorOf, grafted } from './grafts.ts';
import type { Side } from './side-blocks.ts';
import type { Paragraph } from '../server/extraction/paragraphs.ts';

export interface TrainingPage extends ReadPage {
  fold: number;
  labels: Labels;
}

/**
 * How much a paragraph counts of which only the block is known, by its kind; one of a labelled segment is
 * 1.
 */
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
  members: 2,
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
    plain.flatMap((page) => (page.fold === fold ? [donorOf(page, page.labels.label, page.labels.side)] : [])),
  );
  const longer = plain.flatMap((page, at) => {
    if (at % 2 === 1) return [];
    const read = grafted(page, donors[page.fold] ?? [], seed + at);
    return read ? [{ ...read, fold: page.fold, labels: labelsOf(read) }] : [];
  });
  return [...plain, ...longer];
}

/** Of a page's paragraphs of which only the block is known, about so many are learnt from. */
const mostOfSides = 20;
/** A paragraph of so many characters counts once, longer ones more: what is heard is characters. */
const usualCharacters = 150;

/** The paragraphs of a page of which something is known. */
function samplesOf(
  { page, labels, paragraphs, grafts }: TrainingPage,
  rows: readonly Float32Array[],
  { sides, longer }: TrainOptions,
): Sample[] {
  const { label, weight, side } = labels;
  const keyOf = keysOf(`${page.file}${grafts ? ' longer' : ''}`);
  const isWeak = (index: number): boolean => label[index] === -1 && side[index] !== 'none';
  const weak = [...rows.keys()].filter(isWeak).length;
  const step = Math.max(1, Math.ceil(weak / mostOfSides));
  let seen = 0;
  return rows.flatMap((row, index): Sample[] => {
    if (label[index] !== -1)
      return grafts && longer === 0
        ? []
        : [
            {
              key: keyOf(index),
              row,
              label: label[index] as 0 | 1,
              weight: (weight[index] as number) * (grafts ? longer : 1),
            },
          ];
    const own = side[index] as Side;
    if (own === 'none' || seen++ % step !== 0 || (grafts && own !== 'grafted')) return [];
    const length = (paragraphs[index] as Paragraph).text.length;
    const share = sides[own] * Math.sqrt(step) * Math.min(2, 0.3 + length / usualCharacters);
    return share > 0 ? [{ key: keyOf(index), row, label: 0, weight: share }] : [];
  });
}

/** Numbers for the paragraphs of a page. */
function keysOf(name: string): (index: number) => number {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return (index) => Math.imul(hash ^ (index + 1), 0x2c1b3c6d) ^ (hash >>> 15);
}

/** Trains first stages on all pages but those of some folds. */
export type FirstStages = (without: readonly number[]) => Trees[];

/** Answers what was trained under a name before, or trains it. */
export type StageStore = (name: string, train: () => Trees[]) => Trees[];

/**
 * Keeps what was trained in files of a folder, so that a training that was interrupted resumes, and that
 * rules are judged without training again. The names of the files say what was learnt from: other pages,
 * features, labels or options make others.
 */
export function storeIn(folder: string, pages: readonly TrainingPage[], options: TrainOptions): StageStore {
  mkdirSync(folder, { recursive: true });
  const origin = originOf(pages, options);
  return (name, train) => {
    const file = join(folder, `${origin}-${name}`);
    if (existsSync(file)) return readStages(readFileSync(file));
    const trained = train();
    writeFileSync(`${file}.part`, writeStages(trained));
    renameSync(`${file}.part`, file);
    return trained;
  };
}

/** How is trained, beside the options. */
const means = ['./boost.ts', './cross-validate.ts', '../server/extraction/article-model.ts'] as const;

/** What all training rests on, in a few characters. */
function originOf(pages: readonly TrainingPage[], options: TrainOptions): string {
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const file of means) hash.update(readFileSync(new URL(file, import.meta.url)));
  for (const { rows, labels, fold, paragraphs } of pages) {
    hash.update(`${fold} ${labels.side.join()} ${paragraphs.map(({ text }) => text.length).join()}`);
    hash.update(labels.label).update(labels.weight);
    for (const row of rows) hash.update(row);
  }
  return hash.digest('hex').slice(0, 12);
}

export const noStore: StageStore = (_name, train) => train();

/** First stages by the folds that they have not seen, each trained once. */
export function createFirstStages(
  pages: readonly TrainingPage[],
  options: TrainOptions,
  store: StageStore = noStore,
): FirstStages {
  const { first, members, seed } = options;
  const trained = new Map<string, Trees[]>();
  return (without) => {
    const key = [...new Set(without)].sort().join();
    let stages = trained.get(key);
    if (!stages) {
      stages = store(`first-${key}`, () => {
        const samples = pages
          .filter(({ fold }) => !without.includes(fold))
          .flatMap((page) => samplesOf(page, page.rows, options));
        return Array.from({ length: members }, (_, at) => boost(samples, { ...first, seed: seed + at }));
      });
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
  store: StageStore = noStore,
): Stages {
  const { second, members, seed } = options;
  return {
    first: firstStages(without),
    second: store(`second-${without.join()}`, () => {
      const samples = pages
        .filter(({ fold }) => !without.includes(fold))
        .flatMap((page) => {
          const early = earlyChances(firstStages([...without, page.fold]), page.rows);
          return samplesOf(page, withContext(page.rows, page.paragraphs, early), options);
        });
      return Array.from({ length: members }, (_, at) =>
        boost(samples, { ...second, seed: seed + 1_000 + at }),
      );
    }),
  };
}

/** What models think of pages none of which, nor others of whose sites, they have learnt from. */
export function crossValidate(
  pages: readonly TrainingPage[],
  options: TrainOptions,
  firstStages: FirstStages,
  log: (line: string) => void,
  store: StageStore = noStore,
): Float32Array[] {
  const chances: Float32Array[] = [];
  for (const fold of folds) {
    const model = train(pages, options, firstStages, [fold], store);
    pages.forEach((page, index) => {
      if (page.fold === fold) chances[index] = chancesOf(model, page.rows, page.paragraphs);
    });
    log(`Fifth ${fold + 1} of ${folds.length} done.`);
  }
  return chances;
}
