import { sentenceRanges, type TextRange } from '../../../../text/sentences.ts';
import { CooperativeYield } from '../../../../lib/threads/cooperative-yield.ts';
import { noticeOf, type Notice } from '../../../../lib/declare-messages.ts';
import type { WordTiming } from '../../../../text/words.ts';
import { abbreviation } from './abbreviation.ts';
import { address } from './spoken-address.ts';
import { ambiguousReading } from './ambiguous-reading.ts';
import { leftAsWritten } from './left-as-written.ts';
import { click } from './click.ts';
import { clipping } from './clipping.ts';
import { cutText } from './truncated-text.ts';
import { doubledParagraph } from './doubled-paragraph.ts';
import type { Finder, FindingMatch, ReviewedArticle } from './finding.ts';
import { weights } from './finding.ts';
import { foreignName } from './foreign-name.ts';
import { addedSpeech } from './speech-mismatch-added.ts';
import { mismatchedPassage } from './speech-mismatch-passage.ts';
import { missingSpeech } from './speech-mismatch-missing.ts';
import { mismatchedMeaning } from './speech-mismatch-meaning.ts';
import { mismatchedWord } from './speech-mismatch-word.ts';
import { length } from './length-mismatch.ts';
import { longSentence } from './long-sentence.ts';
import { loudness } from './off-loudness.ts';
import { markup } from './left-markup.ts';
import { noise } from './noise.ts';
import { number } from './number-mismatch.ts';
import { foreignScript } from './foreign-script.ts';
import { pageFurniture } from './page-furniture.ts';
import { repeatedWord } from './repeated-word.ts';
import { silence } from './silence.ts';
import { unspokenWord } from './unspoken-word.ts';

/** Everything that is looked for, by what it is called. Names, once released, stay: they are stored. */
const finders = {
  FOREIGN_NAME: foreignName,
  ABBREVIATION: abbreviation,
  NUMBER: number,
  AMBIGUOUS: ambiguousReading,
  LEFT_AS_WRITTEN: leftAsWritten,
  MARKUP: markup,
  PAGE_FURNITURE: pageFurniture,
  ADDRESS: address,
  OTHER_SCRIPT: foreignScript,
  LONG_SENTENCE: longSentence,
  DOUBLED_PARAGRAPH: doubledParagraph,
  CUT_TEXT: cutText,
  REPEATED_WORD: repeatedWord,
  SILENCE: silence,
  CLIPPING: clipping,
  LOUDNESS: loudness,
  LENGTH: length,
  UNSPOKEN: unspokenWord,
  NOISE: noise,
  CLICK: click,
  HEARD_ASTRAY: mismatchedPassage,
  HEARD_OTHER_SENSE: mismatchedMeaning,
  HEARD_MISSING: missingSpeech,
  HEARD_ADDED: addedSpeech,
  HEARD_OTHERWISE: mismatchedWord,
} as const satisfies Record<string, Finder>;

/** What listeners report, from the player: nothing looks for it. */
export const listenerReport = {
  severity: 'warning',
  description: 'Sentences in which listeners heard a wrong pronunciation, as they reported from the player.',
} as const satisfies Pick<Finder, 'severity' | 'description'>;

/** Every kind of finding, by its name, with what the schema says of it. */
export const findingKinds = { ...finders, LISTENER_REPORT: listenerReport };

export type FindingKind = keyof typeof findingKinds;
/** Kinds that finders look for. */
type SoughtKind = keyof typeof finders;

/** Kinds that compare with recognized speech, where it is available; the other finders then ignore it. */
export const speechMismatchKinds = [
  'HEARD_ASTRAY',
  'HEARD_OTHER_SENSE',
  'HEARD_MISSING',
  'HEARD_ADDED',
  'HEARD_OTHERWISE',
] as const satisfies SoughtKind[];

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

/** Maximum number of findings that a person could check; an article with more is not worth checking. */
const mostFindings = 300;

/**
 * All that can be found in an article, in the order of its text. Nothing is read or decoded: 5,000 characters
 * take some milliseconds.
 * @param kinds what is looked for; absent: everything
 */
export async function findIn(
  article: ReviewedArticle,
  kinds = Object.keys(finders) as readonly SoughtKind[],
): Promise<Finding[]> {
  const found: (FindingMatch & Pick<Finding, 'kind' | 'weight'>)[] = [];
  const turns = new CooperativeYield();
  for (const kind of kinds) {
    const { severity, find }: Finder = finders[kind];
    for (const one of find(article)) found.push({ ...one, kind, weight: weights[severity] });
    await turns.pause();
  }
  // Of too many, those that weigh most.
  const kept = found.sort((a, b) => b.weight - a.weight).slice(0, mostFindings);
  const sentences = new ParagraphSentences(article);
  const result: Finding[] = [];
  for (const one of kept.sort((a, b) => a.start - b.start || b.weight - a.weight)) {
    result.push({ ...placed(article, one, sentences), kind: one.kind, weight: one.weight });
    await turns.pause();
  }
  return result;
}

function placed(
  { timings }: ReviewedArticle,
  { start, length, word, reason, startMs, endMs }: FindingMatch,
  sentences: ParagraphSentences,
): Omit<Finding, 'kind' | 'weight'> {
  const sentence = sentences.around(start, length);
  const words = heardBetween(timings, start, start + length);
  return {
    word: word ?? null,
    start,
    length,
    sentenceStart: sentence.start,
    sentenceLength: sentence.end - sentence.start,
    startMs: Math.max(0, startMs ?? words?.startMs ?? 0),
    endMs: endMs ?? words?.endMs ?? 0,
    reason: noticeOf(reason),
  };
}

/** An article's sentences, looked for once in each paragraph. */
class ParagraphSentences {
  readonly #written: string;
  readonly #language: string;
  /** By where a paragraph begins and ends; a place in two of them makes one of both. */
  readonly #found = new Map<string, readonly TextRange[]>();

  constructor({ written, language }: ReviewedArticle) {
    this.#written = written;
    this.#language = language;
  }

  /** The sentences that a place lies in, within its paragraph. */
  around(start: number, length: number): TextRange {
    const from = this.#written.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
    const next = this.#written.indexOf('\n', start + length);
    const to = next === -1 ? this.#written.length : next;
    const around = this.#in(from, to).filter(
      (range) => from + range.start < start + length && from + range.end > start,
    );
    const [first, last] = [around[0], around.at(-1)];
    return first && last
      ? { start: from + first.start, end: from + last.end }
      : { start, end: start + length };
  }

  #in(from: number, to: number): readonly TextRange[] {
    let sentences = this.#found.get(`${from} ${to}`);
    if (!sentences) {
      sentences = sentenceRanges(this.#written.slice(from, to), this.#language);
      this.#found.set(`${from} ${to}`, sentences);
    }
    return sentences;
  }
}

/** Returns when the text between two places sounds; nothing if it is silent. Timings are in order. */
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
