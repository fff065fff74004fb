export type Fields = Record<string, unknown>;

/** What drafts are kept under in the session's storage. */
export const draftPrefix = 'draft:';
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What was typed and not saved, by field; nothing where there is none or it cannot be read. */
export function readDraft<F extends Fields>(key: string): Partial<F> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftPrefix + key) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Partial<F>) : {};
  } catch {
    return {};
  }
}

/** Keeps what differs from what is saved. @returns that */
export function keepDraft<F extends Fields>(key: string, draft: Partial<F>, saved: F): Partial<F> {
  return write(
    key,
    Object.fromEntries(
      Object.entries(draft).filter(([field, value]) => !same(value, saved[field])),
    ) as Partial<F>,
  );
}

/** Removes from the draft what was sent and saved, and keeps what was typed in the meantime. */
export function settleDraft<F extends Fields>(key: string, draft: Partial<F>, sent: Partial<F>): Partial<F> {
  return write(
    key,
    Object.fromEntries(
      Object.entries(draft).filter(([field, value]) => !(field in sent) || !same(value, sent[field])),
    ) as Partial<F>,
  );
}

function write<F>(key: string, draft: Partial<F>): Partial<F> {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(draftPrefix + key);
    else sessionStorage.setItem(draftPrefix + key, JSON.stringify(draft));
  } catch {
    // The storage is full or refused: the draft lives on in memory, and leaving the page still asks.
  }
  return draft;
}
