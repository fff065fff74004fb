import { diffLines, diffWordsWithSpace } from 'diff';

/** A stretch that both texts have, or that only the older (`removed`) or newer one (`added`) has. */
export interface DiffPart {
  value: string;
  added?: true;
  removed?: true;
}

/** Words (or lines) that may differ; the time that comparing takes grows with their square. */
const maxEditLength = 400;

/**
 * What changed from one text to another: DiffPart[] as JSON, or null when nothing did. Word by word; line by
 * line where hundreds of words differ, and where hundreds of lines do, one text for the other.
 */
export function textDiff(before: string, after: string): string | null {
  if (before === after) return null;
  const parts: DiffPart[] = (
    diffWordsWithSpace(before, after, { maxEditLength }) ?? diffLines(before, after, { maxEditLength })
  )?.map(({ value, added, removed }) => ({
    value,
    ...(added && { added }),
    ...(removed && { removed }),
  })) ?? [
    { value: before, removed: true },
    { value: after, added: true },
  ];
  return JSON.stringify(parts.filter(({ value }) => value !== ''));
}

/** The parts of a stored difference. @throws SyntaxError if it is invalid */
export function readTextDiff(diff: string): DiffPart[] {
  const parts: unknown = JSON.parse(diff);
  if (Array.isArray(parts) && parts.every((part) => typeof (part as DiffPart | null)?.value === 'string'))
    return parts as DiffPart[];
  throw new SyntaxError('This is not a recorded difference.');
}
