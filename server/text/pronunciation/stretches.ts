/** UTF-16 units that are looked through in a few milliseconds. */
const longest = 8_000;

/** A part of a text. */
export interface Stretch {
  /** UTF-16 offset in the text. */
  start: number;
  text: string;
}

/**
 * A text in parts, for who looks through it in turns with others: cut after a line, or else after a sentence
 * or a word.
 */
export function* stretchesOf(text: string): Generator<Stretch, void, undefined> {
  for (let start = 0; start < text.length;) {
    const part = text.slice(start, start + longest);
    const end = start + part.length < text.length ? borderIn(part) : part.length;
    yield { start, text: part.slice(0, end) };
    start += end;
  }
}

function borderIn(part: string): number {
  const line = part.lastIndexOf('\n') + 1;
  if (line > 0) return line;
  let sentence = 0;
  for (const { index, 0: found } of part.matchAll(/[.!?…][”"’»)]*\s|[。！？]/gu))
    sentence = index + found.length;
  if (sentence > 0) return sentence;
  const word = part.lastIndexOf(' ') + 1;
  if (word > 0) return word;
  // Not within a character of two units.
  const last = part.charCodeAt(part.length - 1);
  return (last & 0xfc00) === 0xd800 ? part.length - 1 : part.length;
}
