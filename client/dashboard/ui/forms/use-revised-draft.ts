import { useCallback, useEffect, useRef } from 'react';
import type { Fields } from './draft.ts';
import { forgetBase, keepBase, readBase, type DraftBase } from './draft-base.ts';
import { useDraft } from './use-draft.ts';

/**
 * Manages the draft of something that others may save in the meantime. It knows, across reloads, the revision
 * on which it is based.
 * @param revision of `saved`; null: it is new and exists only here
 */
export function useRevisedDraft<F extends Fields>(key: string, saved: F, revision: number | null) {
  const {
    change: changeDraft,
    settle: settleDraft,
    discard: discardDraft,
    ...form
  } = useDraft<F>(key, saved);
  const { dirty, draft } = form;
  // In addition to the storage, which may be full or blocked.
  const began = useRef<DraftBase<F> | null>(null);
  const forget = useCallback(() => {
    began.current = null;
    forgetBase(key);
  }, [key]);
  const begin = useCallback(() => {
    if (revision !== null) began.current ??= keepBase<F>(key, { revision, values: saved });
  }, [key, saved, revision]);
  // What was typed while a save was under way begins with what that saved.
  useEffect(() => {
    if (dirty) begin();
  }, [dirty, begin]);
  const change = useCallback(
    (part: Partial<F>) => {
      if (!dirty) forget();
      begin();
      changeDraft(part);
    },
    [dirty, forget, begin, changeDraft],
  );
  /** What was sent is saved; what was typed since stays. */
  const settle = useCallback(
    (sent: Partial<F>) => {
      forget();
      settleDraft(sent);
    },
    [forget, settleDraft],
  );
  const discard = useCallback(() => {
    forget();
    discardDraft();
  }, [forget, discardDraft]);
  /** Gives up one's own changes of those fields. @returns what is left of them */
  const drop = (names: readonly string[]): Partial<F> => {
    const given = ([name]: [string, unknown]) => names.includes(name);
    const entries = Object.entries(draft);
    settleDraft(Object.fromEntries(entries.filter(given)) as Partial<F>);
    if (entries.every(given)) forget();
    return Object.fromEntries(entries.filter((entry) => !given(entry))) as Partial<F>;
  };
  return {
    ...form,
    /** What the draft began with; of one that is new, what it would be. */
    base: (): DraftBase<F> => began.current ?? readBase<F>(key) ?? { revision: revision ?? 0, values: saved },
    change,
    settle,
    discard,
    drop,
  };
}
