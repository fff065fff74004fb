import { trimEnds } from '../../../../text/trim-ends.ts';
import { reviewMessages } from '../messages.ts';
import type { Finder, FindingMatch } from './finding.ts';

/** Words of a last line that is a sentence rather than a name or a heading. */
const leastWords = 8;
const ended = /[.!?…:;。！？][\s"'”’»«“›)\]*]*$|["”’»«“›)\]]\s*$/u;
/** Lists, tables, credits and captions end as they like. */
const list = /\s[,/•|·]|\/\/|[•|]|^(?:\p{L}|[ /]){2,40}:|^[\d.)]{2,}\s/u;
/** Share of lower-case words in a sentence, met also in languages that capitalize nouns. */
const smallShare = 0.4;
/** Phrases of pages that indicate more text. */
const more = /(?:\[(?:…|\.\.\.)\]|(?<![.!?…]\s{0,3})(?:…|\.\.\.))$/u;

/** A text that ends in the middle of a sentence: the page had more. */
export const cutText: Finder = {
  severity: 'fault',
  description: 'A text that ends in the middle of a sentence.',
  find({ written }): FindingMatch[] {
    const text = written.trimEnd();
    const start = text.lastIndexOf('\n') + 1;
    const last = text.slice(start);
    if (start === 0 || last.split(/\s+/).length < leastWords) return [];
    const said = trimEnds(last, /^[\p{Extended_Pictographic}\uFE0F\u200D\s↩→]$/u);
    if (!more.test(said) && (ended.test(said) || !isSentence(said))) return [];
    return [{ start, length: last.length, reason: reviewMessages.FOUND_CUT_TEXT() }];
  },
};

function isSentence(line: string): boolean {
  const words = line.split(/\s+/);
  return (
    !list.test(line) && words.filter((word) => /^\p{Ll}/u.test(word)).length >= smallShare * words.length
  );
}
