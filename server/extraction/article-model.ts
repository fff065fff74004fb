import type { Frame, Paragraph } from './paragraphs.ts';
import { featureNames } from './feature-names.ts';
import type { Trees } from './trees.ts';
import { probability, readTrees, sumOf, writeTrees } from './trees.ts';

/**
 * Probability that each paragraph of a page belongs to its article. Two stages of trees: the first uses each
 * paragraph and its surroundings, the second also the first stage's results for the paragraphs around. Each
 * stage is several models, trained with different random seeds, because their mean errs less than any of
 * them. Trained by `training/train.ts`.
 */
export interface ArticleModel {
  first: readonly Trees[];
  second: readonly Trees[];
  /** Paragraphs at least this likely are the article's. */
  threshold: number;
  /** How the signs of a choice make its confidence: see `confidence.ts`. */
  confidence: readonly number[];
}

/** What tells chances. */
export type Stages = Pick<ArticleModel, 'first' | 'second'>;

const near = [-4, -3, -2, -1, 1, 2, 3, 4] as const;
const windows = [3, 10] as const;
export const contextNames: string[] = [
  'own',
  ...near.map((offset) => `near${offset}`),
  ...windows.flatMap((size) => [`before${size}`, `after${size}`]),
  'parent',
  'holder',
  'path',
  'highest',
  'massBefore',
  'massAfter',
  'sinceFirst',
  'untilLast',
  'firstMass',
  'gapBefore',
  'gapAfter',
  'pageShare',
];

type Sums<Key> = Map<Key, [sum: number, weight: number]>;

function addTo<Key>(sums: Sums<Key>, key: Key, value: number, weight: number): void {
  const known = sums.get(key);
  if (known) {
    known[0] += value * weight;
    known[1] += weight;
  } else sums.set(key, [value * weight, weight]);
}

const mean = (sum: [number, number] | undefined): number => (sum && sum[1] > 0 ? sum[0] / sum[1] : -1);

/** What the chances of a page's paragraphs come to. */
interface PageChances {
  chances: Float32Array;
  parents: Sums<Frame>;
  paths: Sums<string>;
  /** The path of each paragraph. */
  pathOf: string[];
  /** Characters, and those that are likely the article's. */
  length: number;
  total: number;
  highest: number;
  /** The first and the last paragraph that are more likely than not; -1: none. */
  first: number;
  last: number;
  /** Paragraphs from each to the next likely one; 99 where none follows. */
  gapAfter: Int32Array;
}

function sumChances(paragraphs: readonly Paragraph[], chances: Float32Array): PageChances {
  const parents: Sums<Frame> = new Map();
  const paths: Sums<string> = new Map();
  const pathOf: string[] = [];
  let total = 0;
  let highest = 0;
  let first = -1;
  let last = -1;
  let length = 0;
  paragraphs.forEach(({ frame, text, element }, index) => {
    const chance = chances[index] as number;
    const path = `${element.name}.${element.attribs['class'] ?? ''}>${frame.parent?.element.name}.${frame.parent?.element.attribs['class'] ?? ''}`;
    pathOf.push(path);
    const parent = frame.parent ?? frame;
    addTo(parents, parent, chance, text.length);
    if (parent.parent) addTo(parents, parent.parent, chance, text.length);
    addTo(paths, path, chance, text.length);
    total += chance * text.length;
    length += text.length;
    highest = Math.max(highest, chance);
    if (chance > 0.5) {
      if (first < 0) first = index;
      last = index;
    }
  });
  const gapAfter = new Int32Array(paragraphs.length);
  for (let index = paragraphs.length - 1, gap = 99; index >= 0; index--) {
    gapAfter[index] = gap;
    gap = (chances[index] as number) > 0.5 ? 1 : Math.min(99, gap + 1);
  }
  return { chances, parents, paths, pathOf, length, total, highest, first, last, gapAfter };
}

/**
 * The rows of the first stage, each with what that stage says of the paragraphs around; those less likely
 * than `least` as they are.
 */
export function withContext(
  rows: readonly Float32Array[],
  paragraphs: readonly Paragraph[],
  chances: Float32Array,
  least = 0,
): Float32Array[] {
  const page = sumChances(paragraphs, chances);
  let before = 0;
  let gapBefore = 99;
  return rows.map((row, index) => {
    const { text } = paragraphs[index] as Paragraph;
    const own = chances[index] as number;
    const whole = own < least ? row : contextOf(row, index, paragraphs, page, { before, gapBefore });
    before += own * text.length;
    gapBefore = own > 0.5 ? 1 : Math.min(99, gapBefore + 1);
    return whole;
  });
}

/**
 * A row with its context.
 * @param before likely characters above, and paragraphs since the last likely one
 */
function contextOf(
  row: Float32Array,
  index: number,
  paragraphs: readonly Paragraph[],
  { chances, parents, paths, pathOf, length, total, highest, first, last, gapAfter }: PageChances,
  { before, gapBefore }: { before: number; gapBefore: number },
): Float32Array {
  const whole = new Float32Array(row.length + contextNames.length);
  whole.set(row);
  let at = row.length;
  const put = (value: number): void => void (whole[at++] = value);
  const { frame, text } = paragraphs[index] as Paragraph;
  const own = chances[index] as number;
  put(own);
  for (const offset of near) put(chances[index + offset] ?? -1);
  for (const size of windows) {
    for (const direction of [-1, 1]) {
      let sum = 0;
      let weight = 0;
      for (let step = 1; step <= size; step++) {
        const other = index + direction * step;
        const chance = chances[other];
        if (chance === undefined) break;
        const mass = (paragraphs[other] as Paragraph).text.length;
        sum += chance * mass;
        weight += mass;
      }
      put(weight === 0 ? -1 : sum / weight);
    }
  }
  const parent = frame.parent ?? frame;
  put(mean(parents.get(parent)));
  put(parent.parent ? mean(parents.get(parent.parent)) : -1);
  put(mean(paths.get(pathOf[index] as string)));
  put(highest);
  put(before / Math.max(1, total));
  put(1 - (before + own * text.length) / Math.max(1, total));
  put(first < 0 ? -100 : Math.max(-60, Math.min(200, index - first)));
  put(last < 0 ? -100 : Math.max(-60, Math.min(200, last - index)));
  put(first < 0 ? -1 : index < first ? 0 : 1);
  put(gapBefore);
  put(gapAfter[index] as number);
  put(total / Math.max(1, length));
  return whole;
}

const meanOf = (models: readonly Trees[], row: Float32Array): number =>
  models.reduce((sum, trees) => sum + probability(sumOf(trees, row)), 0) / models.length;

/** What the first stage says of each paragraph, 0 to 1. */
export function earlyChances(first: readonly Trees[], rows: readonly Float32Array[]): Float32Array {
  return Float32Array.from(rows, (row) => meanOf(first, row));
}

/** How likely each paragraph is the article's, 0 to 1. */
export function chancesOf(
  { first, second }: Stages,
  rows: readonly Float32Array[],
  paragraphs: readonly Paragraph[],
): Float32Array {
  const early = earlyChances(first, rows);
  return Float32Array.from(withContext(rows, paragraphs, early, unlikely), (row, index) =>
    (early[index] as number) < unlikely ? (early[index] as number) : meanOf(second, row),
  );
}

/** Most of a page is clearly beside its article, and the second stage says no other. */
const unlikely = 0.04;
const headerBytes = 24;
const widths = [featureNames.length, contextNames.length] as const;

/**
 * The file: the threshold, how many models each stage has, the widths of the rows, how many weights the
 * confidence has (32 bits each) and these; of each model how many trees it has (32 bits) and their nodes.
 */
export function readModel(bytes: Uint8Array): ArticleModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (widths.some((width, at) => view.getUint32(12 + 4 * at, true) !== width))
    throw new Error('article-model.bin was trained on other features: run training/train.ts.');
  const weights = view.getUint32(20, true);
  const start = headerBytes + 4 * weights;
  const stages = readStages(bytes.subarray(start));
  const count = view.getUint32(4, true);
  return {
    threshold: view.getFloat32(0, true),
    confidence: Array.from({ length: weights }, (_, at) => view.getFloat32(headerBytes + 4 * at, true)),
    first: stages.slice(0, count),
    second: stages.slice(count, count + view.getUint32(8, true)),
  };
}

/** Models, one after another: how many trees each has (32 bits), and their nodes. */
export function readStages(bytes: Uint8Array): Trees[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stages: Trees[] = [];
  for (let offset = 0; offset < bytes.byteLength;) {
    const { trees, end } = readTrees(view, offset + 4, view.getUint32(offset, true));
    stages.push(trees);
    offset = end;
  }
  return stages;
}

export function writeStages(stages: readonly Trees[]): Buffer {
  return Buffer.concat(
    stages.flatMap((trees) => {
      const count = Buffer.alloc(4);
      count.writeUInt32LE(trees.roots.length, 0);
      return [count, writeTrees(trees)];
    }),
  );
}

export function writeModel({ first, second, threshold, confidence }: ArticleModel): Buffer {
  const header = Buffer.alloc(headerBytes + 4 * confidence.length);
  header.writeFloatLE(threshold, 0);
  header.writeUInt32LE(first.length, 4);
  header.writeUInt32LE(second.length, 8);
  widths.forEach((width, at) => header.writeUInt32LE(width, 12 + 4 * at));
  header.writeUInt32LE(confidence.length, 20);
  confidence.forEach((weight, at) => header.writeFloatLE(weight, headerBytes + 4 * at));
  return Buffer.concat([header, writeStages([...first, ...second])]);
}
