import { sharesOf } from './article-edges.ts';
import type { Element } from 'domhandler';
import { boxKindOf, namesPrice, soundsLikeBox } from './box-phrases.ts';
import { isWithin, select, textOf } from './dom.ts';
import { bitOf } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import { isPullQuote } from './pull-quotes.ts';
import type { PageKind } from './page-kind.ts';

/*
 * Boxes within a text: requests for consent, offers of a subscription, a newsletter or a channel, and pull
 * quotes. They are recognized by their text, not by their names.
 */

/** Largest share of a text, and most paragraphs and characters, that a box holds; a dialog may hold more. */
const boxShare = 0.3;
const boxParagraphs = 14;
const boxCharacters = 1_600;
const dialogShare = 0.5;
/** Where boxes seem to hold more than this, they are what the article is about. */
const mostShare = 0.4;
/** In a box a paragraph that is longer turns to its reader, too. */
const shortCharacters = 130;

/** Longest text beside an address field that describes what readers get. */
const addressCharacters = 300;
const formCharacters = 900;

type ShareOf = (frame: Frame | null) => number;

/** Returns what was chosen without the boxes in it. */
export function withoutBoxes(
  all: readonly Paragraph[],
  chosen: readonly number[],
  page: Pick<PageKind, 'isPaywalled' | 'paywalls'>,
  stays: (index: number) => boolean,
): number[] {
  const at = (index: number): Paragraph => all[index] as Paragraph;
  const shareOf = sharesOf(all, chosen);
  const inDialog = new Set(chosen.filter((index) => isInDialog(at(index), shareOf)));
  const boxed = new Set<number>();
  chosen.forEach((index, place) => {
    if (boxed.has(index) || inDialog.has(index) || !isOfBox(at(index), shareOf)) return;
    for (const one of boxAround(all, chosen, place, shareOf)) boxed.add(one);
  });
  for (const index of paywallOffers(all, chosen, page)) boxed.add(index);
  const lengthOf = (indexes: Iterable<number>): number => {
    let length = 0;
    for (const index of indexes) length += at(index).text.length;
    return length;
  };
  if (lengthOf(boxed) > mostShare * lengthOf(chosen)) boxed.clear();
  const rest = chosen.filter((index) => stays(index) || (!boxed.has(index) && !inDialog.has(index)));
  const texts = rest.map((index) => at(index).text);
  return rest.filter((index, place) => stays(index) || !isPullQuote(at(index), place, texts, shareOf));
}

/** Number of last free paragraphs among which a paywall's offer occurs. */
const lastParagraphs = 8;

/**
 * Returns a paywalled page's offers: below the free text, and where the page marks its paywall, paragraphs
 * about prices and subscriptions.
 */
function paywallOffers(
  all: readonly Paragraph[],
  chosen: readonly number[],
  { isPaywalled = false, paywalls = [] }: Pick<PageKind, 'isPaywalled' | 'paywalls'>,
): number[] {
  if (!isPaywalled) return [];
  return chosen.filter((index, place) => {
    const { text, element } = all[index] as Paragraph;
    if (text.length > addressCharacters) return false;
    const isLast = place >= Math.max(1, chosen.length - lastParagraphs);
    if (!isLast && !paywalls.some((one) => isWithin(element, one))) return false;
    return soundsLikeBox(text) || namesPrice(text);
  });
}

/** Dialogs lie above a page; one that holds most of the text shows it. */
function isInDialog({ frame }: Paragraph, shareOf: ShareOf): boolean {
  for (let level: Frame | null = frame; level; level = level.parent) {
    const { name, attribs } = level.element;
    if (
      name === 'dialog' ||
      /^(?:alert)?dialog$/.test(attribs['role'] ?? '') ||
      attribs['aria-modal'] === 'true'
    )
      return shareOf(level) < dialogShare;
  }
  return false;
}

const boxNames = bitOf('newsletter') | bitOf('paywall') | bitOf('consent') | bitOf('social');

/** Whether a paragraph names its box, or sounds like one in a small block with such a name or a form. */
function isOfBox({ text, frame }: Paragraph, shareOf: ShareOf): boolean {
  if (boxKindOf(text) !== null) return true;
  const isLike = soundsLikeBox(text);
  for (let level: Frame | null = frame; level && shareOf(level) < boxShare; level = level.parent) {
    if (isLike && ((level.names & boxNames) !== 0 || hasForm(level.element))) return true;
    if (text.length <= addressCharacters && takesAddress(level.element)) return true;
  }
  return false;
}

/** The paragraphs of the box of one that says what it is: of its block, or beside it what goes with it. */
function boxAround(
  all: readonly Paragraph[],
  chosen: readonly number[],
  place: number,
  shareOf: ShareOf,
): number[] {
  const at = (index: number): Paragraph => all[index] as Paragraph;
  const index = chosen[place] as number;
  let own: number[] = [index];
  for (let level: Frame | null = at(index).frame; level && shareOf(level) < boxShare; level = level.parent) {
    const inside = chosen.filter((one) => isBelow(at(one).frame, level as Frame));
    const characters = inside.reduce((sum, one) => sum + at(one).text.length, 0);
    if (inside.length > boxParagraphs || characters > boxCharacters) break;
    if (!inside.every((one) => own.includes(one) || isFit(at(one)))) break;
    own = inside;
  }
  // Without a separate block, neighbors that sound like a box belong to it.
  const { parent } = at(index).frame;
  const isNext = (one: number | undefined): one is number =>
    one !== undefined && at(one).frame.parent === parent && boxKindOf(at(one).text) !== null;
  for (let after = place + 1; isNext(chosen[after]); after++) own.push(chosen[after] as number);
  for (let above = place - 1; isNext(chosen[above]); above--) own.push(chosen[above] as number);
  return own;
}

const isFit = ({ text, kind }: Paragraph): boolean =>
  text.length <= shortCharacters || kind === 'heading' || boxKindOf(text) !== null || soundsLikeBox(text);

function isBelow(frame: Frame, box: Frame): boolean {
  for (let level: Frame | null = frame; level && level.depth >= box.depth; level = level.parent)
    if (level === box) return true;
  return false;
}

const hasForm = (element: Element): boolean => select(element, 'form, input', 1).length > 0;

/** Whether readers leave their address in a block. */
const takesAddress = (element: Element): boolean =>
  textOf(element).length <= formCharacters &&
  select(element, 'input[type="email" i], input[name*="mail" i], input[id*="newsletter" i]', 1).length > 0;
