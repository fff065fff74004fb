import { isSpeakable } from './normalise-text.ts';
import { isSpace, trimRange } from './sentences.ts';
import type { TextRange } from './sentences.ts';

/** What is read in one go: a paragraph, a heading, or one item of a list. */
export interface Block extends TextRange {
  kind: 'paragraph' | 'heading' | 'list_item';
  /** A blank line or the end of the text follows; otherwise only a line break. */
  endsParagraph: boolean;
}

/** Signs that begin a list item or a heading in plain text. They are not spoken. */
const bullet = /^(?:[-–—*•‣◦▪▫●○■□·►▶→✓✔]|#{1,6})\s+(?=\S)/u;
const numbered = /^\(?(?:\d{1,3}|\p{L}|[ivx]{2,5}|[IVX]{2,5})[.)]\s+\S/u;
/** Ends of lines that are no heading and that no small letter continues. */
const sentenceEnd = /[.!?…:;,。！？；：،؛؟۔।|]["”“’‘»«)\]」』]*$/u;
const startsSmall = /^["„“‚‘«»(]*\p{Ll}/u;

const longestHeading = 120;
/** Lengths between which lines look like text broken by a mail program, not by a writer. */
const wrappedLine = { min: 50, max: 100 };

/**
 * The blocks of a region of the text, in order. Blank lines part paragraphs; line breaks part lines unless
 * they only wrap text.
 */
export function textBlocks(text: string, region: TextRange): Block[] {
  const blocks: Block[] = [];
  let lines: TextRange[] = [];
  for (let at = region.start; at <= region.end;) {
    const found = text.indexOf('\n', at);
    const end = found === -1 || found > region.end ? region.end : found;
    const line = trimRange(text, at, end);
    if (line) lines.push(line);
    else if (lines.length > 0) {
      addParagraph(text, lines, blocks);
      lines = [];
    }
    at = end + 1;
  }
  if (lines.length > 0) addParagraph(text, lines, blocks);
  return blocks;
}

function addParagraph(text: string, lines: TextRange[], blocks: Block[]): void {
  const contents = lines.map(({ start, end }) => text.slice(start, end));
  const isWrapped = looksWrapped(contents);
  let current: Block | undefined;
  for (const [index, line] of lines.entries()) {
    const content = contents[index]!;
    const marker = bullet.exec(content)?.[0];
    const isItem = marker !== undefined || (lines.length > 1 && numbered.test(content));
    const previous = contents[index - 1] ?? '';
    if (current && !isItem && (isWrapped || (startsSmall.test(content) && !sentenceEnd.test(previous)))) {
      current.end = line.end;
      continue;
    }
    const kind = marker?.startsWith('#') ? 'heading' : isItem ? 'list_item' : 'paragraph';
    const closing = kind === 'heading' ? closingHashes(content) : 0;
    current = {
      start: line.start + (marker?.length ?? 0),
      end: line.end - closing,
      kind,
      endsParagraph: false,
    };
    if (kind === 'paragraph' && index === 0 && isHeading(text, content, contents[1], line))
      current.kind = 'heading';
    blocks.push(current);
  }
  const { end } = lines.at(-1)!;
  current!.endsParagraph = /^\s*$|^[^\S\n]*\n\s*\n/.test(text.slice(end, end + 200));
}

const looksWrapped = (lines: string[]): boolean => {
  const broken = lines.slice(0, -1);
  return (
    broken.length > 0 &&
    broken.every(
      (line) => line.length >= wrappedLine.min && line.length <= wrappedLine.max && !bullet.test(line),
    ) &&
    broken.filter((line) => sentenceEnd.test(line)).length * 2 < broken.length
  );
};

/**
 * Whether a line is a heading: short, without a full stop, with text after it, and alone in its paragraph or
 * above a longer line that ends a sentence.
 */
function isHeading(text: string, content: string, below: string | undefined, line: TextRange): boolean {
  if (
    content.length > longestHeading ||
    sentenceEnd.test(content) ||
    startsSmall.test(content) ||
    !isSpeakable(content)
  )
    return false;
  if (below !== undefined)
    return (
      below.length > content.length &&
      sentenceEnd.test(below) &&
      !bullet.test(below) &&
      !startsSmall.test(below)
    );
  const isOwnLine = line.start === 0 || /\n\s*$/.test(text.slice(Math.max(0, line.start - 20), line.start));
  return isOwnLine && /^\s*\n\s*\S/.test(text.slice(line.end, line.end + 200));
}

/** Characters of what closes a heading that `#` opened: hashes after white space. */
function closingHashes(content: string): number {
  let hashes = content.length;
  while (content[hashes - 1] === '#') hashes--;
  let end = hashes;
  while (end > 0 && isSpace(content, end - 1)) end--;
  return hashes < content.length && end < hashes ? content.length - end : 0;
}
