import { bitOf } from './names.ts';
import type { Frame, Paragraph } from './paragraphs.ts';

/*
 * Sentences that a layout lifts out of a text, sometimes shortened or turned into the nominative: readers
 * see an ornament, listeners hear them twice.
 */

const leastWords = 4;
/** A plain paragraph is that long. */
const plainCharacters = 40;
const quoteCharacters = 320;
/** A block that holds more of the text is no ornament. */
const ornamentShare = 0.15;
/** Minimum share of its words in one place of the text, in order. */
const sameShare = 0.8;
const ornaments: ReadonlySet<string> = new Set(['aside', 'blockquote', 'figure', 'figcaption', 'q']);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether a paragraph repeats a sentence of another one as an ornament.
 * @param place its place among the texts
 */
export function isPullQuote(
  paragraph: Paragraph,
  place: number,
  texts: readonly string[],
  shareOf: (frame: Frame | null) => number,
): boolean {
  const { text, kind } = paragraph;
  if (text.length > quoteCharacters || kind === 'row' || kind === 'item') return false;
  const isSet = isOrnament(paragraph, shareOf);
  if (!isSet && (kind !== 'text' || text.length < plainCharacters) && !isBlockAlone(paragraph, shareOf))
    return false;
  const quote = wordsOf(text);
  if (quote.length < leastWords) return false;
  const folded = quote.join(' ');
  return texts.some((other, at) => {
    if (at === place || other.length <= text.length) return false;
    const words = wordsOf(other);
    if (` ${words.join(' ')} `.includes(` ${folded} `)) return true;
    return isSet && holds(words, quote);
  });
}

/** Returns whether a paragraph is in a small separate block that its tag or its name sets apart. */
function isOrnament({ frame, names }: Paragraph, shareOf: (frame: Frame | null) => number): boolean {
  if ((names & bitOf('quote')) !== 0) return true;
  for (let level: Frame | null = frame; level && shareOf(level) < ornamentShare; level = level.parent)
    if (ornaments.has(level.element.name) || (level.names & bitOf('quote')) !== 0) return true;
  return false;
}

/** Returns whether a sentence without an end is in a separate block among others. */
function isBlockAlone(
  { frame, kind, bold, text }: Paragraph,
  shareOf: (frame: Frame | null) => number,
): boolean {
  if (kind !== 'text' || bold > 0.9 || /[.!?:…]$/.test(text)) return false;
  const block = frame.element.name === 'div' ? frame : frame.parent;
  return (
    block !== null &&
    block.element.name === 'div' &&
    shareOf(block) < ornamentShare &&
    Math.abs(shareOf(block) - shareOf(frame)) < 0.001
  );
}

/** Returns whether nearly all words of a quote are close together in a text, in order and ignoring case. */
function holds(words: readonly string[], quote: readonly string[]): boolean {
  const wanted = Math.ceil(sameShare * quote.length);
  const window = Math.ceil(1.4 * quote.length) + 1;
  for (let start = 0; start < words.length; start++) {
    if (!isSameWord(words[start] as string, quote[0] as string) && start > words.length - wanted) break;
    let [found, at] = [0, start];
    for (const word of quote) {
      let next = at;
      while (next < Math.min(words.length, start + window) && !isSameWord(words[next] as string, word))
        next++;
      if (next >= Math.min(words.length, start + window)) continue;
      found++;
      at = next + 1;
    }
    if (found >= wanted) return true;
  }
  return false;
}

/** The same word except for its ending: `wichtiger`, `wichtigen`. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const stem = Math.min(a.length, b.length) - 2;
  return stem >= 2
    ? a.slice(0, stem) === b.slice(0, stem) && Math.abs(a.length - b.length) <= 3
    : a.slice(0, 3) === b.slice(0, 3) && Math.abs(a.length - b.length) <= 2;
}
