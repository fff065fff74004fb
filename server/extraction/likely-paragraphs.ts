import { isForeignHeading, isFurnitureLine } from './furniture.ts';
import { bitOf } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/** A box that holds less than this share of what is likely is beside the text. */
const boxShare = 0.2;
/** Minimum probability within boxes, whose content reads like text. */
const likelyInBox = 0.9;
/** Captions alike that hold together more than this share are the text itself: what a gallery tells. */
const alikeShare = 0.5;
const boxes = bitOf('caption') | bitOf('author') | bitOf('newsletter') | bitOf('social');

/** Comments on a page of a discussion hold less than this of it, or it is about them. */
const commentsShare = 0.6;
/** Of a discussion, what is named as comments and all of it less than this is added to what it is about. */
const additionsShare = 0.4;
/**
 * Posts of a discussion are less like an article: so likely they are what it says, except for their
 * authors.
 */
const likelyInDiscussion = 0.2;
/**
 * Blocks named as comments, but not announced, may be anything: their less likely paragraphs are excluded.
 */
const likelyInComments = 0.9;
const commentsHeading =
  /^(?:\d{1,5}\s)?(?:comments?|kommentare?|commentaires?|comentarios?|commenti|reacties|komentarze|responses?|reader comments|leserkommentare|コメント|评论|評論|댓글)(?:\s?\(?\d{1,5}\)?)?\s?:?$|^\d{1,5} (?:thoughts|responses|replies|antworten) (?:on|to|auf)\b/i;

/** A list that a sentence announces has no more items than this. */
const maxListed = 30;

/**
 * Returns the paragraphs of at least this probability, without uncertain boxes and comments, and with the
 * lists between them.
 */
export function likelyOf(
  all: readonly Paragraph[],
  chances: Float32Array,
  bar: number,
  isDiscussion: boolean,
): number[] {
  const user = bitOf('user');
  const isLikely = (index: number): boolean => {
    const chance = chances[index] as number;
    if (chance >= bar) return true;
    return isDiscussion && chance >= likelyInDiscussion && !isNamed((all[index] as Paragraph).frame, user);
  };
  const likely = [...all.keys()].filter(isLikely);
  const lengths = new Map<Frame, number>();
  const captions = new Map<string, number>();
  let total = 0;
  for (const index of likely) {
    const { frame, text } = all[index] as Paragraph;
    total += text.length;
    for (let level: Frame | null = frame; level; level = level.parent) {
      lengths.set(level, (lengths.get(level) ?? 0) + text.length);
      if (isCaption(level)) captions.set(nameOf(level), (captions.get(nameOf(level)) ?? 0) + text.length);
    }
  }
  const isApart = (level: Frame): boolean =>
    !isCaption(level) || (captions.get(nameOf(level)) ?? 0) < alikeShare * total;
  const isInBox = (frame: Frame, names: number, share: number, test: (level: Frame) => boolean): boolean => {
    for (
      let level: Frame | null = frame;
      level && (lengths.get(level) ?? 0) < share * total;
      level = level.parent
    )
      if ((level.names & names) !== 0 && test(level)) return true;
    return false;
  };
  const isInComments = (index: number): boolean =>
    isInBox((all[index] as Paragraph).frame, bitOf('comment'), commentsShare, () => true);
  // Answers to a question are what its page says; what is added to them below is not, where it is the less.
  const additions = isDiscussion ? likely.filter(isInComments) : [];
  const isAddition =
    additions.reduce((sum, index) => sum + (all[index] as Paragraph).text.length, 0) < additionsShare * total
      ? new Set(additions)
      : new Set<number>();
  const announced = announcedComments(all);
  const ofComments = isDiscussion ? commentsShare : Number.POSITIVE_INFINITY;
  const kept = new Set(
    likely.filter((index) => {
      const { frame } = all[index] as Paragraph;
      if (isAddition.has(index)) return false;
      if (isInBox(frame, bitOf('comment'), ofComments, (level) => announced.has(level))) return false;
      if (!isDiscussion && (chances[index] as number) < likelyInComments && isInComments(index)) return false;
      return (chances[index] as number) >= likelyInBox || !isInBox(frame, boxes, boxShare, isApart);
    }),
  );
  for (const index of entriesAlike(all, kept, chances)) kept.add(index);
  const goesOn = goingOn(all, kept, chances);
  return [...all.keys()].filter(
    (index) =>
      kept.has(index) ||
      isListed(all, index, kept, chances) ||
      isBetween(all, index, kept, chances) ||
      goesOn(index),
  );
}

const isCaption = ({ names }: Frame): boolean => (names & boxes) === bitOf('caption');
const nameOf = ({ element: { name, attribs } }: Frame): string => `${name}.${attribs['class'] ?? ''}`;

/**
 * A short line between two paragraphs that are kept is theirs, unless it is very unlikely; a heading more
 * so.
 */
const likelyBetween = 0.12;
const likelyHeading = 0.05;
const likelyBelowBox = 0.25;
/** Maximum number of paragraphs of an interrupting box. */
const boxPlaces = 6;
const betweenCharacters = 60;

/** Returns whether a short paragraph is directly between kept ones, in a block that holds all of it. */
function isBetween(
  all: readonly Paragraph[],
  index: number,
  kept: ReadonlySet<number>,
  chances: Float32Array,
): boolean {
  const { text, kind, frame, linkDensity } = all[index] as Paragraph;
  const isBeside = (other: number): boolean => kept.has(other) && isInFrame(all[other], frame.parent);
  if (text.length > betweenCharacters || linkDensity >= 0.5 || !isBeside(index + 1)) return false;
  const chance = chances[index] as number;
  if (isBeside(index - 1)) return chance >= (kind === 'heading' ? likelyHeading : likelyBetween);
  // Buttons may precede a heading.
  return (
    kind === 'heading' &&
    chance >= likelyBelowBox &&
    Array.from({ length: boxPlaces }, (_, place) => index - 2 - place).some(isBeside)
  );
}

/**
 * Minimum probability, and minimum number of kept siblings, of similar prose that continues the text after a
 * box.
 */
const likelyToGoOn = 0.15;
const keptBeside = 3;
/** Directly below what is kept a sentence may be as short as an answer: `Gladly. Until tomorrow.` */
const sentenceCharacters = 15;

/** What tells siblings that are written alike: the last may have a name more than the others. */
const likeness = ({ element }: Paragraph): string =>
  element.attribs['class']?.trim().split(/\s+/, 1)[0] ?? '';

/**
 * Returns whether a sentence or more is a sibling of most of the kept text, and formatted like it; or of some
 * of it, in one of the equally named blocks that hold most of it, as boxes divide a text.
 */
function goingOn(
  all: readonly Paragraph[],
  kept: ReadonlySet<number>,
  chances: Float32Array,
): (index: number) => boolean {
  const beside = new Map<Frame | null, Map<string, number>>();
  const inBlocks = new Map<string, number>();
  const blockOf = (paragraph: Paragraph): string =>
    `${paragraph.frame.parent?.element.attribs['class'] ?? ''} > ${likeness(paragraph)}`;
  for (const index of kept) {
    const paragraph = all[index] as Paragraph;
    if (paragraph.element.name !== 'p') continue;
    let among = beside.get(paragraph.frame.parent);
    if (!among) beside.set(paragraph.frame.parent, (among = new Map<string, number>()));
    among.set(likeness(paragraph), (among.get(likeness(paragraph)) ?? 0) + 1);
    inBlocks.set(blockOf(paragraph), (inBlocks.get(blockOf(paragraph)) ?? 0) + 1);
  }
  return (index) => {
    const paragraph = all[index] as Paragraph;
    const { text, frame, element, linkDensity } = paragraph;
    if (element.name !== 'p' || linkDensity > 0.3) return false;
    const isSentence =
      kept.has(index - 1) && text.length >= sentenceCharacters && /[.!?…][”"“»)]?$/.test(text);
    if (text.length < betweenCharacters && !isSentence) return false;
    if ((chances[index] as number) < likelyToGoOn) return false;
    const siblings = beside.get(frame.parent)?.get(likeness(paragraph)) ?? 0;
    const hasName = (frame.parent?.element.attribs['class'] ?? '') !== '';
    const count = siblings > 0 && hasName ? (inBlocks.get(blockOf(paragraph)) ?? 0) : siblings;
    return count >= keptBeside && count >= kept.size / 2;
  };
}

/** An entry of a chronicle is as likely as this, where so many others that are written alike are read. */
const likelyEntry = 0.3;
const entriesRead = 2;
const notEntries = bitOf('comment') | bitOf('user') | bitOf('related') | bitOf('teaser') | boxes;

/**
 * Returns further entries: blocks next to those of the text that are formatted alike, with their headings.
 */
function entriesAlike(
  all: readonly Paragraph[],
  kept: ReadonlySet<number>,
  chances: Float32Array,
): readonly number[] {
  const nameIn = ({ element }: Frame): string => element.attribs['class']?.trim() ?? '';
  const read = new Map<Frame, Map<string, Set<Frame>>>();
  const blockOf = ({ element, frame, text, linkDensity }: Paragraph): Frame | null =>
    element.name === 'p' &&
    text.length >= betweenCharacters &&
    linkDensity <= 0.3 &&
    frame.parent?.parent &&
    nameIn(frame.parent) !== '' &&
    (frame.parent.names & notEntries) === 0
      ? frame.parent
      : null;
  for (const index of kept) {
    const block = blockOf(all[index] as Paragraph);
    if (!block) continue;
    const around = block.parent as Frame;
    const names = read.get(around) ?? new Map<string, Set<Frame>>();
    read.set(around, names.set(nameIn(block), (names.get(nameIn(block)) ?? new Set<Frame>()).add(block)));
  }
  return [...all.keys()].flatMap((index): number[] => {
    const block = blockOf(all[index] as Paragraph);
    if (!block || kept.has(index) || (chances[index] as number) < likelyEntry) return [];
    const alike = read.get(block.parent as Frame)?.get(nameIn(block));
    if (!alike || alike.size < entriesRead || alike.has(block)) return [];
    const above = all[index - 1];
    return above?.kind === 'heading' && isInFrame(above, block) ? [index - 1, index] : [index];
  });
}

function isNamed(frame: Frame, names: number): boolean {
  for (let level: Frame | null = frame; level; level = level.parent)
    if ((level.names & names) !== 0) return true;
  return false;
}

/** Returns whether a paragraph is in a block. */
export function isInFrame(paragraph: Paragraph | undefined, holder: Frame | null): boolean {
  for (let level = paragraph?.frame ?? null; level; level = level.parent) if (level === holder) return true;
  return false;
}

/** Above a text a link says how many comments there are, and leads to them. */
function leadsDown({ kind, linkDensity, hrefs }: Paragraph): boolean {
  return kind !== 'heading' && linkDensity >= 0.9 && hrefs.length > 0 && hrefs.every((href) => href !== '');
}

/**
 * Block elements that begin with, or just after, a heading that says that comments follow.
 * @param withLinks also with or after a link to them
 */
export function announcedComments(all: readonly Paragraph[], withLinks = false): ReadonlySet<Frame> {
  const announced = new Set<Frame>();
  all.forEach((paragraph, index) => {
    if (paragraph.text.length > 60 || !commentsHeading.test(paragraph.text)) return;
    if (!withLinks && leadsDown(paragraph)) return;
    const above = new Set<Frame>();
    for (let level = all[index - 1]?.frame ?? null; level; level = level.parent) above.add(level);
    for (const next of [all[index], all[index + 1]])
      for (let level = next?.frame ?? null; level && !above.has(level); level = level.parent)
        announced.add(level);
  });
  return announced;
}

/** The last list of a text is as likely as this, and says something. */
const likelyListed = 0.05;
const listedCharacters = 60;

/**
 * Returns whether a paragraph is an item of a list that the text announces (`These have signed:`) and
 * continues after, wherever its links lead; or of a list at the end whose items have text of their own.
 */
function isListed(
  all: readonly Paragraph[],
  index: number,
  kept: ReadonlySet<number>,
  chances: Float32Array,
): boolean {
  const { kind, frame, hrefs } = all[index] as Paragraph;
  if (kind !== 'item' || hrefs.some((href) => href.startsWith('#'))) return false;
  const isSame = (other: number): boolean =>
    all[other]?.kind === 'item' && all[other].frame.parent === frame.parent;
  let first = index;
  while (isSame(first - 1) && index - first < maxListed) first--;
  let after = index + 1;
  while (isSame(after) && after - first <= maxListed) after++;
  const announcement = all[first - 1]?.text ?? '';
  if (after - first > maxListed || !kept.has(first - 1) || !/[:：]$/.test(announcement)) return false;
  if (kept.has(after)) return true;
  if (isFurnitureLine(announcement) || isForeignHeading(announcement)) return false;
  let [characters, sum] = [0, 0];
  for (let item = first; item < after; item++) {
    if ((all[item] as Paragraph).linkDensity > 0.5) return false;
    characters += (all[item] as Paragraph).text.length;
    sum += chances[item] as number;
  }
  return characters >= listedCharacters && sum / (after - first) >= likelyListed;
}
