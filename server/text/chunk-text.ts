import { textBlocks } from './blocks.ts';
import type { Block } from './blocks.ts';
import { isSpeakable } from './normalise-text.ts';
import { scriptRuns } from './script-runs.ts';
import { sentenceRanges, trimRange } from './sentences.ts';
import type { TextRange } from './sentences.ts';
import { sizeOf, smallestLimit, splitToLimit } from './split-to-limit.ts';
import type { TextLimit } from './split-to-limit.ts';
import { parseVoiceTags } from './voice-tags.ts';
import type { VoiceSpan, VoiceTag } from './voice-tags.ts';

/**
 * How a text is cut into the units of generating, caching and editing. Voice tags switch the voice under
 * every strategy, and no chunk holds two voices. The plain strategies follow the text: sentences and
 * paragraphs are found as if there were no tags, then cut where the voice changes, without a pause when that
 * is inside a sentence. The voice tag strategies follow the tags: each tagged passage is cut separately, by
 * the rules of its language, so that its edges always end a sentence.
 */
export type ChunkStrategy = 'sentences' | 'paragraphs' | 'voice_tag_sentences' | 'voice_tag_paragraphs';

/** The silence that follows a chunk; how long each is, a project decides. */
export type Pause = 'none' | 'sentence' | 'paragraph' | 'heading';

export interface Chunk {
  /** What is spoken: the source from `start` to `end`, each line break or other white space a plain space. */
  text: string;
  kind: 'title' | 'heading' | 'list_item' | 'sentence' | 'paragraph';
  /** From a voice tag; undefined: the article's own voice. */
  voice?: VoiceTag;
  pauseAfter: Pause;
  /**
   * UTF-16 offsets in the text (of a title chunk: in the title), so that offsets within `text` + start are
   * the source's.
   */
  start: number;
  end: number;
}

export interface ChunkOptions {
  strategy: ChunkStrategy;
  /** BCP 47. */
  language: string;
  /** The provider's limit for one request; at least 8. */
  limit: TextLimit;
  /**
   * Voices for passages in other scripts, by language (BCP 47); without one for its language, a passage is
   * spoken by the article's voice. Not used with the voice tag strategies, which follow the tags.
   */
  scriptVoices?: Readonly<Record<string, VoiceTag>> | undefined;
  /** Spoken first, as a separate chunk. Plain text: voice tags have no effect in it. */
  title?: string | undefined;
}

/**
 * Cuts a text (ideally normalized by `normaliseText`) into chunks, in order, that never exceed the limit and
 * never cut a word, an entity or a tag unless one word alone exceeds the limit. Between chunks are white
 * space, tags, list signs and unpronounceable characters; everything with a letter or digit is in a chunk.
 * Each sentence is cut independently, so editing one changes one chunk. Pure and linear: a million characters
 * take about a second.
 * @throws VoiceTagError a voice tag is invalid
 * @throws RangeError the limit is too small to cut any text
 */
export function chunkText(
  text: string,
  { strategy, language, limit, title, scriptVoices = {} }: ChunkOptions,
): Chunk[] {
  if (!(limit.value >= smallestLimit))
    throw new RangeError(`A limit of ${limit.value} ${limit.unit} is too small to cut a text.`);
  const byTags = strategy === 'voice_tag_sentences' || strategy === 'voice_tag_paragraphs';
  const voiced = untagged(text, byTags ? {} : scriptVoices);
  const folded = voiced.plain.replace(/\s/g, ' ');
  const byParagraphs = strategy === 'paragraphs' || strategy === 'voice_tag_paragraphs';

  const chunks: Chunk[] =
    title === undefined ? [] : titleChunks(title, language, limit, byTags ? {} : scriptVoices);
  let span = 0;
  for (const region of byTags ? voiced.spans : [{ start: 0, end: folded.length, voice: undefined }]) {
    const spoken = region.voice?.language ?? language;
    for (const block of textBlocks(voiced.plain, region)) {
      while (voiced.spans[span]!.end <= block.start) span++;
      let pieces = blockPieces(folded, block, voiced.spans, span, limit, spoken);
      pieces = attachUnspeakable(folded, pieces, limit);
      if (byParagraphs) pieces = joinPieces(folded, pieces, limit);

      const blockPause: Pause =
        block.kind === 'heading' ? 'heading' : block.endsParagraph ? 'paragraph' : 'sentence';
      const before = chunks.at(-1);
      if (pieces.length === 0 && before) before.pauseAfter = longerPause(before.pauseAfter, blockPause);
      for (const [index, piece] of pieces.entries()) {
        const { voice, shift } = voiced.spans[piece.span]!;
        chunks.push({
          text: folded.slice(piece.start, piece.end),
          kind: block.kind === 'paragraph' && !byParagraphs ? 'sentence' : block.kind,
          ...(voice && { voice }),
          pauseAfter: index === pieces.length - 1 ? blockPause : piece.pauseAfter,
          start: piece.start + shift,
          end: piece.end + shift,
        });
      }
    }
  }
  const last = chunks.at(-1);
  if (last) last.pauseAfter = 'none';
  return chunks;
}

/** A stretch of the plain text within one sentence and one voice. */
interface Piece extends TextRange {
  span: number;
  pauseAfter: Pause;
}

/** A voice span in offsets of the plain text; `shift` leads back to the source. */
interface PlainSpan extends VoiceSpan {
  shift: number;
}

function untagged(
  text: string,
  scriptVoices: Readonly<Record<string, VoiceTag>>,
): { plain: string; spans: PlainSpan[] } {
  const spans: PlainSpan[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const { start, end, voice } of parseVoiceTags(text)) {
    const span = { start: length, end: length + end - start, shift: start - length };
    if (voice) spans.push({ ...span, voice });
    else spans.push(...spansByScript(text.slice(start, end), span, scriptVoices));
    parts.push(text.slice(start, end));
    length += end - start;
  }
  return { plain: parts.length === 1 ? parts[0]! : parts.join(''), spans };
}

/** Cuts a span where its text is in another script for which there is a voice. */
function spansByScript(
  text: string,
  { start, end, shift }: PlainSpan,
  scriptVoices: Readonly<Record<string, VoiceTag>>,
): PlainSpan[] {
  const spans: PlainSpan[] = [];
  let from = start;
  for (const { language, ...run } of scriptRuns(text)) {
    const voice = scriptVoices[language];
    if (!voice) continue;
    const at = start + run.start;
    if (at > from) spans.push({ start: from, end: at, shift });
    from = start + run.end;
    spans.push({ start: at, end: from, shift, voice });
  }
  if (end > from) spans.push({ start: from, end, shift });
  return spans;
}

function titleChunks(
  title: string,
  language: string,
  limit: TextLimit,
  scriptVoices: Readonly<Record<string, VoiceTag>>,
): Chunk[] {
  const folded = title.replace(/\s/g, ' ');
  if (!isSpeakable(folded)) return [];
  const spans = spansByScript(folded, { start: 0, end: folded.length, shift: 0 }, scriptVoices);
  const pieces = spans.flatMap(({ start, end, voice }) => {
    const whole = trimRange(folded, start, end);
    const ranges = whole ? splitToLimit(folded, whole, limit, language) : [];
    return ranges
      .filter((range) => isSpeakable(folded.slice(range.start, range.end)))
      .map((range) => ({ ...range, ...(voice && { voice }) }));
  });
  return pieces.map((piece, index) => ({
    text: folded.slice(piece.start, piece.end),
    kind: 'title',
    pauseAfter: index === pieces.length - 1 ? 'heading' : 'none',
    ...piece,
  }));
}

/** The sentences of a block, cut where the voice changes and where the limit demands it. */
function blockPieces(
  text: string,
  block: Block,
  spans: PlainSpan[],
  span: number,
  limit: TextLimit,
  language: string,
): Piece[] {
  const pieces: Piece[] = [];
  for (const sentence of sentenceRanges(text.slice(block.start, block.end), language)) {
    let start = sentence.start + block.start;
    const end = sentence.end + block.start;
    while (start < end) {
      while (spans[span]!.end <= start) span++;
      const sameVoice = trimRange(text, start, Math.min(end, spans[span]!.end));
      if (sameVoice) {
        for (const range of splitToLimit(text, sameVoice, limit, language))
          pieces.push({ ...range, span, pauseAfter: 'none' });
      }
      start = Math.min(end, spans[span]!.end);
    }
    const last = pieces.at(-1);
    if (last) last.pauseAfter = 'sentence';
  }
  return pieces;
}

/** Puts pieces without a letter or digit ("😀", "?!") to the piece before, or leaves them out. */
function attachUnspeakable(text: string, pieces: Piece[], limit: TextLimit): Piece[] {
  const speakable: Piece[] = [];
  for (const piece of pieces) {
    const before = speakable.at(-1);
    if (isSpeakable(text.slice(piece.start, piece.end))) speakable.push(piece);
    else if (before) {
      if (before.span === piece.span && sizeOf(text, before.start, piece.end, limit.unit) <= limit.value)
        before.end = piece.end;
      before.pauseAfter = piece.pauseAfter;
    }
  }
  return speakable;
}

/** As few pieces as the limit and the voices allow. */
function joinPieces(text: string, pieces: Piece[], limit: TextLimit): Piece[] {
  const joined: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    const before = joined.at(-1);
    const added = before ? sizeOf(text, before.end, piece.end, limit.unit) : 0;
    if (before && before.span === piece.span && size + added <= limit.value) {
      before.end = piece.end;
      before.pauseAfter = piece.pauseAfter;
      size += added;
    } else {
      joined.push(piece);
      size = sizeOf(text, piece.start, piece.end, limit.unit);
    }
  }
  return joined;
}

/** In the order of their length. */
const pauseOrder: Pause[] = ['none', 'sentence', 'paragraph', 'heading'];
/** Returns the pause that applies when two coincide. */
export const longerPause = (a: Pause, b: Pause): Pause =>
  pauseOrder.indexOf(a) > pauseOrder.indexOf(b) ? a : b;
