import { articleParagraphs } from '../server/extraction/content.ts';
import type { Paragraph } from '../server/extraction/paragraphs.ts';
import { siteOf, singleSpaced } from './annotated-pages.ts';
import type { TrainingPage } from './cross-validate.ts';
import type { Figures } from './paired.ts';

/** What is read aloud of a page, as far as known. */
export interface Heard extends Figures {
  'word F1': number | null;
  'segments wanted': number;
  'segments kept': number;
  'segments heard in vain': number;
  characters: number;
  'of readers': number;
  'unwanted share': number | null;
  'first right': number | null;
  'last right': number | null;
}

const wordsOf = (text: string): number => text.split(/\s+/).length;

/**
 * What a listener hears of a page by the chances of its paragraphs. Words: of paragraphs that are known to be
 * wanted or unwanted, or stand in blocks beside the article. The beginning is right where nothing wanted is
 * missing before the first paragraph, the headline excepted, and that one is neither marked as unwanted nor
 * stands among comments, teasers or what is hidden; the end likewise.
 */
export function heardOf(read: TrainingPage, chances: Float32Array, threshold: number): Heard {
  const { page, paragraphs, labels, title, grafts } = read;
  const kept = articleParagraphs(paragraphs, chances, threshold, read);
  const text = singleSpaced(
    [title, ...kept.map((index) => (paragraphs[index] as Paragraph).text)].join('\n\n'),
  );
  const holds = (segment: string): boolean => text.includes(singleSpaced(segment));
  const isKept = new Set(kept);
  const isUnwanted = (index: number): boolean =>
    labels.label[index] === 0 || (labels.label[index] === -1 && labels.side[index] !== 'none');
  let [right, missed, wrong, characters, readers, vain] = [0, 0, 0, 0, 0, 0];
  paragraphs.forEach((paragraph, index) => {
    const words = wordsOf(paragraph.text);
    if (labels.label[index] === 1 && isKept.has(index)) right += words;
    else if (labels.label[index] === 1) missed += words;
    if (!isKept.has(index)) return;
    characters += paragraph.text.length;
    if (!isUnwanted(index)) return;
    wrong += words;
    vain += paragraph.text.length;
    if (labels.side[index] === (grafts ? 'grafted' : 'comment')) readers += paragraph.text.length;
  });
  const own = folded(title);
  const isWanted = (index: number): boolean =>
    labels.label[index] === 1 &&
    (labels.weight[index] as number) > 0.3 &&
    !own.includes(folded((paragraphs[index] as Paragraph).text));
  // A standfirst beside a caption that was marked is no part of what was marked.
  const isForeign = (index: number): boolean =>
    isUnwanted(index) && (labels.label[index] === 0 || labels.side[index] !== 'unwanted');
  const wanted = [...paragraphs.keys()].filter(isWanted);
  const edge = (at: number | undefined, isMissing: (index: number) => boolean): number | null =>
    wanted.length === 0
      ? null
      : at === undefined || isForeign(at) || wanted.some((index) => !isKept.has(index) && isMissing(index))
        ? 0
        : 1;
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    id: `${page.file}${grafts ? ' longer' : ''}`,
    site: siteOf(page),
    'word F1': right + missed === 0 ? null : (2 * right) / (2 * right + missed + wrong),
    'segments wanted': page.must.length,
    'segments kept': page.must.filter(holds).length,
    'segments heard in vain': page.mustNot.filter(holds).length,
    characters,
    'of readers': readers,
    'unwanted share': characters === 0 ? null : vain / characters,
    'first right': edge(first, (index) => index < (first as number)),
    'last right': edge(last, (index) => index > (last as number)),
  };
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Over all segments: what the corpus scores by. */
export function segmentF1(pages: readonly Heard[]): { f1: number; precision: number; recall: number } {
  const sum = (key: 'segments wanted' | 'segments kept' | 'segments heard in vain'): number =>
    pages.reduce((total, page) => total + page[key], 0);
  const kept = sum('segments kept');
  const precision = kept / Math.max(1, kept + sum('segments heard in vain'));
  const recall = kept / Math.max(1, sum('segments wanted'));
  return { f1: (2 * precision * recall) / Math.max(1e-9, precision + recall), precision, recall };
}

/** The share of all that is spoken that stands in comments (of grafted pages: in what was grafted). */
export function shareOfReaders(pages: readonly Heard[]): number {
  const sum = (key: 'of readers' | 'characters'): number =>
    pages.reduce((total, page) => total + page[key], 0);
  return sum('of readers') / Math.max(1, sum('characters'));
}

/** The largest share of one text that stands in them. */
export function mostOfReaders(pages: readonly Heard[]): number {
  return Math.max(...pages.map((page) => page['of readers'] / Math.max(1, page.characters)));
}
