import { isSpace, segmenter, trimRange } from './sentences.ts';
import type { TextRange } from './sentences.ts';

/**
 * What one request to a provider may carry. Characters are UTF-16 units, never fewer than a service counts;
 * bytes are UTF-8.
 */
export interface TextLimit {
  unit: 'characters' | 'bytes';
  value: number;
}

/** The smallest limit with which any text can be cut between characters. */
export const smallestLimit = 8;

/** The size of a range in the limit's unit. Sizes of adjoining ranges add up. */
export function sizeOf(text: string, start: number, end: number, unit: TextLimit['unit']): number {
  if (unit === 'characters') return end - start;
  let bytes = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts two of its four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/**
 * Cuts a range into pieces within the limit: after clause marks if there is one in the second half of a
 * piece, else between words, else (a word alone exceeds the limit) between graphemes. Never cuts inside an
 * entity such as `&amp;`. Pieces have no white space at their ends.
 */
export function splitToLimit(
  text: string,
  range: TextRange,
  limit: TextLimit,
  language: string,
): TextRange[] {
  const pieces: TextRange[] = [];
  let rest: TextRange | undefined = range;
  while (rest) {
    const end = reach(text, rest.start, rest.end, limit);
    const cut = end === rest.end ? end : cutBefore(text, rest.start, end, rest.end, language);
    const piece = trimRange(text, rest.start, cut);
    if (piece) pieces.push(piece);
    rest = trimRange(text, cut, rest.end);
  }
  return pieces;
}

/**
 * The furthest offset up to `end` at which the text from `start` still fits; never inside a surrogate pair.
 */
function reach(text: string, start: number, end: number, limit: TextLimit): number {
  if (limit.unit === 'characters') {
    const at = Math.min(end, start + limit.value);
    return at < end && isLowSurrogate(text.charCodeAt(at)) && at - start > 1 ? at - 1 : at;
  }
  if ((end - start) * 3 <= limit.value) return end;
  let bytes = 0;
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at);
    const isPair =
      code >= 0xd800 && code <= 0xdbff && at + 1 < text.length && isLowSurrogate(text.charCodeAt(at + 1));
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : isPair ? 4 : 3;
    if (bytes > limit.value) return at;
    at += isPair ? 2 : 1;
  }
  return end;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const clauseMarks = ';:,–—)]»”、，；：،؛';
const unspacedStop = '、，；：。！？';

/** The best place to cut in `start < cut <= end`. */
function cutBefore(text: string, start: number, end: number, rangeEnd: number, language: string): number {
  const half = start + ((end - start) >> 1);
  let words = -1;
  for (let at = end; at > start; at--) {
    if (at > half && unspacedStop.includes(text[at - 1]!)) return at;
    if (isSpace(text, at) && !isSpace(text, at - 1)) {
      if (at > half && clauseMarks.includes(text[at - 1]!)) return at;
      if (words < 0) words = at;
      if (at <= half) break;
    }
  }
  if (words > 0) return words;
  return cutInRun(text, start, end, rangeEnd, language);
}

/**
 * How far past the end the segmenters look, so that they do not take the end of what they see for the end of
 * a word.
 */
const lookAhead = 64;
const entity = /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/giy;

/**
 * Cuts a run without spaces: between words of scripts that write none, else between graphemes, else between
 * characters.
 */
function cutInRun(text: string, start: number, end: number, rangeEnd: number, language: string): number {
  const run = text.slice(start, Math.min(rangeEnd, end + lookAhead));
  for (const granularity of ['word', 'grapheme'] as const) {
    let cut = 0;
    for (const { index } of segmenter(language, granularity).segment(run)) {
      if (start + index > end) break;
      cut = index;
    }
    const outside = cut > 0 ? outsideEntity(text, start, start + cut) : start;
    if (outside > start) return outside;
  }
  return end;
}

/** The cut itself, or the start of the entity it would go through. */
function outsideEntity(text: string, start: number, cut: number): number {
  const at = text.lastIndexOf('&', cut - 1);
  if (at < start || cut - at > 33) return cut;
  entity.lastIndex = at;
  const match = entity.exec(text);
  return match && at + match[0].length > cut ? at : cut;
}
