import { diffWordsWithSpace } from 'diff';
import type { DiffPart } from '../text-diff.ts';
import type { SpelledOut } from './spelling.ts';

/** Words that may differ; the time that comparing takes grows with their square. */
const maxEditLength = 300;

/**
 * Returns the changes between a written text and another author's spoken version, word by word where they are
 * similar enough.
 */
export function changesBetween(written: string, spoken: string): SpelledOut[] {
  if (written === spoken) return [];
  const parts = diffWordsWithSpace(written, spoken, { maxEditLength });
  if (!parts) return [{ start: 0, length: written.length, spoken }];
  const changes: SpelledOut[] = [];
  let at = 0;
  let open: SpelledOut | undefined;
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      at += value.length;
      // Text between two changes that contains no word belongs to both, so they become one.
      if (/[\p{L}\p{N}]/u.test(value)) open = undefined;
      else if (open) Object.assign(open, { length: open.length + value.length, spoken: open.spoken + value });
      continue;
    }
    if (!open) changes.push((open = { start: at, length: 0, spoken: '' }));
    if (removed) {
      open.length += value.length;
      at += value.length;
    } else open.spoken += value;
  }
  return changes;
}

/** The difference that changes make to a text, as logs keep it: DiffPart[] as JSON; null without changes. */
export function spellingDiff(written: string, changes: readonly SpelledOut[]): string | null {
  if (changes.length === 0) return null;
  const parts: DiffPart[] = [];
  let at = 0;
  for (const { start, length, spoken } of changes) {
    if (start > at) parts.push({ value: written.slice(at, start) });
    if (length > 0) parts.push({ value: written.slice(start, start + length), removed: true });
    if (spoken) parts.push({ value: spoken, added: true });
    at = start + length;
  }
  if (at < written.length) parts.push({ value: written.slice(at) });
  return JSON.stringify(parts);
}
