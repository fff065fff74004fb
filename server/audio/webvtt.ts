import type { WordTiming } from '../text/words.ts';

/**
 * A sentence of the text, in UTF-16 offsets; a chunk of the text is one. What lies between segments is not
 * shown.
 */
export interface CaptionSegment {
  start: number;
  end: number;
}

/** What is shown at one time. */
export interface Cue {
  startMs: number;
  endMs: number;
  /** One or two; more only when a word alone is longer than a line. */
  lines: string[];
}

/** A subtitle line's usual length, in half-width characters (an ideograph counts two). */
const lineWidth = 42;
const shortestMs = 1000;
/** How long a cue stays after its last word while nothing follows. */
const lingerMs = 700;

/**
 * The cues of a transcript: a sentence each, long ones parted at clause marks or between words so that the
 * parts are of like length, sentences too short to read alone joined to the next. Cues do not overlap, and
 * stay for at least a second where the next one leaves room. `words` and `segments` count in `text`; both are
 * in order.
 */
export function captionCues(words: WordTiming[], text: string, segments: CaptionSegment[]): Cue[] {
  const drafts: Draft[] = [];
  let word = 0;
  for (const segment of segments) {
    while (word < words.length && words[word]!.start < segment.start) word++;
    const from = word;
    while (word < words.length && words[word]!.start < segment.end) word++;
    for (const draft of segmentDrafts(words.slice(from, word), text, segment)) {
      const before = drafts.at(-1);
      const joined =
        before &&
        before.endMs - before.startMs < shortestMs &&
        !before.endsParagraph &&
        `${before.content} ${draft.content}`;
      if (joined && fits(joined) && draft.startMs - before.endMs < shortestMs)
        Object.assign(before, draft, { startMs: before.startMs, content: joined });
      else drafts.push(draft);
    }
  }
  return drafts.map(({ startMs, endMs, content }, index) => {
    const next = drafts[index + 1]?.startMs ?? Infinity;
    const wanted = Math.max(endMs + lingerMs, startMs + shortestMs);
    return { startMs, endMs: Math.max(Math.min(wanted, next), startMs + 1), lines: wrap(content) };
  });
}

interface Draft {
  startMs: number;
  endMs: number;
  content: string;
  endsParagraph: boolean;
}

/**
 * How much nearer to the ideal length (in characters) a cut after a clause counts than one between two words.
 */
const clauseBonus = 20;
const clauseEnd = /[,;:–—.!?)”“»、，；]/u;

function segmentDrafts(words: WordTiming[], text: string, segment: CaptionSegment): Draft[] {
  const drafts: Draft[] = [];
  // Where each word's share of the text begins, signs before it included; at the end the end of all.
  const starts = words.map((word, index) =>
    index === 0 ? segment.start : shareStart(text, wordEnd(words[index - 1]!), word.start),
  );
  starts.push(segment.end);
  const share = (from: number, to: number): string =>
    text.slice(starts[from], starts[to]).replace(/\s+/g, ' ').trim();

  for (let from = 0; from < words.length;) {
    let most = from + 1;
    while (most < words.length && fits(share(from, most + 1))) most++;
    let to = most;
    if (most < words.length) {
      const rest = share(from, words.length);
      const ideal = starts[from]! + (segment.end - starts[from]!) / Math.ceil(width(rest) / (2 * lineWidth));
      let best = Infinity;
      for (let cut = from + 1; cut <= most; cut++) {
        const isClause = clauseEnd.test(text.slice(wordEnd(words[cut - 1]!), starts[cut]));
        const score = Math.abs(starts[cut]! - ideal) - (isClause ? clauseBonus : 0);
        if (score <= best) [best, to] = [score, cut];
      }
    }
    drafts.push({
      startMs: Math.max(0, Math.round(words[from]!.startMs)),
      endMs: Math.round(words[to - 1]!.endMs),
      content: share(from, to),
      endsParagraph: to === words.length && /^[^\S\n]*\n/.test(text.slice(segment.end, segment.end + 20)),
    });
    from = to;
  }
  return drafts;
}

const wordEnd = ({ start, length }: WordTiming): number => start + length;

/**
 * Signs before a word that touch it ("„", "(") are its own; those that touch the word before are that one's.
 */
function shareStart(text: string, previousEnd: number, start: number): number {
  let at = start;
  while (at > previousEnd && !/\s/.test(text[at - 1]!)) at--;
  if (at > previousEnd) return at;
  while (at < start && !/[\p{Ps}\p{Pi}„"']/u.test(text[at]!)) at++;
  return at;
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const mark = /\p{M}|\u200d/u;

function width(text: string): number {
  let sum = 0;
  for (const character of text) sum += mark.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return sum;
}

const fits = (content: string): boolean => {
  if (content.length > 2 * lineWidth + 40) return false;
  const lines = wrap(content);
  return lines.length <= 2 && lines.every((line) => width(line) <= lineWidth);
};

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Lines as even as can be; where there are no spaces, between words as Unicode knows them. */
function wrap(content: string): string[] {
  if (width(content) <= lineWidth) return [content];
  let cuts = Array.from(content.matchAll(/ /g), ({ index }) => index);
  if (cuts.length === 0)
    cuts = Array.from(wordSegmenter.segment(content), ({ index }) => index).filter((at) =>
      /[\p{L}\p{N}\p{Ps}]/u.test(content[at]!),
    );
  let lines = [content];
  let best = Infinity;
  for (const cut of cuts) {
    const parts = [content.slice(0, cut).trim(), content.slice(cut).trim()];
    const score = Math.max(...parts.map(width));
    if (cut > 0 && score < best) [best, lines] = [score, parts];
  }
  return lines;
}

/** `HH:MM:SS.mmm`; hours take more digits when they need them. */
export function vttTimestamp(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const pad = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0');
  return `${pad(whole / 3_600_000, 2)}:${pad((whole / 60_000) % 60, 2)}:${pad((whole / 1000) % 60, 2)}.${pad(whole % 1000, 3)}`;
}

/** Cue text: the signs that would begin a tag or a character reference, and `-->` through its `>`. */
const escapeCue = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\0', '\ufffd');
/** Comments and the header know no escapes. */
const plainLine = (line: string): string =>
  line.replace(/\s+/g, ' ').replaceAll('-->', '→').replaceAll('\0', '').trim();

export interface WebvttOptions {
  /** Title after the signature. */
  title?: string | undefined;
  /** The comment that marks the speech as synthetic. */
  note?: string;
}

const syntheticNote = 'This speech is synthetic: it was generated by a computer from the text.';

/** Cues as a WebVTT file (W3C WebVTT: The Web Video Text Tracks Format), numbered from 1. */
export function webvttOf(cues: readonly Cue[], { title, note = syntheticNote }: WebvttOptions = {}): string {
  const blocks = [title ? `WEBVTT - ${plainLine(title)}` : 'WEBVTT', `NOTE ${plainLine(note)}`];
  for (const [index, { startMs, endMs, lines }] of cues.entries()) {
    blocks.push(
      `${index + 1}\n${vttTimestamp(startMs)} --> ${vttTimestamp(endMs)}\n${lines.map(escapeCue).join('\n')}`,
    );
  }
  return `${blocks.join('\n\n')}\n`;
}

/**
 * Returns the same cues as a SubRip file. The format has no notes, so its first cue is the first spoken text.
 */
export const subripOf = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ startMs, endMs, lines }, index) =>
        `${index + 1}\n${srtTimestamp(startMs)} --> ${srtTimestamp(endMs)}\n${lines.map((line) => line.replaceAll('-->', '→').replaceAll('\0', '')).join('\n')}\n`,
    )
    .join('\n');

const srtTimestamp = (ms: number): string => vttTimestamp(ms).replace('.', ',');
