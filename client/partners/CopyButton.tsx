import { useEffect, useState } from 'react';
import { useWords } from '../dashboard/words/word-catalogue.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';

/** Milliseconds for which a button confirms the copy. */
const shownFor = 2_000;

/**
 * Copies a text to the clipboard and confirms it.
 * @param label what is copied, for users who can't see the context
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const w = useWords(partnerWords);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  return (
    <span className="copy">
      <span role="status">{outcome === 'refused' ? w.copyByHand : outcome === 'copied' ? w.copied : ''}</span>
      <button type="button" aria-label={label} onClick={() => void copy()}>
        {w.copy}
      </button>
    </span>
  );
}
