import type { Readings } from '../../../../text/normalise/readings.ts';
import { isSpelled, keptPassages, spellOut } from '../../../../text/normalise/spell-out.ts';
import { writtenPosition } from '../../../../text/normalise/written-positions.ts';
import { reviewMessages } from '../messages.ts';
import { placeOf, quoteWord, type Finder, type FindingMatch, type ReviewedChunk } from './finding.ts';

/** A token with a digit or a spoken sign, without the punctuation around it. Bars alone separate. */
const pattern =
  /(?:(?![„“”"'«»‹›([{<|])\S){0,60}?[\p{N}€$£¥₹₩§%‰°±=^~\\](?:[^\s]{0,60}[^\s.,;:!?…)\]}>„“”"'’«»‹›|])?/gu;

/** Digits or signs that no rule of the language reads, or whose rule failed: the voice decides. */
export const leftAsWritten: Finder = {
  severity: 'warning',
  description: 'Digits or signs that normalization left as they are written.',
  find({ chunks, known, isNormalized, readings, written }) {
    if (!isNormalized) return [];
    const seen = new Set<string>();
    return chunks.flatMap((chunk): FindingMatch[] => {
      const { language } = chunk;
      if (!isSpelled(language)) return [];
      const kept = keptPassages(chunk.written, language, readings);
      return [...chunk.text.matchAll(pattern)].flatMap(({ 0: token, index }): FindingMatch[] => {
        const place = writtenPlace(chunk, index, token.length, readings);
        const at = place.start - chunk.start;
        if (kept.some(({ start, length }) => start < at + place.length && start + length > at)) return [];
        const word = written.slice(place.start, place.start + place.length);
        if (seen.has(word) || known.has(word.toLowerCase())) return [];
        seen.add(word);
        return [{ ...place, word, reason: reviewMessages.FOUND_LEFT_AS_WRITTEN({ word: quoteWord(word) }) }];
      });
    });
  },
};

/** Where a piece of a chunk's spoken text is written: "$20M" for "$zwanzig", which a rule read in part. */
function writtenPlace(chunk: ReviewedChunk, index: number, length: number, readings: Readings) {
  const { text, written, start, language } = chunk;
  const { spoken, changes } = spellOut(written, language, false, readings);
  if (spoken !== text) return placeOf(chunk, index, length);
  const from = writtenPosition(index, changes, 'before');
  const to = writtenPosition(index + length, changes, 'after');
  const rest = /^[^\s.,;:!?…)\]}>„“”"'’«»‹›|]{0,60}/u.exec(written.slice(to));
  return { start: start + from, length: to + (rest?.[0].length ?? 0) - from };
}
