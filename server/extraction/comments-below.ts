import { parseDate } from './dates.ts';
import { isInFrame } from './likely-paragraphs.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import type { PageKind } from './page-kind.ts';

/*
 * Comments and other posts below an article: readers' threads that no markup calls comments, and whole other
 * posts, whose paragraphs read like the article's own. A single paragraph does not identify them, but their
 * order does: a name and a time, then what that person wrote, again and again; or a headline that links to
 * another page, and its text.
 */

/** Fewer lines that tell who wrote when are no thread. */
const threadPosts = 3;
const signatureCharacters = 90;
/**
 * What the model thinks of a thread is less than this, or it is a chronicle that the article tells: the more
 * people sign, the less; and no chronicle counts from today.
 */
const likelyThread = 0.5;
const likelyTalk = 0.7;
const likelyToday = 0.95;
const talkPosts = 4;
const talkers = 3;
/**
 * The model's probability of another post is below this, and below `likelyDated` where a day is below the
 * headline.
 */
const likelyPost = 0.9;
const likelyDated = 0.98;
/** At least this share of the chosen text is above other posts: otherwise the page is a list of them. */
const aboveShare = 0.3;
/** The innermost block that holds this share of the text above is the article's. */
const ownShare = 0.8;
const headlineCharacters = 200;
/** For each all above is looked at; an index with more of them is no article. */
const headlinesMax = 100;
/** Minimum prose above whole dated posts, in characters and as a share. */
const leastAbove = 200;
const leastShare = 0.05;
/** Below its own headline an article may be much shorter than the posts below it. */
const leastOwnShare = 0.01;
const proseCharacters = 60;
/** What differs by less is as much like an article. */
const alikeMargin = 0.03;
/** More of them are a chronicle, whose entries have addresses. */
const postsMax = 6;
/** Maximum distance of an article's headline from its beginning, in paragraphs. */
const headlinePlaces = 6;

/** A moment that is counted from today, as threads do. */
const fromToday =
  /\b(?:vor|il y a|hace|há) (?:\d{1,2}|eine[mr]?|une?|una) \p{L}{2,10}|\b\d{1,2} \p{L}{2,8} (?:ago|fa|temu|geleden)|(?<!\p{L})(?:vor)?(?:gestern|heute|yesterday|today|hier|aujourd[’']hui|ayer|hoy|ieri|oggi)(?!\p{L})/iu;
/** The same where it says when a post was written, and begins the line: French `hier` is German for here. */
const datedFromToday =
  /^(?:(?:vor)?(?:gestern|heute)|yesterday|today|hier à|aujourd[’']hui|ayer|hoy|ieri|oggi)(?!\p{L})|\b(?:vor|il y a|hace|há) (?:\d{1,2}|eine[mr]?|une?|una) \p{L}{2,10}|\b\d{1,2} \p{L}{2,8} (?:ago|fa|temu|geleden)/iu;
/** Time of a comment, at the end of a line that names its author. */
const moment =
  /(?:\b(?:19|20)\d{2}\b|\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}[:.]\d{2}(?: ?(?:uhr|[ap]\.?m\.?))?|\b(?:vor|il y a|hace|há) (?:\d{1,2}|eine[mr]?|une?|una) \p{L}{2,10}|\b\d{1,2} \p{L}{2,8} (?:ago|fa|temu|geleden)|(?<!\p{L})(?:vor)?(?:gestern|heute|yesterday|today|hier|aujourd[’']hui|ayer|hoy|ieri|oggi)(?!\p{L}))[\s,|·•–—:)\]-]{0,5}(?:(?:um|at|à|alle|a las) )?(?:\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?(?:uhr|[ap]\.?m\.?))?)?[\s,|·•–—:)\]-]{0,5}(?:antworten|reply|répondre|responder|rispondi|says|said|sagt|schrieb|wrote)?:?$/iu;
/** Days and months are no names, nor are what pages say of an article's own day. */
const noName =
  /^(?:\p{L}{0,6}tag|mittwoch|sonnabend|\p{L}{3,6}day|januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february|march|may|june|july|october|december|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|am|um|at|on|le|stand|update[ds]?|published|posted|aktualisiert|veröffentlicht|publié|heute|today)$/iu;

/** Whose line it is; null where a line is not who said something when, and nothing else. */
export function signatureOf(text: string): string | null {
  if (text.length > signatureCharacters || !moment.test(text)) return null;
  const name = /^(?:#?\d{1,5}[.)]? )?(\p{L}[\p{L}\p{N}_.'’-]{2,30}|\p{Lu}\.)/u.exec(text)?.[1];
  return name === undefined || noName.test(name) ? null : name.toLowerCase();
}

const hasDate = (text: string): boolean => parseDate(text) !== null;

/** What was chosen without threads and other posts below the article; of discussions all. */
export function withoutPostsBelow(
  all: readonly Paragraph[],
  chances: Float32Array,
  chosen: readonly number[],
  { title, isDiscussion }: Pick<PageKind, 'title' | 'isDiscussion'>,
  stays: (index: number) => boolean,
): number[] {
  const [first] = chosen;
  if (first === undefined || isDiscussion) return [...chosen];
  const gone = new Set<number>();
  for (const { from, to, bar } of [...threadsBelow(all, first), ...otherPosts(all, chances, chosen, title)])
    if (meanOf(all, chances, from, to) < bar) for (let at = from; at < to; at++) gone.add(at);
  return gone.size === 0 ? [...chosen] : chosen.filter((index) => !gone.has(index) || stays(index));
}

/** Places of paragraphs, the last not among them, that are others' where they are less likely than a bar. */
interface Stretch {
  from: number;
  to: number;
  bar: number;
}

function meanOf(all: readonly Paragraph[], chances: Float32Array, from: number, to: number): number {
  let sum = 0;
  let weight = 0;
  for (let at = from; at < to; at++) {
    const { length } = (all[at] as Paragraph).text;
    sum += length * (chances[at] as number);
    weight += length;
  }
  return sum / Math.max(1, weight);
}

const likeness = ({ frame: { element, parent } }: Paragraph): string =>
  `${element.name} ${element.attribs['class'] ?? ''} < ${parent?.element.name} ${parent?.element.attribs['class'] ?? ''}`;

/**
 * From the first of several lines alike that different people sign, each with something said below. Where a
 * page has no text, a thread may be all that was chosen.
 */
function threadsBelow(all: readonly Paragraph[], first: number): Stretch[] {
  const threads = new Map<string, { at: number; name: string }[]>();
  for (let index = Math.max(0, first - 1); index < all.length; index++) {
    const paragraph = all[index] as Paragraph;
    const name = signatureOf(paragraph.text);
    if (name === null) continue;
    const key = likeness(paragraph);
    const known = threads.get(key);
    if (known) known.push({ at: index, name });
    else threads.set(key, [{ at: index, name }]);
  }
  return [...threads.values()].flatMap((lines): Stretch[] => {
    const said = lines.filter(({ at }, place) => (lines[place + 1]?.at ?? all.length) > at + 1);
    if (said.length < threadPosts || said.length < 0.8 * lines.length) return [];
    const names = new Set(said.map(({ name }) => name)).size;
    if (names < 2) return [];
    const count = (test: (text: string) => boolean): number =>
      said.filter(({ at }) => test((all[at] as Paragraph).text)).length;
    const isTalk = said.length >= talkPosts && names >= talkers && 2 * count(hasDate) > said.length;
    const isToday = 3 * count((text) => fromToday.test(text)) > said.length;
    const bar = isToday ? likelyToday : isTalk ? likelyTalk : likelyThread;
    return [
      { from: (lines[0] as { at: number }).at, to: endOf(all, (lines.at(-1) as { at: number }).at), bar },
    ];
  });
}

/** Returns where a thread ends: below its last line it continues to the end of the block of its posts. */
function endOf(all: readonly Paragraph[], last: number): number {
  const { frame } = all[last] as Paragraph;
  const holder = frame.parent?.parent ?? frame.parent ?? frame;
  let end = last + 1;
  while (end < all.length && isInFrame(all[end] as Paragraph, holder)) end++;
  return end;
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Blocks that begin with a headline that leads elsewhere, beside the article's or with their own day. */
function otherPosts(
  all: readonly Paragraph[],
  chances: Float32Array,
  chosen: readonly number[],
  title: string | null,
): readonly Stretch[] {
  const first = chosen[0] as number;
  const named = folded(title ?? '');
  // On a page whose own headline is not above the text several posts may be meant.
  const isHeadline = ({ text, kind }: Paragraph): boolean => kind === 'heading' && folded(text) === named;
  const isOfOne = named.length >= 8 && all.slice(0, first + 1).some(isHeadline);
  const lengthOf = (indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + (all[index] as Paragraph).text.length, 0);
  const likelihood = (indexes: readonly number[]): number =>
    indexes.reduce((sum, at) => sum + (all[at] as Paragraph).text.length * (chances[at] as number), 0) /
    Math.max(1, lengthOf(indexes));
  const total = lengthOf(chosen);
  const headlines: number[] = [];
  for (let index = first + 1; index < all.length && headlines.length < headlinesMax; index++)
    if (leadsElsewhere(all[index] as Paragraph) && folded((all[index] as Paragraph).text) !== named)
      headlines.push(index);
  const dated = new Set(isBelowLink(all, first) ? [] : headlines.filter((index) => hasDay(all, index)));
  if (dated.size > postsMax) dated.clear();
  const posts: Stretch[] = [];
  let end = 0;
  for (const index of headlines) {
    if (index < end) continue;
    const above = chosen.filter((one) => one < index);
    const length = lengthOf(above);
    const block = dated.has(index) ? blockFrom(all, first, index) : blockBeside(all, first, index);
    if (!block) continue;
    if (dated.has(index)) {
      const prose = lengthOf(above.filter((one) => (all[one] as Paragraph).text.length >= proseCharacters));
      if (prose < Math.max(leastAbove, (isOfOne ? leastOwnShare : leastShare) * total)) continue;
      // Without the page's headline above, what is more like an article than that is the page's own.
      const own = likelihood(chosen.filter((one) => isInFrame(all[one], block)));
      if (!isOfOne && likelihood(above) < own - alikeMargin) continue;
    } else if (!isOfOne || length < aboveShare * total || isInFrame(all[index], ownBlock(all, above)))
      continue;
    end = index + 1;
    while (end < all.length && isInFrame(all[end], block)) end++;
    if (end > index + 1)
      posts.push({ from: index, to: end, bar: dated.has(index) ? likelyDated : likelyPost });
  }
  return posts;
}

/** A headline that is a link to another page. */
function leadsElsewhere({ kind, linkDensity, text, hrefs }: Paragraph): boolean {
  return (
    kind === 'heading' &&
    linkDensity >= 0.9 &&
    text.length <= headlineCharacters &&
    !hrefs.every((href) => href.startsWith('#'))
  );
}

/** Whether the last heading above a paragraph leads elsewhere, too: that begins the first of many posts. */
function isBelowLink(all: readonly Paragraph[], first: number): boolean {
  for (let index = first; index >= Math.max(0, first - headlinePlaces); index--) {
    const paragraph = all[index] as Paragraph;
    if (paragraph.kind === 'heading') return leadsElsewhere(paragraph);
  }
  return false;
}

/** Returns whether directly below a headline there is its date, and hardly anything else. */
function hasDay(all: readonly Paragraph[], index: number): boolean {
  return [all[index + 1], all[index + 2]].some(
    (line) =>
      line !== undefined &&
      line.text.length <= signatureCharacters &&
      !/[.!?…]$/.test(line.text) &&
      (datedFromToday.test(line.text) || hasDate(line.text)),
  );
}

/** Returns the largest block that begins with a paragraph and does not contain another one. */
function blockFrom(all: readonly Paragraph[], other: number, index: number): Frame | null {
  let block: Frame | null = null;
  for (let level: Frame | null = (all[index] as Paragraph).frame; level; level = level.parent) {
    if (isInFrame(all[index - 1], level) || isInFrame(all[other], level)) break;
    block = level;
  }
  return block;
}

/** Returns the largest block that contains a paragraph and not another one; null if there is none. */
function blockBeside(all: readonly Paragraph[], other: number, index: number): Frame | null {
  const above = new Set<Frame>();
  for (let level: Frame | null = (all[other] as Paragraph).frame; level; level = level.parent)
    above.add(level);
  let block: Frame | null = null;
  for (
    let level: Frame | null = (all[index] as Paragraph).frame;
    level && !above.has(level);
    level = level.parent
  )
    block = level;
  return block;
}

/** The innermost block that holds nearly all of some paragraphs. */
export function ownBlock(all: readonly Paragraph[], indexes: readonly number[]): Frame {
  const lengths = new Map<Frame, number>();
  let total = 0;
  for (const index of indexes) {
    const { frame, text } = all[index] as Paragraph;
    total += text.length;
    for (let level: Frame | null = frame; level; level = level.parent)
      lengths.set(level, (lengths.get(level) ?? 0) + text.length);
  }
  let own = (all[indexes[0] as number] as Paragraph).frame;
  for (let level: Frame | null = own; level; level = level.parent) {
    own = level;
    if ((lengths.get(level) ?? 0) >= ownShare * total) break;
  }
  return own;
}
