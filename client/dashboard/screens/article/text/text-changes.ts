import { diffWordsWithSpace } from 'diff';
import type { TextChange } from './TextChanges.tsx';

/** Words that may differ; the time that comparing takes grows with their square. */
const maxEditLength = 400;

/**
 * What changed from one text to another, word by word; where hundreds of words differ, one text for the
 * other.
 */
export function textChanges(before: string, after: string): TextChange[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength });
  if (parts)
    return parts.map(({ value, added, removed }) => ({
      kind: added ? 'ADDED' : removed ? 'REMOVED' : 'KEPT',
      text: value,
    }));
  return [
    { kind: 'REMOVED', text: before },
    { kind: 'ADDED', text: after },
  ];
}
