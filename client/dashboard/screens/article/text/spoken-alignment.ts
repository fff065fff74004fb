import { diffArrays } from 'diff';

/** A word of the written text, and when it sounds. */
export interface SyncedWord {
  /** Offset in the written text, and length, in UTF-16 code units. */
  start: number;
  length: number;
  /** Milliseconds from the beginning of the audio. */
  startMs: number;
}

interface SpokenWord {
  readonly start: number;
  readonly length: number;
  readonly startMs: number;
}

/**
 * Words that may differ between what is written and what was spoken: beyond, comparing takes too long to be
 * worth it.
 */
const maxEditLength = 1_000;
const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const compared = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Maps each written word to its time in the audio. The text may have been edited since the audio was
 * generated, and numbers have more spoken words than written ones: differing parts are aligned in order.
 * @param title precedes the text in the audio
 * @returns in order; words without audio are left out
 */
export function syncedWords(
  written: string,
  { text: spoken, words, title }: { text: string; words: readonly SpokenWord[]; title: string },
): SyncedWord[] {
  const begins = spoken.startsWith(title) ? title.length : 0;
  const sounding = words.filter(({ start }) => start >= begins);
  const tokens = [...written.matchAll(word)].map(({ 0: text, index }) => ({ text, start: index }));
  const parts = diffArrays(
    sounding.map(({ start, length }) => compared(spoken.slice(start, start + length))),
    tokens.map(({ text }) => compared(text)),
    { maxEditLength },
  );
  if (!parts) return [];
  const followed: SyncedWord[] = [];
  let [heard, read] = [0, 0];
  /** Aligns a number of written words with a number of spoken ones. */
  const lay = (spokenCount: number, writtenCount: number) => {
    for (let index = 0; index < writtenCount && spokenCount > 0; index++) {
      const { text, start } = tokens[read + index]!;
      const { startMs } = sounding[heard + Math.floor((index * spokenCount) / writtenCount)]!;
      followed.push({ start, length: text.length, startMs });
    }
    heard += spokenCount;
    read += writtenCount;
  };
  for (let index = 0; index < parts.length; index++) {
    const { added, removed, count } = parts[index]!;
    const next = parts[index + 1];
    if (!added && !removed) lay(count, count);
    else if (removed && next?.added) lay(count, parts[++index]!.count);
    else if (added && next?.removed) lay(parts[++index]!.count, count);
    else if (removed) lay(count, 0);
    else lay(0, count);
  }
  return followed;
}

/**
 * The sentence around a place of a text: from its first to behind its last character, without the space
 * around it.
 */
export function sentenceAt(text: string, place: number): { start: number; end: number } {
  // Sentences end with their paragraph.
  const from = text.lastIndexOf('\n', place - 1) + 1;
  const to = text.indexOf('\n', place);
  const paragraph = text.slice(from, to === -1 ? undefined : to);
  const segments = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(paragraph);
  const { segment, index } = segments.containing(Math.min(place - from, paragraph.length - 1)) ?? {
    segment: paragraph,
    index: 0,
  };
  const start = from + index + (segment.length - segment.trimStart().length);
  return { start, end: start + segment.trim().length };
}
