/** Characters on either side of a word that is shown. */
const around = 80;

/** Text around a position, in one line. */
export interface Excerpt {
  excerpt: string;
  /** The place in the excerpt; UTF-16. */
  start: number;
  length: number;
}

/** Cuts around a place of a text, within its line and between words. */
export function excerptOf(text: string, { start, end }: { start: number; end: number }): Excerpt {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const [from, to] = [
    Math.max(line, start - around),
    Math.min(lineEnd === -1 ? text.length : lineEnd, end + around),
  ];
  // Not within a word.
  const first = from === line ? from : from + text.slice(from, start).search(/\s|$/) + 1;
  const begins = Math.min(first, start);
  const rest = text.slice(end, to);
  // Scripts without spaces are cut wherever it is.
  const space = to === lineEnd || to === text.length ? -1 : rest.lastIndexOf(' ');
  const excerpt = (text.slice(begins, end) + (space === -1 ? rest : rest.slice(0, space + 1))).toWellFormed();
  return { excerpt, start: start - begins, length: end - start };
}
