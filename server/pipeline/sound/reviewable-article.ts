import type { ReviewedArticle } from '../../areas/review/review/findings/finding.ts';
import type { Plan, PlannedChunk } from '../../areas/voice/voicing/voicing-plan.ts';
import type { WordTiming } from '../../text/words.ts';
import type { VoicedSegment } from './voiced-segments.ts';

/**
 * Returns what can be reviewed of a version, from the data at hand when its file is generated.
 * @param heard its audible chunks
 * @param offsetsMs start of each in the file, milliseconds
 */
export function reviewableArticle(
  { spoken, tags: { language = '' }, pronounced, normalized, readings }: Plan,
  heard: readonly PlannedChunk[],
  segments: ReadonlyMap<string, VoicedSegment>,
  offsetsMs: readonly number[],
  timings: readonly WordTiming[],
): ReviewedArticle {
  return {
    language,
    written: spoken,
    timings,
    isNormalized: normalized !== null,
    readings,
    known: new Set((pronounced ?? []).map(({ source }) => source.toLowerCase())),
    chunks: heard.map(({ key, text, written, start, request }, index) => {
      const { samples, sampleRate, measures } = segments.get(key)!;
      return {
        text,
        written: written ?? text,
        start,
        language: request.language,
        startMs: offsetsMs[index]!,
        lengthMs: sampleRate > 0 ? (samples * 1000) / sampleRate : 0,
        measures,
      };
    }),
  };
}
