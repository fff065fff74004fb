import { z } from 'zod';
import { sentenceRanges } from '../../../../text/sentences.ts';
import type { ReviewedChunk } from '../findings/finding.ts';
import { placeOf } from '../findings/finding.ts';
import type { Divergence } from './compare-speech.ts';

/** A sentence whose recognized speech differs from its text. */
export interface SpeechMismatch {
  /** UTF-16 offset and length of its part of the article, as it is written. */
  start: number;
  length: number;
  /** The text to be spoken. */
  said: string;
  /** Its differences: words to be spoken, and words recognized; either may be empty. */
  differences: { said: string; heard: string }[];
  /** How much was recognized differently: words by their sound; negations and numbers count several times. */
  distance: number;
}

/** What the column `sentences` of a check holds. */
export const speechMismatches: z.ZodType<SpeechMismatch[]> = z.array(
  z.object({
    start: z.number(),
    length: z.number(),
    said: z.string(),
    differences: z.array(z.object({ said: z.string(), heard: z.string() })),
    distance: z.number(),
  }),
);

/** Maximum number of sentences that a person could check. */
const mostSentences = 50;

/** Returns the sentences that were recognized differently, those that differ most by sound first. */
export function rankMismatches(chunks: readonly ReviewedChunk[]): SpeechMismatch[] {
  return chunks
    .flatMap((chunk) => sentencesOf(chunk))
    .sort((a, b) => b.distance - a.distance || a.start - b.start)
    .slice(0, mostSentences);
}

function sentencesOf(chunk: ReviewedChunk): SpeechMismatch[] {
  const { text, language, heard = [] } = chunk;
  if (heard.length === 0) return [];
  return sentenceRanges(text, language).flatMap(({ start, end }) => {
    const own = heard.filter((divergence) => divergence.start >= start && divergence.start < end);
    if (own.length === 0) return [];
    return [
      {
        ...placeOf(chunk, start, end - start),
        said: text.slice(start, end),
        differences: own.map(({ said, heard: got }) => ({ said, heard: got })),
        distance: Math.round(own.reduce((sum, { distance }) => sum + distance, 0) * 100) / 100,
      },
    ];
  });
}

/** Returns whether a chunk's speech is so wrong that it is worth regenerating. */
export const isFailed = (divergences: readonly Divergence[]): boolean =>
  divergences.some(({ isAstray, turns, distance }) => isAstray || (turns && distance >= 1) || distance >= 3);
