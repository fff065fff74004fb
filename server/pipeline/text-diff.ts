import { diffWordsWithSpace } from 'diff';

/** A stretch that both texts have, or that only the older (`removed`) or newer one (`added`) has. */
export interface DiffPart {
  value: string;
  added?: true;
  removed?: true;
}

/** Milliseconds after which two texts count as wholly different. */
const patience = 50;

/** What changed from one text to another, word by word: DiffPart[] as JSON, or null when nothing did. */
export function textDiff(before: string, after: string): string | null {
  if (before === after) return null;
  const found = diffWordsWithSpace(before, after, { timeout: patience });
  const whole: DiffPart[] = [{ value: before, removed: true }, { value: after, added: true }];
  const parts = found?.map(({ value, added, removed }): DiffPart => ({ value, ...(added && { added }), ...(removed && { removed }) })) ?? whole;
  return JSON.stringify(parts.filter(({ value }) => value !== ''));
}
