/**
 * Signs of a passage that are read as Markdown. A parser looks for what belongs to a bracket or to a `<` as
 * far as the end of the passage, so many of them may take the square of their number; no author writes as
 * many.
 */
const signsMax = 500;

const sign = /[[\]<]|[*_~]+/g;
/** Lines that end a passage and begin another, whatever precedes them. */
const begins = /^ {0,3}(?:#{1,6}|[-*+]|1[.)]) +\S/;
/** Of CommonMark: other white space is words. */
const blank = /^[ \t]*$/;
const numbered = /^ {0,3}\d{1,9}[.)] +\S/;

/**
 * The same document, except for passages with hundreds of signs: what is beyond them keeps its words alone.
 * Takes time in proportion to its length.
 */
export function boundSigns(document: string): string {
  let left = signsMax;
  let inNumbers = false;
  let isFirst = true;
  return document
    .split('\n')
    .map((line) => {
      if (blank.test(line)) {
        left = signsMax;
        inNumbers = false;
        isFirst = true;
        return line;
      }
      // Other numbers than 1 begin an item after one alone: within a paragraph they are words of it.
      const isNumber = numbered.test(line);
      const isBegun = begins.test(line) || (isNumber && (inNumbers || isFirst));
      inNumbers = isNumber && isBegun;
      isFirst = false;
      if (isBegun) left = signsMax;
      const [kept, rest] = split(line, left);
      left -= signsIn(kept);
      return kept + withoutSigns(rest);
    })
    .join('\n');
}

/** Splits a line before the first sign beyond the given number of signs. */
function split(line: string, signs: number): [string, string] {
  let left = signs;
  for (const { index } of line.matchAll(sign))
    if (left-- === 0) return [line.slice(0, index), line.slice(index)];
  return [line, ''];
}

const signsIn = (text: string): number => text.match(sign)?.length ?? 0;

/** The words of links without their addresses, and the tags of voices. */
const withoutSigns = (text: string): string =>
  text
    .replace(/\]\([^()[\]\s]*\)/g, '')
    .replace(/[[\]]/g, '')
    // Within a word they belong to it.
    .replace(/(?<![\p{L}\p{N}*_~])[*_~]+|(?<![*_~])[*_~]+(?![\p{L}\p{N}*_~])/gu, '')
    .replace(/<(?!\/?voice[\s>])/gi, '');
