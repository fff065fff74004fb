import { useCallback, useEffect, useState } from 'react';
import { keepDraft, readDraft, settleDraft, type Fields } from './draft.ts';

/**
 * Manages a form's draft on top of the server's data. At every keystroke, only the changed fields are stored
 * in this tab's session storage. Leaving the screen loses nothing; closing the tab asks for confirmation.
 */
export function useDraft<F extends Fields>(key: string, saved: F) {
  const [draft, setDraft] = useState<Partial<F>>(() => readDraft<F>(key));
  const [restored] = useState(() => Object.keys(readDraft<F>(key)).length > 0);
  const change = useCallback(
    (part: Partial<F>) => {
      setDraft((before) => keepDraft(key, { ...before, ...part }, saved));
    },
    [key, saved],
  );
  /** What was sent is saved; what was typed since stays. */
  const settle = useCallback(
    (sent: Partial<F>) => setDraft((before) => settleDraft(key, before, sent)),
    [key],
  );
  const discard = useCallback(() => setDraft(keepDraft<F>(key, {}, saved)), [key, saved]);
  const dirty = Object.keys(draft).length > 0;
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    // A reload for a new release brings the draft back.
    const doNotAsk = () => removeEventListener('beforeunload', ask);
    addEventListener('beforeunload', ask);
    addEventListener('parlance:reload', doNotAsk);
    return () => {
      doNotAsk();
      removeEventListener('parlance:reload', doNotAsk);
    };
  }, [dirty]);
  return {
    value: { ...saved, ...draft } as F,
    draft,
    dirty,
    restored: restored && dirty,
    change,
    settle,
    discard,
  };
}
