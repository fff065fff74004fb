import type { SpelledOut, Spelling } from '../normalise/spelling.ts';

/**
 * Returns a spelling without the changes that would take a written form away from the dictionary entry made
 * for it: "3/4", "Dr." or "U2" stay as written, so that the entry applies afterwards. An entry counts if it
 * is about digits or signs, or covers all that the rule spelled out; "Euro" in "5 Euro" is no reason to
 * leave the 5.
 * @param applied where entries apply in the written text
 */
export function keepForEntries(
  written: string,
  spelling: Spelling,
  applied: readonly { start: number; length: number }[],
): Spelling {
  const changes = spelling.changes.filter(
    (change) => !applied.some((entry) => claims(written, entry, change)),
  );
  if (changes.length === spelling.changes.length) return spelling;
  let spoken = '';
  let at = 0;
  for (const change of changes) {
    spoken += written.slice(at, change.start) + change.spoken;
    at = change.start + change.length;
  }
  return { spoken: spoken + written.slice(at), changes };
}

function claims(
  written: string,
  { start, length }: { start: number; length: number },
  change: SpelledOut,
): boolean {
  const end = start + length;
  const changeEnd = change.start + change.length;
  if (start >= changeEnd || end <= change.start) return false;
  return /[\p{N}\p{S}%&@#§/]/u.test(written.slice(start, end)) || (start <= change.start && end >= changeEnd);
}
