import type { PlaylistFields } from './playlist-fields.ts';

/** What a draft began with: by it, what somebody else saved meanwhile is told from what is one's own. */
interface Beginning {
  revision: number;
  fields: PlaylistFields;
}

const prefix = 'draft-beginning:';

/** Null: there is none, or it cannot be read. */
export function readBeginning(key: string): Beginning | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') as Beginning | null;
    return typeof kept?.revision === 'number' && Array.isArray(kept.fields?.items) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it from the first change on, however often the page is loaded anew. */
export function keepBeginning(key: string, beginning: Beginning): void {
  if (readBeginning(key)) return;
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(beginning));
  } catch {
    // The storage is full or refused: what was loaded counts as the beginning.
  }
}

export const forgetBeginning = (key: string): void => sessionStorage.removeItem(prefix + key);
