import { featureIndex, featureNames } from './feature-names.ts';
import { setFrames, setFramesAround, setPage, setPaths, setProseFrames } from './features/frame-features.ts';
import { setMedia, setNeighbours, setSteps } from './features/neighbour-features.ts';
import { measurePage } from './features/page-measures.ts';
import type { PageHints } from './features/page-measures.ts';
import { advance, setPosition, startOfPage } from './features/position-features.ts';
import { setResemblance, setText } from './features/text-features.ts';
import { relationsOf } from './paragraph-relations.ts';
import type { Paragraph } from './paragraphs.ts';

/**
 * The numbers that tell a paragraph of the article from what surrounds it: a row for each paragraph, in the
 * order of `featureNames`.
 */
export interface Features {
  rows: Float32Array[];
}

/**
 * Describes each paragraph of a page by numbers. Fills the frames' sums. Linear in the page's size times its
 * depth.
 */
export function describe(paragraphs: readonly Paragraph[], hints: PageHints): Features {
  if (paragraphs.length === 0) return { rows: [] };
  const page = measurePage(paragraphs, hints);
  const { list } = page;
  const relations = relationsOf(
    paragraphs,
    list.map(({ words }) => words),
    hints,
  );
  const progress = startOfPage();
  const rows = list.map((one, index) => {
    const { paragraph, length } = one;
    const row = new Float32Array(featureNames.length);
    setText(row, one);
    setResemblance(row, one, page);
    setPosition(row, one, index, page, progress);
    setSteps(row, index, list);
    setFrames(row, paragraph.frame, index, page);
    setPaths(row, one, page);
    setProseFrames(row, paragraph.frame, index, page);
    setPage(row, page);
    setFramesAround(row, paragraph, length, page);
    setMedia(row, index, list);
    setNeighbours(row, index, list);
    row.set(relations[index] as Float32Array, featureIndex.relations[0]);
    advance(progress, one, index, page.titleAt);
    return row;
  });
  for (const row of rows) row[featureIndex.articles] = page.articles.size;
  return { rows };
}
