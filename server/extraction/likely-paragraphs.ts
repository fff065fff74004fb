import { bitOf } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/** A box that holds less than this share of what is likely is beside the text. */
const boxShare = 0.2;
/** What stands in boxes reads like text: of it only what is this likely. */
const likelyInBox = 0.9;
const boxes = bitOf('caption') | bitOf('author') | bitOf('newsletter') | bitOf('social');

/** Comments on a page of a discussion hold less than this of it, or it is about them. */
const commentsShare = 0.6;
/** Blocks named as comments, but not announced, may be anything: what is less likely in them is none of it. */
const likelyInComments = 0.8;
const commentsHeading =
  /^(?:\d{1,5}\s)?(?:comments?|kommentare?|commentaires?|comentarios?|commenti|reacties|komentarze|responses?|reader comments|leserkommentare|コメント|评论|評論|댓글)(?:\s?\(?\d{1,5}\)?)?\s?:?$|^\d{1,5} (?:thoughts|responses|replies|antworten) (?:on|to|auf)\b/i;

/** A list that a sentence announces has no more items than this. */
const maxListed = 30;

/**
 * The paragraphs that are at least so likely by the model's chances, but for boxes and comments of which it
 * is not sure, and with the lists between them.
 */
export function likelyOf(
  all: readonly Paragraph[],
  chances: Float32Array,
  bar: number,
  isDiscussion: boolean,
): number[] {
  const likely = [...all.keys()].filter((index) => (chances[index] as number) >= bar);
  const lengths = new Map<Frame, number>();
  let total = 0;
  for (const index of likely) {
    const { frame, text } = all[index] as Paragraph;
    total += text.length;
    for (let level: Frame | null = frame; level; level = level.parent)
      lengths.set(level, (lengths.get(level) ?? 0) + text.length);
  }
  const isIn = (frame: Frame, names: number, share: number, test: (level: Frame) => boolean): boolean => {
    for (
      let level: Frame | null = frame;
      level && (lengths.get(level) ?? 0) < share * total;
      level = level.parent
    )
      if ((level.names & names) !== 0 && test(level)) return true;
    return false;
  };
  const announced = announcedComments(all);
  const ofComments = isDiscussion ? commentsShare : Number.POSITIVE_INFINITY;
  const kept = new Set(
    likely.filter((index) => {
      const { frame } = all[index] as Paragraph;
      if (isIn(frame, bitOf('comment'), ofComments, (level) => announced.has(level))) return false;
      if (
        !isDiscussion &&
        (chances[index] as number) < likelyInComments &&
        isIn(frame, bitOf('comment'), commentsShare, () => true)
      )
        return false;
      return (chances[index] as number) >= likelyInBox || !isIn(frame, boxes, boxShare, () => true);
    }),
  );
  return [...all.keys()].filter(
    (index) => kept.has(index) || isListed(all, index, kept) || isBetween(all, index, kept, chances),
  );
}

/** A short line between two paragraphs that are kept is theirs, unless it is very unlikely. */
const likelyBetween = 0.12;
const betweenCharacters = 60;

/** Whether something short stands in one block with what is kept directly before and after it. */
function isBetween(
  all: readonly Paragraph[],
  index: number,
  kept: ReadonlySet<number>,
  chances: Float32Array,
): boolean {
  const { text, frame, linkDensity } = all[index] as Paragraph;
  return (
    text.length <= betweenCharacters &&
    linkDensity < 0.5 &&
    (chances[index] as number) >= likelyBetween &&
    [index - 1, index + 1].every((other) => kept.has(other) && all[other]?.frame.parent === frame.parent)
  );
}

/** Block elements that begin with, or just after, a heading that says that comments follow. */
export function announcedComments(all: readonly Paragraph[]): ReadonlySet<Frame> {
  const announced = new Set<Frame>();
  all.forEach(({ text }, index) => {
    if (text.length > 60 || !commentsHeading.test(text)) return;
    const above = new Set<Frame>();
    for (let level = all[index - 1]?.frame ?? null; level; level = level.parent) above.add(level);
    for (const next of [all[index], all[index + 1]])
      for (let level = next?.frame ?? null; level && !above.has(level); level = level.parent)
        announced.add(level);
  });
  return announced;
}

/**
 * Whether something is an item of a list that the text announces (`These have signed:`) and goes on after,
 * wherever its links lead.
 */
function isListed(all: readonly Paragraph[], index: number, kept: ReadonlySet<number>): boolean {
  const { kind, frame, hrefs } = all[index] as Paragraph;
  if (kind !== 'item' || hrefs.some((href) => href.startsWith('#'))) return false;
  const isSame = (other: number): boolean =>
    all[other]?.kind === 'item' && all[other].frame.parent === frame.parent;
  let first = index;
  while (isSame(first - 1) && index - first < maxListed) first--;
  let after = index + 1;
  while (isSame(after) && after - first <= maxListed) after++;
  return (
    after - first <= maxListed &&
    kept.has(first - 1) &&
    /[:：]$/.test(all[first - 1]?.text ?? '') &&
    kept.has(after)
  );
}
