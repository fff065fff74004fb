import { diffArrays } from 'diff';

/** A stretch of the older text that was replaced, by places of its pieces. */
interface Replaced {
  from: number;
  to: number;
  by: string[];
}

/** Pieces that may differ: beyond, comparing takes too long. */
const maxEditLength = 2_000;

/**
 * Sentences with what follows them: two people in one sentence are in each other's way, in two they are not.
 */
function piecesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function replacedIn(before: string[], after: string[]): Replaced[] | null {
  const parts = diffArrays(before, after, { maxEditLength });
  if (!parts) return null;
  const replaced: Replaced[] = [];
  let place = 0;
  for (const { added, removed, count, value } of parts) {
    const last = replaced.at(-1);
    if (!added && !removed) place += count;
    else if (removed) {
      if (last?.to === place) last.to += count;
      else replaced.push({ from: place, to: place + count, by: [] });
      place += count;
    } else if (last?.to === place) last.by.push(...value);
    else replaced.push({ from: place, to: place, by: [...value] });
  }
  return replaced;
}

const meet = (a: Replaced, b: Replaced): boolean => a.from <= b.to && b.from <= a.to;

/**
 * A text with the changes of two people who both began with the same one.
 * @returns null where their changes meet: in the same sentence, or side by side
 */
export function mergeText(before: string, theirs: string, mine: string): string | null {
  const pieces = piecesOf(before);
  const [first, second] = [replacedIn(pieces, piecesOf(theirs)), replacedIn(pieces, piecesOf(mine))];
  if (!first || !second || first.some((a) => second.some((b) => meet(a, b)))) return null;
  const merged: string[] = [];
  let place = 0;
  for (const { from, to, by } of [...first, ...second].sort((a, b) => a.from - b.from)) {
    merged.push(...pieces.slice(place, from), ...by);
    place = to;
  }
  return [...merged, ...pieces.slice(place)].join('');
}
