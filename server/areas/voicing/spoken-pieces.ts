import type { Chunk } from '../../text/chunk-text.ts';
import { writtenPosition } from '../../text/normalise/written-positions.ts';
import type { SpelledOut, Spelling } from '../../text/normalise/spelling.ts';
import { sizeOf, splitToLimit, type TextLimit } from '../../text/split-to-limit.ts';

/** A piece of an article as it is spoken; `start` and `end` are where it is written. */
export interface SpokenPiece extends Chunk {
  /** Null: as it is spoken. */
  written: string | null;
  /** What is spelled out; offsets count in `written`. */
  changes: readonly SpelledOut[];
}

export const asWritten = (piece: Chunk): SpokenPiece => ({ ...piece, written: null, changes: [] });

/**
 * The pieces as they were spelled out, one for each spelling; cut again where that made them longer than a
 * provider takes at once.
 */
export function spokenPieces(
  pieces: readonly Chunk[],
  spellings: readonly Spelling[],
  limit: TextLimit,
  languageOf: (piece: Chunk) => string,
): SpokenPiece[] {
  return pieces.flatMap((piece, index) => {
    const { spoken, changes } = spellings[index]!;
    if (changes.length === 0) return [asWritten(piece)];
    if (sizeOf(spoken, 0, spoken.length, limit.unit) <= limit.value)
      return [{ ...piece, text: spoken, written: piece.text, changes }];
    return cutAgain(piece, spellings[index]!, limit, languageOf(piece));
  });
}

function cutAgain(
  piece: Chunk,
  { spoken, changes }: Spelling,
  limit: TextLimit,
  language: string,
): SpokenPiece[] {
  const parts = splitToLimit(spoken, { start: 0, end: spoken.length }, limit, language);
  return parts.map(({ start, end }, index) => {
    const isLast = index === parts.length - 1;
    // What a part begins within is said for the part before.
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
      start: piece.start + from,
      end: piece.start + to,
      pauseAfter: isLast ? piece.pauseAfter : 'none',
    };
  });
}
