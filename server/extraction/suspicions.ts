import { soundsLikeBox } from './box-phrases.ts';
import type { Paragraph } from './paragraphs.ts';
import { isAgencyLine, isToolLine } from './tool-lines.ts';

/*
 * Signs that a text is doubtful although the model is sure of it: the model judges the position and length of
 * paragraphs, hardly the faults within them.
 */

const lineCharacters = 110;
/** Words that run into each other: `SaveShare`. */
const glued = /\p{Ll}{3}\p{Lu}\p{Ll}{2}/u;
/** What is left where a formula vanished, initials parted from their words, and markup that is text. */
const torn: readonly RegExp[] = [
  /(?<!\p{L})(?:is|of|the|that|with|for|and|where|let|ist|sei|mit|für|und|von|dass|wobei|wenn|est|de|et|où|que|avec) [,;](?:\s|$)/iu,
  /(?:^|[.!?] )(?:[B-DF-HJ-NP-XZ] \p{Ll}{1,2}|\p{Lu} [b-df-hj-np-xz]) \p{L}/u,
  /\\[a-zA-Z]{3,12}\{|\{\{/u,
  /<\/?(?:p|br|b|i|em|strong|a|div|span|h[1-6]|li|ul|ol|img|figure|script|style|iframe|table|t[rdh])>/iu,
  /&(?:amp|nbsp|quot|lt|gt);/u,
];
const agency = /(?<!\p{L})(?:dpa|afp|apa|reuters|sda|epd|kna)(?!\p{L})/iu;
const program = /[{};]\s*$|=>|\w\(\)|(?<!\p{L})(?:const|let|var|def|function|import) \w{1,40}\s?[=(]/u;
const ended = /[.!?:;…][”"“»’')\]]{0,2}$/;

const isLine = ({ text, kind }: Paragraph): boolean =>
  text.length <= lineCharacters && kind !== 'row' && kind !== 'heading' && kind !== 'item';

/** Whether a line ends like a caption, a name or a button: without a sign. */
const isUnended = (paragraph: Paragraph): boolean =>
  isLine(paragraph) && paragraph.bold < 0.9 && !ended.test(paragraph.text);

/** Returns whether a paragraph is likely no part of the text, or damaged, regardless of its neighbors. */
function isDoubtful(paragraph: Paragraph): boolean {
  const { text, kind, fields } = paragraph;
  if (isToolLine(text) || isAgencyLine(text)) return true;
  if (kind === 'row') return false;
  if (torn.some((pattern) => pattern.test(text))) return true;
  if (!isLine(paragraph)) return false;
  return (
    (glued.test(text) && !ended.test(text)) ||
    /^\P{L}*\p{L}\P{L}*$/u.test(text) ||
    (agency.test(text) && !ended.test(text)) ||
    program.test(text) ||
    fields > 2
  );
}

/** An article with more paragraphs that sound like boxes is about newsletters, cookies or subscriptions. */
const mostBoxes = 2;
/** A text of at most this many paragraphs has no line that stands out. */
const fewParagraphs = 4;

/**
 * Returns how many paragraphs of a text are likely no part of it, or damaged. A single line without an end
 * counts, as do two of which one closes the text; more of them are a list, a poem or a conversation, and the
 * first is often a subtitle.
 */
export function countDoubtful(text: readonly Paragraph[]): number {
  const boxes = text.map((paragraph) => soundsLikeBox(paragraph.text));
  const isSubject = boxes.filter(Boolean).length > mostBoxes;
  const unended = text.filter(isUnended).length;
  const isOdd = (paragraph: Paragraph, place: number): boolean =>
    place > 0 &&
    text.length > fewParagraphs &&
    (unended === 1 || (unended === 2 && place === text.length - 1)) &&
    isUnended(paragraph);
  return text.filter(
    (paragraph, place) => (boxes[place] && !isSubject) || isDoubtful(paragraph) || isOdd(paragraph, place),
  ).length;
}
