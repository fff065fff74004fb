import type { ChannelValues } from './channel-kinds.ts';

/** What a draft began with: by it, what somebody else saved meanwhile is told from what is one's own. */
export interface DraftBase {
  revision: number;
  values: ChannelValues;
}

const prefix = 'draft-base:';

/** What the draft of that key began with; null: there is none, or it cannot be read. */
export function readBase(key: string): DraftBase | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as DraftBase | null;
    return typeof kept?.revision === 'number' && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it from the first change on, however often the page is loaded anew. */
export function keepBase(key: string, base: DraftBase): void {
  if (readBase(key)) return;
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(base));
  } catch {
    // The storage is full or refused: what was loaded counts as the beginning.
  }
}

export function forgetBase(key: string): void {
  sessionStorage.removeItem(prefix + key);
}

/** A setting that somebody else changed: before, now, and in one's own draft, where it is there. */
export interface Change {
  name: string;
  before: unknown;
  theirs: unknown;
  mine?: unknown;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What was changed since a draft began. */
export function changesSince({ values: before }: DraftBase, now: ChannelValues, draft: ChannelValues): Change[] {
  return Object.keys(now)
    .filter((name) => !same(now[name], before[name]))
    .map((name) => ({ name, before: before[name], theirs: now[name], ...(name in draft && { mine: draft[name] }) }));
}
