import { z } from 'zod';
import { sentenceRanges } from '../../../../text/sentences.ts';
import type { ReviewedChunk } from '../findings/finding.ts';
import { placeOf } from '../findings/finding.ts';
import type { Divergence } from './compare-speech.ts';

/** A sentence that was heard otherwise than it is to be said. */
export interface MisheardSentence {
  /** UTF-16 offset and length of its part of the article, as it is written. */
  start: number;
  length: number;
  /** As it is to be said. */
  said: string;
  /** What differs in it: words as they are to be said, and as they were heard; either may be empty. */
  differences: { said: string; heard: string }[];
  /** How much was heard otherwise: words by their sound; negations and numbers count several times. */
  distance: number;
}

/** What the column `sentences` of a check holds. */
export const misheardSentences: z.ZodType<MisheardSentence[]> = z.array(
  z.object({
    start: z.number(),
    length: z.number(),
    said: z.string(),
    differences: z.array(z.object({ said: z.string(), heard: z.string() })),
    distance: z.number(),
  }),
);

/** What somebody could look through. */
const mostSentences = 50;

/** The sentences that were heard otherwise, those first in which most differs by its sound. */
export function rankMisheard(chunks: readonly ReviewedChunk[]): MisheardSentence[] {
  return chunks
    .flatMap((chunk) => sentencesOf(chunk))
    .sort((a, b) => b.distance - a.distance || a.start - b.start)
    .slice(0, mostSentences);
}

function sentencesOf(chunk: ReviewedChunk): MisheardSentence[] {
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

/** Whether a chunk was said so wrongly that it is worth voicing it again. */
export const isFailed = (divergences: readonly Divergence[]): boolean =>
  divergences.some(({ isAstray, turns, distance }) => isAstray || (turns && distance >= 1) || distance >= 3);
