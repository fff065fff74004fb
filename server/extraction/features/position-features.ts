import { featureIndex } from '../feature-names.ts';
import { isLongProse } from './measured-paragraph.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';
import type { PageMeasures } from './page-measures.ts';

/** How far down a page its paragraphs were read, and what came last. Counts of paragraphs end at 999. */
export interface Progress {
  /** Characters of all paragraphs above, and of those that are prose. */
  before: number;
  proseBefore: number;
  /** Characters from the title on. */
  sinceTitle: number;
  /** Paragraphs since the last long one, the last piece of furniture and the last date. */
  lastLong: number;
  furnitureAbove: number;
  dateAbove: number;
  /** The index of the last heading; -1 before the first. */
  heading: number;
  foreignAbove: number;
}

/** The progress before a page's first paragraph. */
export const startOfPage = (): Progress => ({
  before: 0,
  proseBefore: 0,
  sinceTitle: 0,
  lastLong: 999,
  furnitureAbove: 999,
  dateAbove: 999,
  heading: -1,
  foreignAbove: 0,
});

/** Moves the progress past a paragraph. */
export function advance(progress: Progress, one: MeasuredParagraph, index: number, titleAt: number): void {
  progress.before += one.length;
  if (one.isProse) progress.proseBefore += one.length;
  if (index > titleAt) progress.sinceTitle += one.length;
  progress.lastLong = isLongProse(one) ? 1 : Math.min(999, progress.lastLong + 1);
  if (one.isForeign) progress.foreignAbove++;
  if (one.paragraph.kind === 'heading') progress.heading = index;
  progress.furnitureAbove = one.isFurniture ? 1 : Math.min(999, progress.furnitureAbove + 1);
  progress.dateAbove = one.isDate ? 1 : Math.min(999, progress.dateAbove + 1);
}

/** Sets how far down the page a paragraph is, and what precedes it. */
export function setPosition(
  row: Float32Array,
  one: MeasuredParagraph,
  index: number,
  page: PageMeasures,
  progress: Progress,
): void {
  const { list, total, prose, titleAt } = page;
  const { before, proseBefore } = progress;
  row[featureIndex.position] = index / list.length;
  row[featureIndex.before] = before / total;
  row[featureIndex.after] = 1 - (before + one.length) / total;
  row[featureIndex.proseBefore] = proseBefore / prose;
  row[featureIndex.proseAfter] = 1 - (proseBefore + (one.isProse ? one.length : 0)) / prose;
  row[featureIndex.sinceTitle] = titleAt < 0 ? -99 : Math.max(-50, Math.min(200, index - titleAt));
  row[featureIndex.massSinceTitle] =
    titleAt < 0 ? -1 : index < titleAt ? -0.5 : Math.log2(1 + progress.sinceTitle);
  row[featureIndex.lastLong] = Math.min(99, progress.lastLong);
  row[featureIndex.nextLong] = Math.min(99, page.nextLong[index] ?? 99);
  const above = progress.heading < 0 ? null : (list[progress.heading] as MeasuredParagraph);
  row[featureIndex.headingDistance] = above ? Math.min(60, index - progress.heading) : 99;
  row[featureIndex.headingForeign] = above?.isForeign ? 1 : 0;
  row[featureIndex.headingLevel] = above ? Number(above.paragraph.element.name[1]) : 0;
  row[featureIndex.headingLinked] = above ? above.paragraph.linkDensity : 0;
  row[featureIndex.headingSame] =
    above && above.paragraph.frame.parent === one.paragraph.frame.parent ? 1 : 0;
  row[featureIndex.foreignAbove] = progress.foreignAbove;
  row[featureIndex.furnitureAbove] = Math.min(40, progress.furnitureAbove);
  row[featureIndex.dateAbove] = Math.min(40, progress.dateAbove);
}
