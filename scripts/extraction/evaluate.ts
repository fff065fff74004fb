import { tidied } from '../../server/extraction/content.ts';
import { likelyOf } from '../../server/extraction/likely-paragraphs.ts';
import type { Paragraph } from '../../server/extraction/paragraphs.ts';
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

export interface JudgedPage {
  page: CorpusPage;
  title: string;
  paragraphs: readonly Paragraph[];
  fold: number;
}

const thresholds = [0.4, 0.45, 0.5, 0.525, 0.55, 0.575, 0.6, 0.625, 0.65, 0.7] as const;

function countAt({ page, title, paragraphs }: JudgedPage, chances: Float32Array, threshold: number): Count {
  const kept = tidied(paragraphs, likelyOf(paragraphs, chances, threshold), title);
  return count(page, [title, ...kept.map((index) => (paragraphs[index] as Paragraph).text)].join('\n\n'));
}

/** The threshold with the best F1 on pages. */
export function bestThreshold(pages: readonly JudgedPage[], chances: readonly Float32Array[]): number {
  const f1 = (threshold: number): number =>
    scoreOf(pages.map((page, index) => countAt(page, chances[index] as Float32Array, threshold))).f1;
  return thresholds
    .map((threshold) => ({ threshold, f1: f1(threshold) }))
    .reduce((best, one) => (one.f1 > best.f1 ? one : best)).threshold;
}

/**
 * Each fifth of the sites by chances from models that have not seen it, cut at the threshold that is best for
 * the other four.
 */
export function tableOf(
  pages: readonly JudgedPage[],
  chances: readonly Float32Array[],
): Record<string, Record<string, string | number>> {
  const table: Record<string, Record<string, string | number>> = {};
  const all: Count[] = [];
  for (const fold of [...new Set(pages.map((page) => page.fold))].sort()) {
    const isOther = pages.map((page) => page.fold !== fold);
    const threshold = bestThreshold(
      pages.filter((_, index) => isOther[index]),
      chances.filter((_, index) => isOther[index]),
    );
    const counts = pages.flatMap((page, index) =>
      isOther[index] ? [] : [countAt(page, chances[index] as Float32Array, threshold)],
    );
    all.push(...counts);
    table[`fifth ${fold + 1}`] = { pages: counts.length, threshold, ...rounded(scoreOf(counts)) };
  }
  table['all'] = { pages: pages.length, threshold: '', ...rounded(scoreOf(all)) };
  return table;
}

export function rounded({ f1, precision, recall }: Score): Record<string, string> {
  return { F1: f1.toFixed(4), precision: precision.toFixed(4), recall: recall.toFixed(4) };
}
