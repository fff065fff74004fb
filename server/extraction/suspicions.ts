import { soundsLikeBox } from './box-phrases.ts';
import type { Paragraph } from './paragraphs.ts';
import { isAgencyLine, isToolLine } from './tool-lines.ts';

/*
 * What makes a text doubtful though the model is sure of it: the model judges where paragraphs stand and how
 * long they are, hardly what is wrong within them.
 */

const lineCharacters = 110;
/** Words that run into each other: `SaveShare`. */
const glued = /\p{Ll}{3}\p{Lu}\p{Ll}{2}/u;
/** What markup leaves where something is gone, and initials parted from their words. */
const torn =
  /\p{L} [,;](?:\s|$)|(?:^|[.!?] )\p{Lu} \p{Ll}{1,2} \p{L}|\\[a-zA-Z]{3,12}\{|\{\{|<\/?[a-z]{1,10}>|&(?:amp|nbsp|quot|lt|gt);/u;
const agency = /(?<!\p{L})(?:dpa|afp|apa|reuters|sda|epd|kna)(?!\p{L})/iu;
const program = /[{};]\s*$|=>|\w\(\)|(?:const|let|var|def|function|import) \w/u;

/** Whether a paragraph of a text is likely no part of it, or damaged. */
export function isDoubtful({ text, kind, bold, fields }: Paragraph): boolean {
  if (soundsLikeBox(text) || isToolLine(text) || isAgencyLine(text)) return true;
  if (kind === 'row') return false;
  if (torn.test(text)) return true;
  if (text.length > lineCharacters || kind === 'heading' || kind === 'item') return false;
  return (
    (glued.test(text) && !/[.!?]$/.test(text)) ||
    /^\P{L}*\p{L}\P{L}*$/u.test(text) ||
    (agency.test(text) && !/[.!?]$/.test(text)) ||
    program.test(text) ||
    fields > 2 ||
    (bold < 0.9 && !/[.!?:;…][”"“»’')\]]{0,2}$/.test(text))
  );
}
