import { longerPause, type Chunk } from '../../../text/chunk-text.ts';
import { isSpeakable } from '../../../text/normalise-text.ts';
import { writtenPosition } from '../../../text/normalise/written-positions.ts';
import type { SpelledOut } from '../../../text/normalise/spelling.ts';
import type { Sounds } from '../../../text/pronunciation/pronounce.ts';
import { sizeOf, splitToLimit, type TextLimit } from '../../../text/split-to-limit.ts';
import type { PronouncedPiece } from './pronounce-pieces.ts';

/** A piece of an article as it is spoken; `start` and `end` are where it is written. */
export interface SpokenPiece extends Chunk {
  /** Null: as it is spoken. */
  written: string | null;
  /** What is spelled out or said otherwise; offsets count in `written`. */
  changes: readonly SpelledOut[];
  /** In `text`. */
  sounds: readonly Sounds[];
}

export const unchangedPiece = (piece: Chunk): SpokenPiece => ({
  ...piece,
  written: null,
  changes: [],
  sounds: [],
});

/**
 * Returns the spoken pieces, one for each `PronouncedPiece`. Splits a piece again that has become longer than
 * a provider's limit, and omits one of which nothing is spoken.
 */
export function spokenPieces(
  pieces: readonly Chunk[],
  said: readonly PronouncedPiece[],
  limit: TextLimit,
  languageOf: (piece: Chunk) => string,
): SpokenPiece[] {
  const spoken: SpokenPiece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = spoken.at(-1);
    const own = said[index]!;
    if (isSpeakable(own.spoken)) spoken.push(...spokenPiece(piece, own, limit, languageOf));
    else if (before) before.pauseAfter = longerPause(before.pauseAfter, piece.pauseAfter);
  }
  const last = spoken.at(-1);
  if (last) last.pauseAfter = 'none';
  return spoken;
}

function spokenPiece(
  piece: Chunk,
  said: PronouncedPiece,
  limit: TextLimit,
  languageOf: (piece: Chunk) => string,
): SpokenPiece[] {
  const { spoken, changes, sounds } = said;
  if (changes.length === 0) return [{ ...unchangedPiece(piece), sounds }];
  if (sizeOf(spoken, 0, spoken.length, limit.unit) <= limit.value)
    return [{ ...piece, text: spoken, written: piece.text, changes, sounds }];
  return cutAgain(piece, said, limit, languageOf(piece));
}

function cutAgain(
  piece: Chunk,
  { spoken, changes, sounds }: PronouncedPiece,
  limit: TextLimit,
  language: string,
): SpokenPiece[] {
  const parts = splitToLimit(spoken, { start: 0, end: spoken.length }, limit, language);
  return parts.map(({ start, end }, index) => {
    const isLast = index === parts.length - 1;
    // A replacement in which a part begins belongs to the part before.
    const from = index === 0 ? 0 : writtenPosition(start, changes, 'after');
    const to = isLast ? piece.text.length : writtenPosition(end, changes, 'after');
    let ahead = 0;
    const within = changes.flatMap((change): SpelledOut[] => {
      const begins = change.start + ahead;
      ahead += change.spoken.length - change.length;
      const [first, last] = [Math.max(begins, start), Math.min(begins + change.spoken.length, end)];
      if (first >= last) return [];
      const isBegun = begins < start;
      return [
        {
          start: isBegun ? 0 : change.start - from,
          length: isBegun ? 0 : change.length,
          spoken: spoken.slice(first, last),
        },
      ];
    });
    return {
      ...piece,
      text: spoken.slice(start, end),
      written: piece.text.slice(from, to),
      changes: within,
      // Phonemes that a cut splits are dropped: that text is spoken as written.
      sounds: sounds.flatMap((one) =>
        one.start >= start && one.start + one.length <= end ? [{ ...one, start: one.start - start }] : [],
      ),
      start: piece.start + from,
      end: piece.start + to,
      pauseAfter: isLast ? piece.pauseAfter : 'none',
    };
  });
}
