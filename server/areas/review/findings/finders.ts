import { sentenceRanges } from '../../../text/sentences.ts';
import { Turns } from '../../../lib/turns.ts';
import { noticeOf, type Notice } from '../../../lib/declare-messages.ts';
import type { WordTiming } from '../../../text/words.ts';
import { abbreviation } from './abbreviation.ts';
import { address } from './address.ts';
import { click } from './click.ts';
import { clipping } from './clipping.ts';
import { cutText } from './broken-off.ts';
import { doubledParagraph } from './doubled-paragraph.ts';
import type { Finder, Found, HeardArticle } from './finding.ts';
import { weights } from './finding.ts';
import { foreignName } from './foreign-name.ts';
import { heardAdded } from './heard-added.ts';
import { heardAstray } from './heard-astray.ts';
import { heardMissing } from './heard-missing.ts';
import { heardOtherSense } from './heard-other-sense.ts';
import { heardOtherwise } from './heard-otherwise.ts';
import { length } from './length.ts';
import { longSentence } from './long-sentence.ts';
import { loudness } from './off-loudness.ts';
import { markup } from './left-markup.ts';
import { noise } from './noise.ts';
import { number } from './number.ts';
import { otherScript } from './other-script.ts';
import { pageFurniture } from './page-furniture.ts';
import { repeatedWord } from './repeated-word.ts';
import { silence } from './silence.ts';

/** Everything that is looked for, by what it is called. Names, once released, stay: they are stored. */
export const finders = {
  FOREIGN_NAME: foreignName,
  ABBREVIATION: abbreviation,
  NUMBER: number,
  MARKUP: markup,
  PAGE_FURNITURE: pageFurniture,
  ADDRESS: address,
  OTHER_SCRIPT: otherScript,
  LONG_SENTENCE: longSentence,
  DOUBLED_PARAGRAPH: doubledParagraph,
  CUT_TEXT: cutText,
  REPEATED_WORD: repeatedWord,
  SILENCE: silence,
  CLIPPING: clipping,
  LOUDNESS: loudness,
  LENGTH: length,
  NOISE: noise,
  CLICK: click,
  HEARD_ASTRAY: heardAstray,
  HEARD_OTHER_SENSE: heardOtherSense,
  HEARD_MISSING: heardMissing,
  HEARD_ADDED: heardAdded,
  HEARD_OTHERWISE: heardOtherwise,
} as const satisfies Record<string, Finder>;

export type FindingKind = keyof typeof finders;

/** Those that tell of what was heard, when that is known; the others find nothing in it then. */
export const heardKinds = [
  'HEARD_ASTRAY',
  'HEARD_OTHER_SENSE',
  'HEARD_MISSING',
  'HEARD_ADDED',
  'HEARD_OTHERWISE',
] as const satisfies FindingKind[];

/** As it is stored. */
export interface Finding {
  kind: FindingKind;
  weight: number;
  word: string | null;
  start: number;
  length: number;
  sentenceStart: number;
  sentenceLength: number;
  startMs: number;
  endMs: number;
  reason: Notice;
}

/** What somebody could look through; an article with more is not worth looking through. */
const mostFindings = 300;

/**
 * All that can be found in an article, in the order of its text. Nothing is read or decoded: 5,000 characters
 * take some milliseconds.
 * @param kinds what is looked for; absent: everything
 */
export async function findIn(
  article: HeardArticle,
  kinds = Object.keys(finders) as readonly FindingKind[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  const turns = new Turns();
  for (const kind of kinds) {
    const { severity, find }: Finder = finders[kind];
    for (const one of find(article)) found.push({ ...placed(article, one), kind, weight: weights[severity] });
    await turns.pause();
  }
  // Of too many, those that weigh most.
  const kept = found.sort((a, b) => b.weight - a.weight).slice(0, mostFindings);
  return kept.sort((a, b) => a.start - b.start || b.weight - a.weight);
}

function placed(
  { written, language, timings }: HeardArticle,
  { start, length, word, reason, ...sounds }: Found,
): Omit<Finding, 'kind' | 'weight'> {
  const sentence = sentenceAround(written, language, start, length);
  const words = heardBetween(timings, start, start + length);
  return {
    word: word ?? null,
    start,
    length,
    sentenceStart: sentence.start,
    sentenceLength: sentence.end - sentence.start,
    startMs: Math.max(0, sounds.startMs ?? words?.startMs ?? 0),
    endMs: sounds.endMs ?? words?.endMs ?? 0,
    reason: noticeOf(reason),
  };
}

/** The sentences that a place lies in, within its paragraph. */
function sentenceAround(
  text: string,
  language: string,
  start: number,
  length: number,
): { start: number; end: number } {
  const from = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
  const next = text.indexOf('\n', start + length);
  const to = next === -1 ? text.length : next;
  const around = sentenceRanges(text.slice(from, to), language).filter(
    (range) => from + range.start < start + length && from + range.end > start,
  );
  const [first, last] = [around[0], around.at(-1)];
  return first && last ? { start: from + first.start, end: from + last.end } : { start, end: start + length };
}

/** When what stands between two places sounds; nothing where it does not. Timings are in order. */
function heardBetween(
  timings: readonly WordTiming[],
  from: number,
  to: number,
): { startMs: number; endMs: number } | null {
  let [low, high] = [0, timings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timings[middle]!.start + timings[middle]!.length <= from) low = middle + 1;
    else high = middle;
  }
  const first = timings[low];
  if (!first) return null;
  let last = first;
  for (let index = low; index < timings.length && timings[index]!.start < to; index++) last = timings[index]!;
  return { startMs: first.startMs, endMs: last.endMs };
}
