import { reviewMessages } from '../messages.ts';
import type { Finder, FindingMatch } from './finding.ts';

/** A shorter line may come again, as a heading or a refrain does. */
const leastCharacters = 60;

/** A paragraph that was there before. */
export const doubledParagraph: Finder = {
  severity: 'fault',
  description: 'A repeated paragraph.',
  find({ written }) {
    const seen = new Set<string>();
    const found: FindingMatch[] = [];
    for (const { 0: paragraph, index } of written.matchAll(/[^\n]+/g)) {
      const said = paragraph.trim().replace(/\s+/g, ' ').toLowerCase();
      if (said.length < leastCharacters) continue;
      if (seen.has(said))
        found.push({
          start: index,
          length: paragraph.length,
          reason: reviewMessages.FOUND_DOUBLED_PARAGRAPH(),
        });
      seen.add(said);
    }
    return found;
  },
};
