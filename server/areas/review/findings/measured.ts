import type { SoundMeasures } from '../../../audio/sound-measures.ts';
import type { HeardArticle, HeardChunk } from './finding.ts';

/** The chunks whose sound was measured when it was voiced. */
export const measured = ({ chunks }: HeardArticle): { chunk: HeardChunk; measures: SoundMeasures }[] =>
  chunks.flatMap((chunk) => (chunk.measures ? [{ chunk, measures: chunk.measures }] : []));
