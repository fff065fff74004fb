import { sharesOf } from './article-edges.ts';
import { bitOf, nameTokens } from './names.ts';
import type { PageHints } from './features/page-measures.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/*
 * Text between a headline and the article: subtitles that summarize it, and lists of key points. Publishers
 * differ on whether they should play, so that each source has a setting.
 */

/** No page has more of them. */
const mostSubtitles = 8;
/** A heading of a section is shorter. */
const sentenceCharacters = 50;
/** A block with more than this share of the text is the text itself, whatever its name. */
const leadShare = 0.2;
/** Maximum share of a lead in a short text, which may be larger. */
const ownShare = 0.5;
const namesOfSubtitles: ReadonlySet<string> = new Set(
  'subtitle subheadline subheading subhead subline subtitre undertitle untertitel'.split(' '),
);

const isCalledSubtitle = ({ names, element }: Frame): boolean =>
  (names & bitOf('lead')) !== 0 || nameTokens(element).some((name) => namesOfSubtitles.has(name));

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns the chosen paragraphs without subtitles and key points; all of them if little else would be left.
 * @param stays whether rules keep the paragraph in any case
 */
export function withoutSubtitles(
  all: readonly Paragraph[],
  chosen: readonly number[],
  { description }: Pick<PageHints, 'description'>,
  stays: (index: number) => boolean,
): number[] {
  const at = (index: number): Paragraph => all[index] as Paragraph;
  const shareOf = sharesOf(all, chosen);
  const isNamed = ({ names, frame }: Paragraph): boolean => {
    if ((names & bitOf('lead')) !== 0) return true;
    for (
      let level: Frame | null = frame;
      level && shareOf(level) < (level === frame ? ownShare : leadShare);
      level = level.parent
    )
      if (isCalledSubtitle(level)) return true;
    return false;
  };
  const summary = folded(description ?? '');
  const isSubtitle = (paragraph: Paragraph): boolean =>
    paragraph.kind === 'item' ||
    (paragraph.kind === 'heading' && paragraph.text.length >= sentenceCharacters) ||
    (summary.length >= sentenceCharacters && folded(paragraph.text) === summary) ||
    isNamed(paragraph);
  const total = chosen.reduce((sum, index) => sum + at(index).text.length, 0);
  let count = 0;
  let left = 1;
  for (; count < Math.min(chosen.length, mostSubtitles); count++) {
    const index = chosen[count] as number;
    if (stays(index) || !isSubtitle(at(index))) break;
    left -= at(index).text.length / total;
  }
  return left < 0.5 ? [...chosen] : chosen.slice(count);
}
