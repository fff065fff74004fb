import type { Element } from 'domhandler';
import { languageAt } from './dom.ts';

/*
 * Initials that a layout separates from the rest of their word: in a separate element followed by a space, or
 * in a separate block. Read as they are, the article begins with "D er".
 */

/** What is needed of a paragraph; paragraphs.ts imports this file. */
interface Lettered {
  text: string;
  kind: string;
  element: Element;
}

/** An initial alone, with a quotation mark at most. */
const initial = /^(?:["„“«»‘’'‚›‹]\s?)?\p{Lu}$/u;
const parted = /^((?:["„“«»‘’'‚›‹]\s?)?)(\p{Lu}) (\p{L}[\p{L}’'-]*)/u;
/** Letters that are words, by language. */
const words: Readonly<Record<string, string>> = {
  de: '',
  en: 'AIO',
  fr: 'AÀYÔ',
  es: 'AEOUY',
  it: 'AEOÈ',
  pt: 'AEOÀÉ',
  pl: 'AIOUWZ',
  nl: 'U',
  sv: 'IÅÖ',
  '': 'AIO',
};

/** Whether a text is a single capital letter. */
export const isInitial = (text: string): boolean => initial.test(text.trim());

/**
 * Joins initials with the words that they begin.
 * @param apart paragraphs whose first letter is in a separate element
 */
export function withJoinedInitials<Paragraph extends Lettered>(
  paragraphs: Paragraph[],
  apart: ReadonlySet<Paragraph>,
): Paragraph[] {
  const isBegun = (at: number): boolean =>
    paragraphs[at] !== undefined &&
    paragraphs[at].kind === 'text' &&
    isInitial(paragraphs[at].text) &&
    /^\p{Ll}/u.test(paragraphs[at + 1]?.text ?? '') &&
    paragraphs[at + 1]?.kind === 'text';
  const begun = paragraphs.flatMap((_, at) => (isBegun(at) ? [at] : []));
  if (begun.length === 0 && apart.size === 0) return paragraphs;
  const known = new Map<string, number>();
  for (const { text } of paragraphs.slice(0, 400))
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
      known.set(word, (known.get(word) ?? 0) + 1);
  for (const paragraph of apart)
    paragraph.text = paragraph.text.replace(parted, (whole, quote: string, letter: string, rest: string) =>
      isOneWord(paragraph, letter, rest, known) ? quote + letter + rest : whole,
    );
  const joined = new Set<number>();
  for (const at of begun) {
    const [cap, next] = [paragraphs[at] as Paragraph, paragraphs[at + 1] as Paragraph];
    const rest = /^\p{L}+/u.exec(next.text)?.[0] ?? '';
    const gap = isOneWord(cap, cap.text.slice(-1), rest, known) ? '' : ' ';
    next.text = cap.text + gap + next.text;
    joined.add(at);
  }
  return paragraphs.filter((_, at) => !joined.has(at));
}

/** Whether a letter and what follows it are one word: `D` and `er`, but not `A` and `man`. */
function isOneWord(
  { element }: Lettered,
  letter: string,
  rest: string,
  known: ReadonlyMap<string, number>,
): boolean {
  if (!(words[languageAt(element)] ?? words['']!).includes(letter)) return true;
  return (
    rest.length === 1 ||
    ((known.get(rest.toLowerCase()) ?? 0) < 2 && known.has((letter + rest).toLowerCase()))
  );
}
