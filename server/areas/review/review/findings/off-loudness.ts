import { reviewMessages } from '../messages.ts';
import { chunkPlace, type Finder } from './finding.ts';
import { measuredChunks } from './measured-chunks.ts';

/** LU. */
const most = 1;

/** A sentence that is louder or softer than the others, because its peaks left no room. */
export const loudness: Finder = {
  severity: 'warning',
  description: 'A sentence whose loudness is more than 1 LU off the target.',
  find: (article) =>
    measuredChunks(article).flatMap(({ chunk, measures: { offTargetLu } }) => {
      if (Math.abs(offTargetLu) <= most) return [];
      const reason = reviewMessages.FOUND_LOUDNESS({
        units: Math.round(Math.abs(offTargetLu) * 10) / 10,
        direction: offTargetLu > 0 ? 'louder' : 'softer',
      });
      return [{ ...chunkPlace(chunk), reason }];
    }),
};
