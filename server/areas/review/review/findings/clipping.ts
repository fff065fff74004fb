import { reviewMessages } from '../messages.ts';
import { chunkPlace, type Finder } from './finding.ts';
import { measuredChunks } from './measured-chunks.ts';

/** Share of samples in flat tops. A voice that just fills the scale has a tenth of that. */
const most = 0.001;

/** Sound whose peaks were cut off before it came to us. */
export const clipping: Finder = {
  severity: 'fault',
  description: 'Audio with clipped peaks.',
  find: (article) =>
    measuredChunks(article)
      .filter(({ measures }) => measures.clipped > most)
      .map(({ chunk }) => ({ ...chunkPlace(chunk), reason: reviewMessages.FOUND_CLIPPING() })),
};
