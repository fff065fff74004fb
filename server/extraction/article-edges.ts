import {
  isByline,
  isControlLine,
  isDateLine,
  isFurnitureLine,
  isInvitation,
  isSignedCaption,
} from './furniture.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/*
 * Where an article begins and ends: the model judges paragraphs one by one, and at the edges one mistake is
 * what a listener hears first or last. What each rule gave over the 532 pages of the corpus, cross-validated
 * by site (first and last sentence right 0.938 and 0.877 before; pairs, 95 of 100 means of sites drawn anew):
 *
 * | rule                                        | first  | last   |
 * | what is hidden beside a text that is shown  | +0.006 |        |
 * | the sentence that leads to the text         | +0.006 |        |
 * | bylines with days, breadcrumbs, captions    | +0.002 |        |
 * | invitations and credits at the end          |        | +0.013 |
 *
 * Dropping what stands above the headline or far below the text by gaps alone lost more of articles than it
 * kept out (word F1 −0.002), and is not done.
 */

/** What a browser does not show is a part of a text that it does not show as a whole. */
const hiddenShare = 0.2;
/** A sentence between the headline and the text that is so likely is what leads to it. */
const likelyLead = 0.15;
const leadCharacters = 50;
const leadPlaces = 8;
/** An invitation to subscribe that is more like the article than this is what the article is about. */
const likelyInvitation = 0.9;

/** Text in lower case without spaces and signs, to compare headlines that are set in different ways. */
const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const isHidden = ({ frame }: Paragraph): boolean => {
  for (let level: Frame | null = frame; level; level = level.parent) if (level.isHidden) return true;
  return false;
};

/**
 * What was chosen, without what is hidden beside it and invitations at its end, and with the sentence that
 * leads to it.
 * @param stays whether rules want the paragraph, whatever it is
 */
export function withinEdges(
  all: readonly Paragraph[],
  chances: Float32Array,
  chosen: readonly number[],
  title: string | null,
  stays: (index: number) => boolean,
): number[] {
  const at = (index: number): Paragraph => all[index] as Paragraph;
  const lengthOf = (indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + at(index).text.length, 0);
  const hidden = new Set(chosen.filter((index) => isHidden(at(index)) && !stays(index)));
  const within =
    lengthOf([...hidden]) < hiddenShare * lengthOf(chosen)
      ? chosen.filter((index) => !hidden.has(index))
      : [...chosen];
  for (let last = within.at(-1); within.length > 2 && last !== undefined; last = within.at(-1)) {
    if (stays(last) || (chances[last] as number) >= likelyInvitation || !isInvitation(at(last).text)) break;
    within.pop();
  }
  const lead = within[0] === undefined ? null : leadAbove(all, chances, within[0], title);
  return lead === null ? within : [lead, ...within];
}

/** The sentence between the headline and the text that is less like an article than the text is. */
function leadAbove(
  all: readonly Paragraph[],
  chances: Float32Array,
  first: number,
  title: string | null,
): number | null {
  const headline = headlineAbove(all, first - 1, title);
  if (headline === null) return null;
  for (let index = headline + 1; index < first; index++)
    if ((chances[index] as number) >= likelyLead && isLead(all[index] as Paragraph)) return index;
  return null;
}

function isLead(paragraph: Paragraph): boolean {
  const { text, kind, linkDensity, frame } = paragraph;
  return (
    text.length >= leadCharacters &&
    linkDensity <= 0.3 &&
    (kind === 'text' || kind === 'heading') &&
    frame.element.name !== 'figcaption' &&
    !isHidden(paragraph) &&
    !isFurnitureLine(text) &&
    !isControlLine(text) &&
    !isDateLine(text) &&
    !isSignedCaption(text) &&
    !isByline(text, null)
  );
}

/** The place of the headline among the few paragraphs above a place. */
function headlineAbove(all: readonly Paragraph[], below: number, title: string | null): number | null {
  const named = folded(title ?? '');
  if (named.length < 8) return null;
  for (let index = below; index >= Math.max(0, below - leadPlaces); index--) {
    const { text, kind } = all[index] as Paragraph;
    if (kind !== 'heading' || text.length > 300) continue;
    const own = folded(text);
    if (own === named || (own.length >= 12 && (named.includes(own) || own.includes(named)))) return index;
  }
  return null;
}
