import {
  isByline,
  isControlLine,
  isDateLine,
  isFurnitureLine,
  isInvitation,
  isPressContact,
  isSignedCaption,
} from './furniture.ts';
import { isInFrame } from './likely-paragraphs.ts';
import { bitOf, nameTokens } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import { ownBlock } from './comments-below.ts';
import type { PageKind } from './page-kind.ts';

/*
 * Rules for the edges of an article. The model judges paragraphs one by one, and a mistake at an edge is the
 * first or last thing that a listener hears. Gain of each rule over the 532 pages of the corpus,
 * cross-validated by site (first and last sentence right 0.938 and 0.877 before; paired, 95 of 100 bootstrap
 * means over sites):
 * - hidden text beside shown text: first +0.006
 * - the sentence that leads to the text: first +0.006
 * - bylines with days, breadcrumbs, captions: first +0.002
 * - invitations and credits at the end: last +0.013
 * - boxes, links, portraits, pull quotes: first +0.009, last +0.006
 * - headings of the author and the law: last +0.008
 * - captions, lists of other pages, pitches: last +0.015
 * - menus above, blocks far below: first +0.006, last +0.004
 * - leads above a table of contents: first +0.002
 * Dropping everything above the headline or far below the text by gaps alone lost more of articles than it
 * kept out (word F1 −0.002), and is not done.
 */

/** What a browser does not show is a part of a text that it does not show as a whole. */
const hiddenShare = 0.2;
/** A sentence between the headline and the text that is so likely is what leads to it. */
const likelyLead = 0.15;
const leadCharacters = 50;
/** So many paragraphs tell whether another is a copy of them. */
const copiedPlaces = 12;
const leadPlaces = 8;
/** What is nearly all a link and less likely than this neither begins nor ends a text. */
const likelyLink = 0.6;
const linkCharacters = 120;
/** A heading says what so many paragraphs below it are. */
const tailPlaces = 4;
/**
 * A box that holds less than this share of a text is not part of it, unless its probability is at least
 * `likelyBeside`.
 */
const besideShare = 0.2;
const likelyBeside = 0.95;
/** A paragraph directly in a block that holds this share of a text is part of it. */
const amongShare = 0.6;
/** An invitation to subscribe that is more like the article than this is what the article is about. */
const likelyInvitation = 0.9;

/** A person introduced in the last paragraph, below this probability, is the author. */
const likelyStranger = 0.88;
/** Probability below which a paragraph far from the text, or beside an invitation, is dropped. */
const likelyFar = 0.7;
const likelyPitch = 0.8;
/** A company's text about itself reads like an article, but follows one. */
const likelyBoilerplate = 0.97;
/**
 * The last items of a text, at least this many, most of which link to other pages with at least this share of
 * their text.
 */
const likelyLinked = 0.85;
const linkedItems = 3;
const leadingShare = 0.2;
const itemsAround = 15;
/** Captions that hold this much of the text are the text: a gallery. */
const galleryShare = 0.5;
/** A hidden text that is so much longer than what is shown is no copy, but what the teaser shown leads to. */
const copiedShare = 1.3;
/** So much of a text is looked for in another: what a page repeats without end would take minutes to find. */
const soughtCharacters = 200;
/** A sentence that was lifted out of the text is no longer than this. */
const liftedCharacters = 2_000;
/** Of so many paragraphs the last may be what is not the article's. */
const leastAbove = 3;

/** Text in lower case without spaces and signs, to compare headlines that are set in different ways. */
const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A quotation in an article may mention subscriptions, too. */
const quoted = /^["“„«‘»「『]/;

const isHidden = ({ frame }: Paragraph): boolean => {
  for (let level: Frame | null = frame; level; level = level.parent) if (level.isHidden) return true;
  return false;
};

/**
 * Returns the chosen paragraphs without hidden ones, boxes, and links and invitations at the ends, and with
 * the sentence that leads to the text.
 * @param stays whether rules keep the paragraph in any case
 */
export function withinEdges(
  all: readonly Paragraph[],
  chances: Float32Array,
  chosen: readonly number[],
  { title, author }: Pick<PageKind, 'title' | 'author'>,
  stays: (index: number) => boolean,
): number[] {
  const at = (index: number): Paragraph => all[index] as Paragraph;
  const chance = (index: number): number => chances[index] as number;
  const within = shownOf(all, chosen, stays);
  const isBeside = besideOf(all, within);
  const shareOf = sharesOf(all, within);
  const lengthOf = (indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + at(index).text.length, 0);
  const isCaption = (index: number): boolean => at(index).frame.element.name === 'figcaption';
  const isGallery = lengthOf(within.filter(isCaption)) >= galleryShare * lengthOf(within);
  const leadsElsewhere = (index: number): boolean => at(index).linkDensity >= 0.9;
  // Where a whole text is one link, its last paragraph is as good as the others.
  const isOnlyLink = (index: number): boolean =>
    leadsElsewhere(index) && !leadsElsewhere(within.at(-2) ?? index);
  const isLinkAbove = (index: number): boolean =>
    at(index).linkDensity >= 0.8 && !leadsElsewhere(within[within.indexOf(index) + 1] ?? index);
  const endsNothing = (index: number): boolean =>
    (chance(index) < likelyInvitation && isInvitation(at(index).text) && !quoted.test(at(index).text)) ||
    (chance(index) < likelyLink && (isLink(at(index), 0.8) || isOnlyLink(index))) ||
    (chance(index) < likelyBeside && (isBeside(index) || (isCaption(index) && !isGallery))) ||
    (chance(index) < likelyLinked && isAmongLinks(all, index, within)) ||
    (chance(index) < likelyPitch && isPitch(all, index, shareOf)) ||
    (chance(index) < likelyFar && isFarBelow(all, within)) ||
    isPortrait(at(index).text, author) ||
    (chance(index) < likelyStranger && isStranger(at(index).text, within.slice(0, -1).map(at))) ||
    (within.length > leastAbove &&
      (isPressContact(at(index).text) ||
        ((chance(index) < likelyBoilerplate || isBelowTailHeading(all, index)) &&
          isBoilerplate(at(index).text))));
  const opensNothing = (index: number): boolean =>
    (chance(index) < likelyLink && (isLink(at(index), 0.5) || isLinkAbove(index))) ||
    (chance(index) < likelyBeside && isCaption(index) && !isGallery) ||
    (chance(index) < likelyFar && isFarAbove(all, index, within[within.indexOf(index) + 1])) ||
    isPortrait(at(index).text, author);
  for (let last = within.at(-1); within.length > 2 && last !== undefined; last = within.at(-1)) {
    if (stays(last) || !endsNothing(last)) break;
    within.pop();
  }
  let begin = 0;
  for (let first = within[0]; first !== undefined && within.length - begin > 2; first = within[begin]) {
    if (stays(first) || !opensNothing(first)) break;
    begin++;
  }
  const rest = within.slice(begin);
  const lead = rest[0] === undefined ? null : leadAbove(all, chances, rest[0], title);
  const whole = lead === null ? rest : [lead, ...rest];
  return whole.length > 1 && !stays(whole[0] as number) && isSaidAgain(all, whole) ? whole.slice(1) : whole;
}

/**
 * Without what a browser does not show: where much of a text is hidden, of that what asks for consent,
 * belongs to an archive or is shown as well.
 */
function shownOf(
  all: readonly Paragraph[],
  chosen: readonly number[],
  stays: (index: number) => boolean,
): number[] {
  const lengthOf = (indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + (all[index] as Paragraph).text.length, 0);
  const hidden = new Set(chosen.filter((index) => isHidden(all[index] as Paragraph) && !stays(index)));
  if (hidden.size === 0) return [...chosen];
  const isCopy = copiesOf(
    chosen.flatMap((index) => (hidden.has(index) ? [] : [(all[index] as Paragraph).text])),
  );
  const copies = new Set([...hidden].filter((index) => isCopy((all[index] as Paragraph).text)));
  if (copies.size > 0)
    return shownOf(
      all,
      chosen.filter((index) => !copies.has(index)),
      stays,
    );
  if (lengthOf([...hidden]) >= hiddenShare * lengthOf(chosen)) {
    const shown = new Set(
      chosen.filter((index) => !hidden.has(index)).map((index) => (all[index] as Paragraph).text),
    );
    for (const index of hidden) {
      const { text, frame } = all[index] as Paragraph;
      if (!shown.has(text) && !isForeignBox(frame)) hidden.delete(index);
    }
  }
  return chosen.filter((index) => !hidden.has(index));
}

/** Whether a text says in one piece what is shown in several: a copy for machines. */
function copiesOf(shown: readonly string[]): (text: string) => boolean {
  const sample = shown.filter((text) => text.length >= leadCharacters).slice(0, copiedPlaces);
  const most = copiedShare * shown.reduce((sum, text) => sum + text.length, 0);
  return (text) =>
    sample.length > 1 &&
    text.length > 2 * leadCharacters &&
    text.length <= most &&
    sample.filter((part) => text.includes(part.slice(0, soughtCharacters))).length > sample.length / 2;
}

/** What asks for consent, or was put around the page by the archive that keeps it. */
function isForeignBox(frame: Frame): boolean {
  for (let level: Frame | null = frame; level; level = level.parent)
    if (
      (level.names & bitOf('consent')) !== 0 ||
      /^(?:wm-ipp|donato)/.test(level.element.attribs['id'] ?? '')
    )
      return true;
  return false;
}

/** Names of boxes below texts: about the author, the shop, the law. */
const besideNames: ReadonlySet<string> = new Set(
  'widget widgets textwidget seo disclaimer boilerplate authorbox bio biography vcard'.split(' '),
);

/** The share of what was chosen that each block element holds. */
export function sharesOf(
  all: readonly Paragraph[],
  chosen: readonly number[],
): (frame: Frame | null) => number {
  const lengths = new Map<Frame, number>();
  let total = 0;
  for (const index of chosen) {
    const { frame, text } = all[index] as Paragraph;
    total += text.length;
    for (let level: Frame | null = frame; level; level = level.parent)
      lengths.set(level, (lengths.get(level) ?? 0) + text.length);
  }
  return (frame) => (frame === null ? 1 : (lengths.get(frame) ?? 0) / Math.max(1, total));
}

/**
 * Returns whether a paragraph is in a small box of such a name, or below a heading that was not chosen and
 * announces something else.
 */
function besideOf(all: readonly Paragraph[], chosen: readonly number[]): (index: number) => boolean {
  const shareOf = sharesOf(all, chosen);
  const isChosen = new Set(chosen);
  return (index) => {
    const { frame } = all[index] as Paragraph;
    for (let level: Frame | null = frame; level && shareOf(level) < besideShare; level = level.parent)
      if (nameTokens(level.element).some((name) => besideNames.has(name))) return true;
    // Paragraphs among the text continue it, even below an insertion.
    const own = shareOf(frame);
    const among = own >= 1 ? 1 : (shareOf(frame.parent) - own) / (1 - own);
    return among < amongShare && isBelowForeign(all, index, isChosen);
  };
}

/** Where other pages are listed, with a link and at times a line of each. */
const announcesOthers =
  /^(?:siehe auch|see also|voir aussi|véase también|vedi anche|lesen sie (?:auch|mehr)|lies auch|read (?:also|more))(?!\p{L})/iu;

/** Whether a paragraph is one of a list most of whose items lead elsewhere, or names other pages in a row. */
function isAmongLinks(all: readonly Paragraph[], index: number, within: readonly number[]): boolean {
  const { kind, frame, text, linkDensity } = all[index] as Paragraph;
  if (announcesOthers.test(text) && linkDensity > 0.3) return true;
  if (kind !== 'item') return false;
  const isSame = (other: number): boolean =>
    all[other]?.kind === 'item' && all[other].frame.parent === frame.parent;
  const isLinked = ({ links, linkDensity: share, hrefs }: Paragraph): boolean =>
    links > 0 && share >= leadingShare && !hrefs.every((href) => href.startsWith('#'));
  let from = index;
  while (isSame(from - 1) && index - from < itemsAround) from--;
  let to = index + 1;
  while (isSame(to) && to - index <= itemsAround) to++;
  // What the text announces is its own.
  const above = all[from - 1];
  if (above?.kind === 'text' && /[:：]$/.test(above.text) && within.includes(from - 1)) return false;
  const linked = all.slice(from, to).filter(isLinked).length;
  return to - from >= linkedItems && linked >= (to - from) / 2;
}

/** Returns whether a paragraph is in a small block beside the text that asks readers to pay or to sign in. */
function isPitch(
  all: readonly Paragraph[],
  index: number,
  shareOf: (frame: Frame | null) => number,
): boolean {
  let block: Frame | null = null;
  for (
    let level = (all[index] as Paragraph).frame.parent;
    level && shareOf(level) < besideShare;
    level = level.parent
  )
    block = level;
  if (!block) return false;
  for (let other = Math.max(0, index - tailPlaces); other <= index + tailPlaces; other++)
    if (isInFrame(all[other], block) && isInvitation((all[other] as Paragraph).text)) return true;
  return false;
}

/**
 * Returns whether the last of some paragraphs is outside of their block, below a heading that was not chosen.
 */
function isFarBelow(all: readonly Paragraph[], within: readonly number[]): boolean {
  const [above, last] = [within.at(-2) as number, within.at(-1) as number];
  if (last - above <= tailPlaces) return false;
  const isHeaded = all.slice(above + 1, last).some(({ kind }) => kind === 'heading');
  return isHeaded && !isInFrame(all[last] as Paragraph, ownBlock(all, within.slice(0, -1)));
}

/** Returns whether most paragraphs between a paragraph and the next chosen one are links. */
function isFarAbove(all: readonly Paragraph[], index: number, next: number | undefined): boolean {
  if (next === undefined || next - index <= leadPlaces) return false;
  const between = all.slice(index + 1, next);
  return 2 * between.filter(({ linkDensity }) => linkDensity >= 0.9).length > between.length;
}

const isLink = ({ linkDensity, text }: Paragraph, least: number): boolean =>
  linkDensity >= least && text.length <= linkCharacters;

/**
 * Headings after a text: the author, the law. Those of `isForeignHeading` also occur within texts that
 * continue below them.
 */
const tailHeading =
  /^(?:Über|About|Haftung|Disclaimer|Rechtliche|Impressum|Datenschutz|Zur Person|Contact|Kontakt)(?![\p{Ll}-])|^Haftungs/u;

/** Whether the heading above was not chosen, and says that what follows it is something else. */
function isBelowForeign(all: readonly Paragraph[], index: number, isChosen: ReadonlySet<number>): boolean {
  for (let above = index - 1; above >= Math.max(0, index - tailPlaces); above--) {
    const { kind, text, element } = all[above] as Paragraph;
    if (kind !== 'heading') continue;
    if (isChosen.has(above)) return false;
    return (
      text.length <= 90 &&
      (tailHeading.test(text) || nameTokens(element).some((name) => besideNames.has(name)))
    );
  }
  return false;
}

/** Whether the heading directly above a paragraph says that it is about a company or an author. */
function isBelowTailHeading(all: readonly Paragraph[], index: number): boolean {
  const above = all[index - 1];
  return above?.kind === 'heading' && above.text.length <= 90 && tailHeading.test(above.text);
}

/** `Ada Miller is a reporter in Lisbon.` */
function isPortrait(text: string, author: string | null): boolean {
  return (
    author !== null &&
    author.length > 5 &&
    text.length <= 600 &&
    text.startsWith(author) &&
    /^,?\s(?:is|was|has|writes|covers|lives|ist|war|lebt|arbeitet|schreibt|hat|est|écrit|es|è)\s/.test(
      text.slice(author.length, author.length + 12),
    )
  );
}

/** `Ada Miller is a reporter`, who was not named before. */
function isStranger(text: string, above: readonly Paragraph[]): boolean {
  if (text.length > 700 || above.length < leastAbove) return false;
  const name =
    /^((?:(?:Dr|Prof)\. )?\p{Lu}[\p{L}.'’-]{0,30}(?: (?:von |van |de )?\p{Lu}[\p{L}.'’-]{0,30}){1,3}),? (?:is (?:an?|the|[\p{Lu}][\p{L}’']{1,20}(?:’s|'s)) |ist (?:eine?|die|der|seit|als|freie) |writes |covers |lives in |lebt |arbeitet (?:als|seit|bei) |schreibt |est (?:une?|le|la) |es (?:un|una|el|la) )/u.exec(
      text,
    )?.[1];
  const last = name?.split(' ').at(-1) ?? '';
  return last.length > 2 && !above.some((paragraph) => paragraph.text.includes(last));
}

/** What companies say of themselves below what they announce: what they are and where they sit, */
const companyNatures: readonly RegExp[] = [
  /\b(?:is|are|ist|sind|est|es|è) (?:an?|the|one of the|eine?|eine[rs]|der|die|das|une?|le|la|una?|el|il)\s.{0,80}\b(?:leading|global|worldwide|largest|provider|manufacturer|supplier|company|firm|führend\w{0,3}|weltweit\w{0,3}|international\w{0,3}|größt\w{0,3}|anbieter\w{0,2}|hersteller\w{0,2}|unternehmen\w{0,2}|leader|fabricant|fournisseur|entreprise|empresa|azienda)\b/iu,
  /\b(?:headquartered|headquarters in|based in|hauptsitz|mit sitz in|hat (?:ihren|seinen) sitz|siège (?:social )?(?:est|se|à)|con sede)\b/iu,
];
/** and how old and large they are. */
const companySizes: readonly RegExp[] = [
  /\b(?:founded|established) in (?:18|19|20)\d\d|(?:18|19|20)\d\d .{0,40}gegründet|gegründet .{0,20}(?:18|19|20)\d\d|\b(?:fondée?|fundad[ao]) en (?:18|19|20)\d\d/iu,
  /\b(?:employ(?:s|ing)|beschäftigt|emploie|emplea) (?:\p{L}{2,8} ){0,3}\d|\d (?:\p{L}{3,20} )?(?:employees|people|staff|mitarbeiter\p{L}{0,8}|mitarbeitende\p{L}?|beschäftigten?|salariés|collaborateurs|empleados|dipendenti)(?!\p{L})/iu,
  /\b(?:listed on|stock exchange|nasdaq|nyse|börsennotiert\w{0,2}|cotée? (?:en|à|sur))\b/iu,
  /\b(?:revenues?|turnover|annual sales|chiffre d[’']affaires|facturación)\b|umsatz/iu,
  /\b(?:in|across) (?:more than |over )?\d{1,3}\+? countries\b|\bin (?:mehr als |über |rund )?\d{1,3} ländern\b|\bdans (?:plus de )?\d{1,3} pays\b/iu,
  /\b(?:(?:its|our|the company(?:’|')s) (?:mission|vision)|(?:mission|vision) of)\b/iu,
];

/** `Example is a leading provider of ferries and employs 1,300 people.` */
function isBoilerplate(text: string): boolean {
  if (text.length < 100 || text.length > 1_500 || /["“”„«»]/.test(text)) return false;
  const count = (signs: readonly RegExp[]): number => signs.filter((sign) => sign.test(text)).length;
  const natures = count(companyNatures);
  return natures > 0 && natures + count(companySizes) > 1;
}

/** Returns whether the first sentence is a pull quote that also occurs in the text. */
function isSaidAgain(all: readonly Paragraph[], chosen: readonly number[]): boolean {
  const { text } = all[chosen[0] as number] as Paragraph;
  return (
    text.length >= leadCharacters &&
    text.length <= liftedCharacters &&
    chosen.some((index, place) => {
      const other = (all[index] as Paragraph).text;
      return place > 0 && other.length > text.length && other.includes(text);
    })
  );
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
  // Captions and other headlines may be farther above the text, too.
  const isFar = first - headline > leadPlaces;
  for (let index = headline + 1; index < first; index++) {
    const paragraph = all[index] as Paragraph;
    if (isFar && (paragraph.kind === 'heading' || paragraph.pictures > 0)) continue;
    if ((chances[index] as number) >= likelyLead && isLead(paragraph)) return index;
  }
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
  for (let index = below, places = 0; index >= 0 && places <= leadPlaces; index--) {
    const { text, kind, linkDensity } = all[index] as Paragraph;
    // A table of contents or share links of any length may lie between.
    if (linkDensity < 0.9) places++;
    if (kind !== 'heading' || text.length > 300) continue;
    const own = folded(text);
    if (own === named || (own.length >= 12 && (named.includes(own) || own.includes(named)))) return index;
  }
  return null;
}
