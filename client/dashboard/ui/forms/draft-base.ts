import type { Fields } from './draft.ts';

/** State at the start of a draft, which distinguishes other members' changes from the user's own. */
export interface DraftBase<F extends Fields = Fields> {
  revision: number;
  values: F;
}

const prefix = 'draft-base:';

/** What the draft of that key began with; null: there is none, or it cannot be read. */
export function readBase<F extends Fields>(key: string): DraftBase<F> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as DraftBase<F> | null;
    return typeof kept?.revision === 'number' && kept.values && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Stores the base from the first change on, across reloads.
 * @returns the stored base
 */
export function keepBase<F extends Fields>(key: string, base: DraftBase<F>): DraftBase<F> {
  const kept = readBase<F>(key);
  if (kept) return kept;
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(base));
  } catch {
    // The storage is full or refused: it lasts as long as the screen.
  }
  return base;
}

export function forgetBase(key: string): void {
  sessionStorage.removeItem(prefix + key);
}

/** Field that another member changed: before, now, and in the user's draft, if it is in there. */
export interface Change {
  name: string;
  before: unknown;
  theirs: unknown;
  mine?: unknown;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns what changed since a draft began. Identical changes on both sides are no difference. Fields missing
 * from the base are skipped, because it is unknown whether they changed.
 */
export function changesSince<F extends Fields>(
  { values: before }: DraftBase<F>,
  now: F,
  draft: Partial<F>,
): Change[] {
  return Object.keys(now)
    .filter((name) => name in before && !same(now[name], before[name]))
    .filter((name) => !(name in draft) || !same(now[name], draft[name]))
    .map((name) => ({
      name,
      before: before[name],
      theirs: now[name],
      ...(name in draft && { mine: draft[name] }),
    }));
}
