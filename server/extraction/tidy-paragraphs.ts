import type { Element } from 'domhandler';
import { withoutBoxes } from './boxes.ts';
import {
  isBreadcrumbs,
  isByline,
  isControlLine,
  isDateLine,
  isForeignHeading,
  isFurnitureLine,
  isParting,
  isSignedCaption,
} from './furniture.ts';
import { bitOf } from './names.ts';
import type { PageKind } from './page-kind.ts';
import type { Frame, Paragraph } from './paragraphs.ts';
import { isAgencyLine, isInitialsLine, isToolLine, withoutPostSignature } from './tool-lines.ts';

const consentWords =
  /\b(?:cookies?|einwilligung|datenschutzerklärung|verbindungsdaten|verarbeitungs\w{0,20}|consent|privacy policy|traceurs|consentement|consentimiento)\b/i;
/** Longer than any word or address: something encoded. */
const encoded = /[\w+/=%-]{120}/;

/** Asks for consent, in words and by the name of its place. */
function asksForConsent({ text, frame, names }: Paragraph): boolean {
  if (!consentWords.test(text)) return false;
  let found = names;
  for (let level: Frame | null = frame; level; level = level.parent) found |= level.names;
  return (found & bitOf('consent')) !== 0;
}

/**
 * Maximum length, and minimum repetitions, of a label that is no part of a text: a rank in a forum, a button.
 */
const labelCharacters = 30;
const labelTimes = 4;

/**
 * Returns whether a line should never play, wherever it occurs: such lines are recognized by their text. A
 * date as a heading structures a chronicle.
 */
function isSilent(paragraph: Paragraph): boolean {
  const { text, kind } = paragraph;
  return (
    isFurnitureLine(text) ||
    isControlLine(text) ||
    isToolLine(text) ||
    isAgencyLine(text) ||
    withoutPostSignature(text) === '' ||
    encoded.test(text) ||
    isBareNumber(paragraph) ||
    isCounted(paragraph) ||
    asksForConsent(paragraph) ||
    (kind !== 'heading' && isDateLine(text)) ||
    (text.length < 90 && isForeignHeading(text))
  );
}

/** A step's number or a price alone, and a week of a calendar; not a row of a table. */
function isBareNumber({ text, kind }: Paragraph): boolean {
  if (kind === 'heading' || text.length > 60 || /\p{L}{2}|\p{Extended_Pictographic}/u.test(text))
    return false;
  const days = /^\d{1,2}(?:, \d{1,2}){1,6}$/.test(text) ? text.split(', ').map(Number) : [];
  return (
    kind !== 'row' || (days.length > 1 && days.every((day, place) => day === (days[0] as number) + place))
  );
}

/** `Ada Miller (34)`: whom a list of players or candidates names. */
const withAge = /^\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{1,30}){1,3} ?\(\d{2}\)$/u;

/** `Ferries (12)`: one of the rubrics of a site, with how many articles it has. */
function isCounted({ text, kind, linkDensity }: Paragraph): boolean {
  return (
    kind === 'item' &&
    linkDensity >= 0.3 &&
    text.length <= 60 &&
    /\p{L} ?\(\d{1,3}\)$/u.test(text) &&
    !withAge.test(text)
  );
}

/** A repeated line of so few characters may be meant: the same question to each guest, a plan of meals. */
const refrainCharacters = 160;
/** The byline is among this many first paragraphs. */
const bylinePlaces = 4;
const announcementCharacters = 120;
/** At the end of a text one sentence that announces what is not there may be longer. */
const lastAnnouncementCharacters = 300;
/** So many characters beside the headline may be a rubric and a day. */
const besideHeadline = 45;

/**
 * Removes the headline, buttons and credits, copies of a neighbor or a whole block, lines above a text
 * (bylines, breadcrumbs, captions), and headings, announcements and thanks that nothing follows.
 */
export function tidyParagraphs(
  all: readonly Paragraph[],
  chosen: readonly number[],
  page: PageKind,
  isCertain: (element: Element) => boolean = () => false,
): number[] {
  const { title, author } = page;
  const at = (index: number): Paragraph => all[index] as Paragraph;
  const times = new Map<string, number>();
  for (const index of chosen) {
    const { text } = at(index);
    if (text.length <= labelCharacters && !/[.!?:…"”»]$/.test(text))
      times.set(text, (times.get(text) ?? 0) + 1);
  }
  const isFree = (index: number): boolean => !isCertain(at(index).element);
  const own = withoutBoxes(all, chosen, page, (index) => !isFree(index));
  const beginning = own.find((index) => at(index).kind !== 'heading') ?? Infinity;
  const named = folded(title ?? '');
  // A page's own title often has the site's name beside the headline.
  const isHeadline = (index: number): boolean =>
    at(index).text === title || (index < beginning && named.includes(folded(at(index).text)));
  const said = own.filter((index) => {
    const { text, kind, bold, linkDensity } = at(index);
    if (!isFree(index)) return true;
    if (isHeadline(index) || isSilent(at(index))) return false;
    const isRefrain =
      linkDensity < 0.5 && (kind === 'heading' || kind === 'item' || bold > 0.9 || isPlain(at(index)));
    return isRefrain || (times.get(text) ?? 0) < labelTimes;
  });
  const once = new Set(
    withoutCopies(said.map((index) => at(index).text)).map((place) => said[place] as number),
  );
  const kept = said.filter((index) => !isFree(index) || once.has(index));
  const followed = kept.filter((index, place) => {
    if (!isFree(index)) return true;
    const isAtEdge = place < bylinePlaces || place >= kept.length - bylinePlaces;
    if (isAtEdge && isInitialsLine(at(index).text)) return false;
    if (place < bylinePlaces && (isByline(at(index).text, author) || opensNothing(at(index), named)))
      return false;
    return !announcesNothing(all, index, kept[place + 1]);
  });
  while (
    followed.length > 1 &&
    endsNothing(at(followed.at(-1) as number)) &&
    isFree(followed.at(-1) as number)
  )
    followed.pop();
  return followed;
}

/**
 * Returns whether a paragraph was written as one: template labels have class names. Written paragraphs may
 * repeat, like the meals of a plan.
 */
function isPlain({ element }: Paragraph): boolean {
  return element.name === 'p' && element.attribs['class'] === undefined;
}

/** Returns whether a paragraph only precedes a text: a variant of the headline, breadcrumbs, or a caption. */
function opensNothing({ text, kind }: Paragraph, named: string): boolean {
  if (isBreadcrumbs(text) || (kind !== 'heading' && isSignedCaption(text))) return true;
  return named.length >= 20 && text.length <= named.length + besideHeadline && folded(text).includes(named);
}

/** A heading, or what follows articles without being a part of them. */
function endsNothing(paragraph: Paragraph): boolean {
  return isLabel(paragraph) || isParting(paragraph.text);
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Returns the indexes of texts that do not repeat an earlier one: a neighbor, a block, or a long paragraph.
 */
function withoutCopies(texts: readonly string[]): number[] {
  const firsts = new Map<string, number>();
  return texts.flatMap((text, place) => {
    const first = firsts.get(text);
    if (first === undefined) {
      firsts.set(text, place);
      return [place];
    }
    if (text.length < 60) return [place];
    const isBlock =
      (first > 0 && texts[first - 1] === texts[place - 1]) ||
      (first + 1 < place && texts[first + 1] === texts[place + 1]);
    return text.length >= refrainCharacters || first === place - 1 || isBlock ? [] : [place];
  });
}

/** `Read also:`, whose link is gone, or what announces a list that is not read. */
function announcesNothing(all: readonly Paragraph[], index: number, next: number | undefined): boolean {
  const { text } = all[index] as Paragraph;
  if (!/[:：]$/.test(text)) return false;
  if (next === undefined && text.length <= lastAnnouncementCharacters && !/[.!?…] /.test(text)) return true;
  if (text.length > announcementCharacters) return false;
  if (next === undefined) return true;
  const following = all[index + 1];
  return next > index + 1 && following !== undefined && following.linkDensity > 0.6;
}

/** A heading of something: some pages set whole sentences as headings. */
function isLabel({ kind, text }: Paragraph): boolean {
  return kind === 'heading' && !(text.length > 90 && /[.!?…][”"“»)]?$/.test(text));
}
