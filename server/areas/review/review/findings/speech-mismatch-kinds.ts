import type { Message } from '../../../../lib/declare-messages.ts';
import type { Divergence } from '../speech-check/compare-speech.ts';
import { reviewMessages } from '../messages.ts';
import { placeOf, quoteWord, type FindingMatch, type ReviewedArticle } from './finding.ts';

/** Less is what recognisers leave out and put in themselves: an article, a particle. */
const least = 0.5;

/** Message for each kind of mismatch. */
const reasons: Record<Divergence['kind'], (divergence: Divergence) => Message> = {
  missing: ({ said }) => reviewMessages.FOUND_HEARD_MISSING({ said: quoteWord(said) }),
  added: ({ heard }) => reviewMessages.FOUND_HEARD_ADDED({ heard: quoteWord(heard) }),
  otherwise: ({ said, heard }) =>
    reviewMessages.FOUND_HEARD_OTHERWISE({ said: quoteWord(said), heard: quoteWord(heard) }),
};

/** How a divergence counts: only one kind of finding tells of it. */
type HeardKind = 'astray' | 'other sense' | Divergence['kind'];

const kindOf = ({ isAstray, turns, kind }: Divergence): HeardKind =>
  isAstray ? 'astray' : turns ? 'other sense' : kind;

/** Returns the speech mismatches of one kind in an article; none if nothing was recognized. */
export function speechMismatches(kind: HeardKind, { chunks }: ReviewedArticle): FindingMatch[] {
  return chunks.flatMap((chunk) =>
    (chunk.heard ?? [])
      .filter((divergence) => divergence.distance >= least && kindOf(divergence) === kind)
      .map((divergence): FindingMatch => ({
        ...placeOf(chunk, divergence.start, divergence.length),
        ...(divergence.kind === 'otherwise' && isWord(divergence.said) && { word: divergence.said }),
        reason: divergence.isAstray
          ? reviewMessages.FOUND_HEARD_ASTRAY({ words: divergence.words })
          : reasons[divergence.kind](divergence),
      })),
  );
}

const isWord = (said: string): boolean => !/\s/.test(said);
