/**
 * What was typed and not generated yet, kept in this browser until it is: through a closed tab, a lost
 * connection, a session that ended. Each person has drafts of one's own.
 */
export interface StudioDraft<Value> {
  value: Value;
  /** What it was begun from: the revision of the audio; null: a new one. */
  base: number | null;
}

const keyOf = (person: string, audio: string | null) => `studio-draft:${person}:${audio ?? 'new'}`;

/** @param audio its slug; null: the new one. @returns null if there is none or it cannot be read */
export function readStudioDraft<Value>(person: string, audio: string | null): StudioDraft<Value> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person, audio)) ?? 'null');
    return kept && typeof kept === 'object' && 'value' in kept ? (kept as StudioDraft<Value>) : null;
  } catch {
    return null;
  }
}

/** @returns whether the browser keeps it */
export function storeStudioDraft<Value>(
  person: string,
  audio: string | null,
  draft: StudioDraft<Value>,
): boolean {
  try {
    localStorage.setItem(keyOf(person, audio), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function deleteStudioDraft(person: string, audio: string | null): void {
  try {
    localStorage.removeItem(keyOf(person, audio));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
