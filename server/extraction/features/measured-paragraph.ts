import { isDateLine, isForeignHeading, isFurnitureLine } from '../furniture.ts';
import { isFunctionWord } from '../function-words.ts';
import type { Frame, Paragraph } from '../paragraphs.ts';

/** A paragraph with what can be measured without its neighbours. */
export interface MeasuredParagraph {
  paragraph: Paragraph;
  /** Characters, as `lengthOf` counts them. */
  length: number;
  isProse: boolean;
  /** The share of words such as "the" and "of". */
  functionWords: number;
  /** Whether it ends as a sentence does. */
  ends: boolean;
  isFurniture: boolean;
  isForeign: boolean;
  isDate: boolean;
  /** Names and classes of the three innermost frames. */
  path: string;
  /** Words of its first 2,000 characters, in lower case. */
  words: string[];
}

/** Characters as Latin script would need them: Chinese and Japanese say as much in less than half. */
export function lengthOf(text: string): number {
  let dense = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x2e80 && code <= 0xd7af) dense++;
  }
  return text.length + 1.5 * dense;
}

/** Words of a text, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The letters and digits of a text, in lower case. */
export const foldText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The names of a frame and of those around it, the innermost first; with their classes where asked. */
export function pathOf(frame: Frame, levels: number, withClasses: boolean): string {
  let path = '';
  for (let level: Frame | null = frame, count = 0; level && count < levels; level = level.parent, count++)
    path += `>${level.element.name}${withClasses ? `.${(level.element.attribs['class'] ?? '').slice(0, 80).replace(/\d+/g, '')}` : ''}`;
  return path;
}

/** Measures a paragraph. */
export function measureParagraph(paragraph: Paragraph): MeasuredParagraph {
  const { text, linkDensity, kind, frame } = paragraph;
  const words = wordsOf(text.slice(0, 2_000));
  let functional = 0;
  for (const word of words) if (isFunctionWord(word)) functional++;
  const length = lengthOf(text);
  const functionWords = words.length === 0 ? 0 : functional / words.length;
  return {
    paragraph,
    length,
    words,
    functionWords,
    isProse: length >= 60 && linkDensity <= 0.4,
    ends: /[.!?…。！？:]["'”“»«’)\]]{0,3}$/.test(text),
    isFurniture: isFurnitureLine(text),
    isForeign: (kind === 'heading' || length < 90) && isForeignHeading(text),
    isDate: isDateLine(text),
    path: pathOf(frame, 3, true),
  };
}

/** Whether a paragraph is a long one of whole sentences, as articles are made of. */
export const isLongProse = ({ isProse, functionWords, length, ends }: MeasuredParagraph): boolean =>
  isProse && length >= 120 && functionWords > 0.2 && ends;
