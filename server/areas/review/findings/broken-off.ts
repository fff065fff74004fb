import { reviewMessages } from '../messages.ts';
import type { Finder, Found } from './finding.ts';

/** Words of a last line that is a sentence rather than a name or a heading. */
const leastWords = 8;
const ended = /[.!?…:;。！？][\s"'”’»«“›)\]*]*$|["”’»«“›)\]]\s*$/u;
/** How pages say that there is more. */
const more = /(?:\[(?:…|\.\.\.)\]|(?<![.!?…]\s{0,3})(?:…|\.\.\.))$/u;

/** A text that ends in the middle of a sentence: the page had more. */
export const cutText: Finder = {
  severity: 'fault',
  description: 'The text ends in the middle of a sentence.',
  find({ written }): Found[] {
    const text = written.trimEnd();
    const start = text.lastIndexOf('\n') + 1;
    const last = text.slice(start);
    if (start === 0 || last.split(/\s+/).length < leastWords) return [];
    if (ended.test(last) && !more.test(last)) return [];
    return [{ start, length: last.length, reason: reviewMessages.FOUND_CUT_TEXT() }];
  },
};
