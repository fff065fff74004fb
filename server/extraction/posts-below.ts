import { isIn } from './likely-paragraphs.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import type { PageKind } from './tidy.ts';

/*
 * What others wrote below an article: threads of readers whose names nothing in the markup calls comments,
 * and whole other posts, whose paragraphs read like the article's own. One paragraph does not give them away,
 * their order does: somebody's name and a moment, then what was said, again and again; or a headline that
 * leads to another page, and its text.
 */

/** Fewer lines that tell who wrote when are no thread. */
const threadPosts = 3;
const signatureCharacters = 90;
/** What the model thinks of a thread is less than this, or it is a chronicle that the article tells. */
const likelyThread = 0.5;
const likelyPost = 0.9;
/** Of what was chosen at least this stands above other posts: else the page is a list of them. */
const aboveShare = 0.3;
/** The innermost block that holds this much of what stands above is the article's. */
const ownShare = 0.8;
const headlineCharacters = 200;
/** For each all above is looked at; an index with more of them is no article. */
const headlinesMax = 100;

/** When something was said, at the end of a line that says who said it. */
const moment =
  /(?:\b(?:19|20)\d{2}\b|\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}[:.]\d{2}(?: ?(?:uhr|[ap]\.?m\.?))?|\b(?:vor|il y a|hace|há) (?:\d{1,2}|eine[mr]?|une?|una) \p{L}{2,10}|\b\d{1,2} \p{L}{2,8} (?:ago|fa|temu|geleden)|(?<!\p{L})(?:vor)?(?:gestern|heute|yesterday|today|hier|aujourd[’']hui|ayer|hoy|ieri|oggi)(?!\p{L}))[\s,|·•–—:)\]-]{0,5}(?:(?:um|at|à|alle|a las) )?(?:\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?(?:uhr|[ap]\.?m\.?))?)?[\s,|·•–—:)\]-]{0,5}(?:antworten|reply|répondre|responder|rispondi|says|said|sagt|schrieb|wrote)?:?$/iu;
/** Days and months are no names, nor are what pages say of an article's own day. */
const noName =
  /^(?:\p{L}{0,6}tag|mittwoch|sonnabend|\p{L}{3,6}day|januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february|march|may|june|july|october|december|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|am|um|at|on|le|stand|update[ds]?|published|posted|aktualisiert|veröffentlicht|publié|heute|today)$/iu;

/** Whose line it is; null where a line is not who said something when, and nothing else. */
export function signedBy(text: string): string | null {
  if (text.length > signatureCharacters || !moment.test(text)) return null;
  const name = /^(?:#?\d{1,5}[.)]? )?(\p{L}[\p{L}\p{N}_.'’-]{2,30})/u.exec(text)?.[1];
  return name === undefined || noName.test(name) ? null : name.toLowerCase();
}

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
  for (const { from, to } of threadsBelow(all, first))
    if (meanOf(all, chances, from, to) < likelyThread) for (let at = from; at < to; at++) gone.add(at);
  for (const { from, to } of otherPosts(all, chosen, title))
    if (meanOf(all, chances, from, to) < likelyPost) for (let at = from; at < to; at++) gone.add(at);
  return gone.size === 0 ? [...chosen] : chosen.filter((index) => !gone.has(index) || stays(index));
}

/** Places of paragraphs, the last not among them. */
interface Stretch {
  from: number;
  to: number;
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

/** From the first of several lines alike that different people sign, each with something said below. */
function threadsBelow(all: readonly Paragraph[], first: number): Stretch[] {
  const threads = new Map<string, { at: number; name: string }[]>();
  for (let index = first + 1; index < all.length; index++) {
    const paragraph = all[index] as Paragraph;
    const name = signedBy(paragraph.text);
    if (name === null) continue;
    const key = likeness(paragraph);
    const known = threads.get(key);
    if (known) known.push({ at: index, name });
    else threads.set(key, [{ at: index, name }]);
  }
  return [...threads.values()].flatMap((lines): Stretch[] => {
    const said = lines.filter(({ at }, place) => (lines[place + 1]?.at ?? all.length) > at + 1);
    if (said.length < threadPosts || said.length < 0.8 * lines.length) return [];
    if (new Set(said.map(({ name }) => name)).size < 2) return [];
    return [{ from: (lines[0] as { at: number }).at, to: endOf(all, (lines.at(-1) as { at: number }).at) }];
  });
}

/** Below its last line a thread goes on as long as the block does in which its posts stand. */
function endOf(all: readonly Paragraph[], last: number): number {
  const { frame } = all[last] as Paragraph;
  const holder = frame.parent?.parent ?? frame.parent ?? frame;
  let end = last + 1;
  while (end < all.length && isIn(all[end] as Paragraph, holder)) end++;
  return end;
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Blocks beside the article's that begin with a headline that leads elsewhere. */
function otherPosts(
  all: readonly Paragraph[],
  chosen: readonly number[],
  title: string | null,
): readonly Stretch[] {
  const first = chosen[0] as number;
  const named = folded(title ?? '');
  // On a page whose own headline is not above the text several posts may be meant.
  const isHeadline = ({ text, kind }: Paragraph): boolean => kind === 'heading' && folded(text) === named;
  if (named.length < 8 || !all.slice(0, first + 1).some(isHeadline)) return [];
  const lengthOf = (indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + (all[index] as Paragraph).text.length, 0);
  const total = lengthOf(chosen);
  const posts: Stretch[] = [];
  let headlines = 0;
  for (let index = first + 1; index < all.length && headlines < headlinesMax; index++) {
    const { kind, linkDensity, text, hrefs } = all[index] as Paragraph;
    if (kind !== 'heading' || linkDensity < 0.9 || text.length > headlineCharacters) continue;
    if (hrefs.every((href) => href.startsWith('#'))) continue;
    headlines++;
    const above = chosen.filter((one) => one < index);
    const block = blockBeside(all, first, index);
    if (!block || lengthOf(above) < aboveShare * total) continue;
    if (isIn(all[index] as Paragraph, ownBlock(all, above))) continue;
    let end = index + 1;
    while (end < all.length && isIn(all[end] as Paragraph, block)) end++;
    if (end > index + 1) posts.push({ from: index, to: end });
    index = end - 1;
  }
  return posts;
}

/** The largest block with a paragraph in which another does not stand; null where that is no block at all. */
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
function ownBlock(all: readonly Paragraph[], indexes: readonly number[]): Frame {
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
