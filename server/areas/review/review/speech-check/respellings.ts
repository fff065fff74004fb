import { diffArrays } from 'diff';
import type { Divergence } from './compare-speech.ts';

/** Words whose pronunciation differs from their spelling; either may be empty. */
export interface Respelling {
  before: string;
  after: string;
}

/** Where a text as it is spoken differs from what is written, word by word. */
export function respellingsBetween(written: string, spoken: string): Respelling[] {
  const places: Respelling[] = [];
  let before: string | null = null;
  for (const { value, added, removed } of diffArrays(written.split(' '), spoken.split(' '))) {
    if (added) places.push({ before: before ?? '', after: value.join(' ') });
    else if (before !== null) places.push({ before, after: '' });
    before = removed ? value.join(' ') : null;
  }
  return before === null ? places : [...places, { before, after: '' }];
}

/** Returns whether recognized words match the original spelling of respelled text: that is no fault. */
export const isMatchingSpelling = (
  { said, heard, isAstray }: Pick<Divergence, 'said' | 'heard' | 'isAstray'>,
  written: string,
  spoken: string,
): boolean =>
  !isAstray &&
  heard !== '' &&
  respellingsBetween(written, spoken).some(
    ({ before, after }) => bare(before) === bare(heard) && ` ${bare(after)} `.includes(` ${bare(said)} `),
  );

/** Without case and punctuation. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\s]/gu, '')
    .trim();
