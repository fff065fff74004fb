const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A text of at most so many units, cut after a sentence where one ends in the last third, else between words,
 * and never within a letter or an emoji. A cut text ends with an ellipsis.
 * @param measure of a text, in the limit's unit; UTF-16 units unless given
 */
export function shorten(
  text: string,
  limit: number,
  measure: (text: string) => number = (part) => part.length,
): string {
  const clean = text.toWellFormed().trim();
  if (measure(clean) <= limit) return clean;
  let end = 0;
  let sum = measure('…');
  for (const { segment, index } of graphemes.segment(clean.slice(0, limit + 1))) {
    sum += measure(segment);
    if (sum > limit) break;
    end = index + segment.length;
  }
  const most = clean.slice(0, end);
  const sentence = [...most.matchAll(/[.!?。！？]["'”»)]*(?=\s)/gu)].at(-1);
  if (sentence && sentence.index > most.length / 1.5)
    return most.slice(0, sentence.index + sentence[0].length);
  const space = most.search(/\s\S*$/u);
  return `${(space > most.length / 2 ? most.slice(0, space) : most).trimEnd()}…`;
}

/** Bytes of a text in UTF-8, in which Apple counts. */
export const bytesOf = (text: string): number => Buffer.byteLength(text);
