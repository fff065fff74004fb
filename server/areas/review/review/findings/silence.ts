import { reviewMessages } from '../messages.ts';
import { chunkPlace, type Finder } from './finding.ts';
import { measuredChunks } from './measured-chunks.ts';

/** Milliseconds. */
const longest = 2_000;

/** Finds silence within speech: a listener thinks that it has ended. */
export const silence: Finder = {
  severity: 'fault',
  description: 'Silence of more than two seconds within a sentence.',
  find: (article) =>
    measuredChunks(article).flatMap(({ chunk, measures: { silenceMs, silenceAtMs } }) => {
      if (silenceMs <= longest) return [];
      const startMs = chunk.startMs + silenceAtMs;
      return [
        {
          ...chunkPlace(chunk),
          startMs,
          endMs: startMs + silenceMs,
          reason: reviewMessages.FOUND_SILENCE({ seconds: Math.round(silenceMs / 100) / 10 }),
        },
      ];
    }),
};
