import type { AnyNode, Element } from 'domhandler';
import { isTag, isText } from 'domhandler';

/*
 * Superscripts: footnote marks are silent in any markup, exponents stay exponents, and parts of a word stay
 * in it (`1er`, `XXe`). Next to a number without a sign, each would make another number.
 */

/** Longer texts are set small and high for other reasons. */
const raisedCharacters = 24;
const oneMark = String.raw`(?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z]|[ivx]{1,4})`;
/** `3`, `[12]`, `1, 2`, `4–6`, `*`: what refers to notes. */
const mark = new RegExp(String.raw`^[\s([]{0,3}${oneMark}(?:\s?[,;–-]\s?${oneMark}){0,6}[\s)\].]{0,3}$`, 'i');
const bracketed = /^\s*\[[^[\]]{1,20}\]\s*$/;
const signs = /^\s*[*†‡§¶]{1,3}\s*$/;
const noteNames =
  /(?:^|[\s_-])(?:foot-?notes?|fn(?:ref)?|fnote|note-?ref|ftn|end-?notes?|references?|citation|cite_?ref|fu(?:ss|ß)note|anmerkung)(?:$|[\s_:\d-])/i;
const noteTargets =
  /#(?:_?(?:fn|ftn|foot|note|cite|ref|edn|en|anm|fu(?:ss|ß)note|sdfootnote|easy-footnote)[^/]{0,60}|\d{1,3})$/i;
const noteRoles: ReadonlySet<string> = new Set(['doc-noteref', 'doc-biblioref']);

const exponentSigns: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−–nix'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿⁱˣ'][at] as string]),
);

/** Returns a number as an exponent that is written in one line: `-3` → `⁻³`. */
export const exponent = (text: string): string =>
  [...text].map((sign) => exponentSigns[sign] ?? sign).join('');

/** Whether an element sets its text above the line. */
export function isRaised({ name, attribs }: Element): boolean {
  return (
    name === 'sup' ||
    (attribs['style'] !== undefined && /vertical-align\s*:\s*super/i.test(attribs['style'])) ||
    (name === 'span' && /(?:^|\s)(?:sup|superscript)(?:\s|$)/i.test(attribs['class'] ?? ''))
  );
}

/**
 * Returns the spoken form of a short superscript; null: it is read like any other text.
 * @param before text before it in its paragraph
 */
export function raisedText(element: Element, before: string): string | null {
  const read = shortText(element);
  if (read === null) return null;
  const { text, hasLink } = read;
  const own = text.trim();
  if (own === '') return '';
  const after = textAfter(element);
  if (hasLink || isOfNote(element)) return mark.test(own) || bracketed.test(own) ? '' : null;
  if (signs.test(own)) return /^\p{Ll}/u.test(after) ? null : '';
  if (bracketed.test(own)) return '';
  if (/^[+\-−–]\d{1,3}$|^[nx]$/.test(own)) return isBase(before) ? exponent(own) : null;
  if (/^\d{1,3}$/.test(own)) return raisedNumber(own, before, after);
  if (/^\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){1,6}$/.test(own))
    return /[\p{L}\p{N}.!?"”“»)]$/u.test(before) ? '' : null;
  return /^[a-d]$/.test(own) && /\p{L}{4}$/u.test(before) ? '' : null;
}

/** Whether an element on the line is the mark of a note all the same: `<a href="#fn1">1</a>`. */
export function isNoteMark(element: Element): boolean {
  const { name, attribs } = element;
  if (name !== 'a' && name !== 'span') return false;
  const isNamed =
    noteRoles.has(attribs['role'] ?? '') ||
    noteNames.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''} ${attribs['rel'] ?? ''}`) ||
    (name === 'a' && noteTargets.test(attribs['href'] ?? ''));
  if (!isNamed) return false;
  const read = shortText(element);
  return read !== null && (mark.test(read.text) || bracketed.test(read.text)) && read.text.trim() !== '';
}

/**
 * Marks that are characters of the text: `report[12]`, `as he says. [3]`, `report¹²`, `2019³`. Behind a word
 * and a space brackets may hold what the sentence is about.
 */
const marksInText =
  /(?:(?<=[\p{L}\p{N}.,;:!?)”“"»’])|(?<=[.,;:!?)”“"»’])[ \u00A0])\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,5}\](?=[\s.,;:!?)”“"»\u2026[]|$)|(?<=\p{L}{2}\p{Ll}[)”“"»]?|(?<!\d)(?:19|20)\d\d)(?<![kcdm]m)[⁰¹²³⁴-⁹]{1,3}(?![\p{L}\p{N}⁺⁻])/gu;

/** Returns a text without the marks of notes that are written in it. */
export const withoutNoteMarks = (text: string): string =>
  /[[⁰¹²³⁴-⁹]/.test(text) ? text.replace(marksInText, '') : text;

/** The text of an element where it is short, and whether a link is in it. */
function shortText(element: Element): { text: string; hasLink: boolean } | null {
  let text = '';
  let hasLink = false;
  const read = (node: AnyNode): boolean => {
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      hasLink ||= node.name === 'a';
      return node.children.every(read);
    }
    return text.length <= raisedCharacters;
  };
  return element.children.every(read) ? { text, hasLink } : null;
}

/** Returns whether a link, or an element with a telling name, marks its content as a footnote reference. */
function isOfNote(element: Element): boolean {
  let level: Element | null = element;
  for (let steps = 0; level && steps < 3; steps++) {
    const { name, attribs, parent }: Element = level;
    if (noteRoles.has(attribs['role'] ?? '')) return true;
    if (name === 'a' && (attribs['href'] ?? '').includes('#')) return true;
    if ((name === 'sup' || name === 'a' || name === 'span') && noteNames.test(attribs['class'] ?? ''))
      return true;
    level = parent && isTag(parent) && parent.name !== 'p' ? parent : null;
  }
  return false;
}

/** The beginning of what follows an element. */
function textAfter({ next }: Element): string {
  for (let node: AnyNode | null = next, steps = 0; node && steps < 4; steps++) {
    if (isText(node)) return node.data.slice(0, 20);
    node = isTag(node) ? (node.children[0] ?? node.next) : node.next;
  }
  return '';
}

const units = /(?:^|[\s\d(/·*.])(?:[kcdmµn]?m|ft|in|yd|mi|s|sec)$/u;
const isBase = (before: string): boolean => /[\p{L}\p{N})\]]$/u.test(before);
const mathBefore = /[=+·×*^/−(]\s?$/u;
const mathAfter = /^\s?[=+·×*^/−]/u;

/** A bare number above the line: an exponent, an isotope's number, or the mark of a note. */
function raisedNumber(own: string, before: string, after: string): string | null {
  if (before === '' || /\s$/.test(before))
    return /^\p{Lu}\p{Ll}?(?![\p{L}\p{N}])/u.test(after) && Number(own) > 2 ? null : '';
  return isExponent(Number(own), before, after) ? exponent(own) : '';
}

function isExponent(power: number, before: string, after: string): boolean {
  if (units.test(before)) return power >= 2 && power <= 4;
  const number = /(?<![\p{L}\d.,'’])[\d.,'’]{1,20}$/u.exec(before)?.[0];
  if (number !== undefined) {
    if (number === '10' || (number === '2' && power > 1)) return true;
    return mathAfter.test(after) || mathBefore.test(before.slice(0, -number.length).slice(-3));
  }
  const letters = /(?<!\p{L})\p{L}{1,3}$/u.exec(before)?.[0];
  if (letters !== undefined) {
    if (letters.length === 1) return power <= 12;
    return mathBefore.test(before.slice(0, -letters.length).slice(-3)) && power <= 12;
  }
  const inBrackets = /\(([^()]{1,40})\)$/.exec(before)?.[1];
  return inBrackets !== undefined && !/\p{L}{3}/u.test(inBrackets) && power <= 9;
}
