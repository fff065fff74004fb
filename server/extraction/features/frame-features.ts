import { featureIndex, tagsAbove } from '../feature-names.ts';
import { nameKinds } from '../names.ts';
import type { Frame, Paragraph } from '../paragraphs.ts';
import { levelsTo, stepBetween } from './frame-sums.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';
import { shareOf } from './page-measures.ts';
import type { PageMeasures } from './page-measures.ts';

const scale = (value: number): number => Math.log2(1 + value);

/** Sets the contents of the three frames around a paragraph, and its position in them. */
export function setFrames(row: Float32Array, frame: Frame, index: number, page: PageMeasures): void {
  const parent = frame.parent ?? frame;
  const holder = parent.parent ?? parent;
  const outer = holder.parent ?? holder;
  row[featureIndex.parentShare] = shareOf(parent, page);
  row[featureIndex.parentLinks] = parent.linked / Math.max(1, parent.characters);
  row[featureIndex.parentCount] = scale(parent.paragraphs);
  row[featureIndex.parentMean] = scale(parent.characters / Math.max(1, parent.paragraphs));
  row[featureIndex.holderShare] = shareOf(holder, page);
  row[featureIndex.holderLinks] = holder.linked / Math.max(1, holder.characters);
  row[featureIndex.holderCount] = scale(holder.paragraphs);
  row[featureIndex.outerShare] = shareOf(outer, page);
  row[featureIndex.outerLinks] = outer.linked / Math.max(1, outer.characters);
  row[featureIndex.outerCount] = scale(outer.paragraphs);
  const place = index - (page.firstIn.get(parent) ?? index);
  row[featureIndex.parentPlace] = scale(place);
  row[featureIndex.parentLeft] = scale(parent.paragraphs - 1 - place);
  const outerPlace = index - (page.firstIn.get(holder) ?? index);
  row[featureIndex.holderPlace] = scale(outerPlace);
  row[featureIndex.holderLeft] = scale(holder.paragraphs - 1 - outerPlace);
  row[featureIndex.depth] = frame.depth;
}

/** Sets what the paragraphs in frames of the same names come to. */
export function setPaths(row: Float32Array, one: MeasuredParagraph, page: PageMeasures): void {
  const path = page.paths.get(one.path);
  if (path) {
    row[featureIndex.pathCount] = scale(path.count);
    row[featureIndex.pathMean] = scale(path.length / path.count);
    row[featureIndex.pathLinks] = path.linked / Math.max(1, path.length);
    row[featureIndex.pathShare] = path.plain / page.plain;
  }
  const tagPath = page.tagPathOf.get(one.paragraph.frame) ?? '';
  row[featureIndex.tagPathShare] = (page.tagPaths.get(tagPath) ?? 0) / page.plain;
}

/** Sets a paragraph's position relative to the frames that hold most of the page's prose. */
export function setProseFrames(row: Float32Array, frame: Frame, index: number, page: PageMeasures): void {
  const { container, richest, firstIn } = page;
  const inContainer = levelsTo(frame, container);
  row[featureIndex.within] = inContainer >= 0 ? 1 : 0;
  row[featureIndex.containerLevels] = inContainer;
  row[featureIndex.containerShare] = shareOf(container, page);
  row[featureIndex.containerPosition] =
    inContainer < 0 ? -1 : (index - (firstIn.get(container) ?? index)) / container.paragraphs;
  const inBest = levelsTo(frame, richest);
  const place = index - (firstIn.get(richest) ?? index);
  row[featureIndex.bestWithin] = inBest >= 0 ? 1 : 0;
  row[featureIndex.bestLevels] = inBest;
  row[featureIndex.bestShare] = shareOf(richest, page);
  row[featureIndex.bestPosition] =
    inBest >= 0 ? place / richest.paragraphs : index > (firstIn.get(richest) ?? 0) ? 2 : -1;
  row[featureIndex.beside] = inBest >= 0 ? 0 : stepBetween(frame, richest)[0];
  row[featureIndex.bestLeft] = inBest < 0 ? -1 : scale(richest.paragraphs - 1 - place);
}

/** Sets how large the page is. */
export function setPage(row: Float32Array, { root, total, prose, list }: PageMeasures): void {
  row[featureIndex.pageLength] = scale(total);
  row[featureIndex.pageCount] = scale(list.length);
  row[featureIndex.pageLinks] = root.linked / total;
  row[featureIndex.pageProse] = prose / total;
}

/**
 * Sets which names and elements enclose a paragraph: for each, the page's share within the innermost of them,
 * and 2 where there is none.
 */
export function setFramesAround(
  row: Float32Array,
  { names, frame }: Paragraph,
  length: number,
  page: PageMeasures,
): void {
  for (let kindAt = 0; kindAt < nameKinds.length; kindAt++) {
    row[featureIndex.names[kindAt] as number] = 2;
    row[featureIndex.levels[kindAt] as number] = 30;
  }
  for (let tagAt = 0; tagAt < tagsAbove.length; tagAt++) row[featureIndex.tags[tagAt] as number] = 2;
  row[featureIndex.hidden] = 2;
  let missing = ~setNames(row, names, length / page.total, 0);
  let levels = 0;
  for (let level: Frame | null = frame; level; level = level.parent, levels++) {
    const part = shareOf(level, page);
    const fresh = level.names & missing;
    if (fresh !== 0) missing &= ~setNames(row, fresh, part, levels);
    if (level.isHidden && row[featureIndex.hidden] === 2) row[featureIndex.hidden] = part;
    const { name } = level.element;
    const tagAt = (tagsAbove as readonly string[]).indexOf(name === 'ol' ? 'ul' : name);
    if (tagAt >= 0 && row[featureIndex.tags[tagAt] as number] === 2)
      row[featureIndex.tags[tagAt] as number] = part;
    if (name === 'article') {
      const { articles } = page;
      if (!articles.has(level)) articles.set(level, articles.size);
      if (row[featureIndex.articleIndex] === 0)
        row[featureIndex.articleIndex] = 1 + Math.min(20, articles.get(level) ?? 0);
    }
  }
}

/** Sets the share and the level of each kind of names among the bits, and returns the bits. */
function setNames(row: Float32Array, bits: number, share: number, level: number): number {
  let rest = bits;
  while (rest !== 0) {
    const bit = 31 - Math.clz32(rest);
    rest &= ~(1 << bit);
    if (bit < nameKinds.length) {
      row[featureIndex.names[bit] as number] = share;
      row[featureIndex.levels[bit] as number] = level;
    }
  }
  return bits;
}
