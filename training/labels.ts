import type { Frame, Paragraph } from '../server/extraction/paragraphs.ts';
import type { ReadPage } from './annotated-pages.ts';
import { singleSpaced } from './annotated-pages.ts';
import type { Side } from './side-blocks.ts';
import { sidesOf } from './side-blocks.ts';

/**
 * What the corpus says of a page's paragraphs: 1 the article's, 0 not, -1 unknown; and the share of a segment
 * that rests on each.
 */
export interface Labels {
  label: Int8Array;
  weight: Float32Array;
  /** What kind of block beside the article each stands in. */
  side: Side[];
}

/**
 * Where segments stand among a page's paragraphs. Of several places of one that the article must hold, the
 * one nearest to the others is meant.
 */
export function labelsOf({
  page,
  paragraphs,
  grafts,
}: Pick<ReadPage, 'page' | 'paragraphs' | 'grafts'>): Labels {
  const label = new Int8Array(paragraphs.length).fill(-1);
  const weight = new Float32Array(paragraphs.length);
  const { text, starts } = joined(paragraphs);
  for (const segment of page.mustNot) {
    const found = placesOf(text, starts, segment);
    // A short segment may stand in the article as well: what is meant is where it is nearly all that is said.
    const shortest = Math.min(...found.map(lengthOf));
    for (const place of found)
      if (lengthOf(place) <= 3 * shortest + 40) for (const index of place) put(index, 0, 1 / place.length);
  }
  const places = page.must
    .map((segment) => placesOf(text, starts, segment))
    .filter((found) => found.length > 0);
  const sure = places
    .filter((found) => found.length === 1)
    .map(([place]) => (place as number[])[0] as number);
  const middle = sure.length > 0 ? sure.reduce((sum, at) => sum + at, 0) / sure.length : null;
  const meant: number[] = [];
  for (const found of places) {
    const [best] = found.toSorted((a, b) =>
      middle === null
        ? lengthOf(b) - lengthOf(a)
        : Math.abs((a[0] as number) - middle) - Math.abs((b[0] as number) - middle),
    );
    for (const index of best ?? []) {
      put(index, 1, 1 / (best?.length ?? 1));
      meant.push(index);
    }
  }
  // What stands between two pieces of the article is its own for the most part.
  const first = Math.min(...meant);
  const last = Math.max(...meant);
  for (let index = first + 1; index < last; index++) {
    const { linkDensity, text: own, kind } = paragraphs[index] as Paragraph;
    if (label[index] === -1 && linkDensity < 0.3 && (own.length > 60 || kind === 'heading'))
      put(index, 1, own.length > 100 ? 0.25 : 0.1);
  }
  const side = sidesOf(paragraphs, label);
  if (grafts)
    paragraphs.forEach(({ frame }, index) => {
      for (let level: Frame | null = frame; level; level = level.parent)
        if (grafts.has(level.element)) {
          side[index] = 'grafted';
          label[index] = -1;
        }
    });
  return { label, weight, side };

  function lengthOf(place: readonly number[]): number {
    return place.reduce((sum, index) => sum + (paragraphs[index] as Paragraph).text.length, 0);
  }

  function put(index: number, value: 0 | 1, share: number): void {
    if (label[index] === 1 && value === 0) return;
    label[index] = value;
    weight[index] = Math.min(1.5, (weight[index] as number) + share);
  }
}

function joined(paragraphs: readonly Paragraph[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = '';
  for (const paragraph of paragraphs) {
    starts.push(text.length);
    text += `${singleSpaced(paragraph.text)} `;
  }
  return { text, starts };
}

/** The paragraphs that each occurrence of a segment touches. */
function placesOf(text: string, starts: readonly number[], segment: string): number[][] {
  const sought = singleSpaced(segment).trim();
  const places: number[][] = [];
  if (sought === '') return places;
  for (let at = text.indexOf(sought); at >= 0 && places.length < 50; at = text.indexOf(sought, at + 1)) {
    let index = starts.findLastIndex((start) => start <= at);
    const place: number[] = [];
    for (; index < starts.length && (starts[index] as number) < at + sought.length; index++)
      place.push(index);
    places.push(place);
  }
  return places;
}
