import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';

interface LoadMoreProps {
  /** What there is more of: `projects`. */
  what: string;
  /** How many are shown. */
  shown: number;
  more: boolean;
  busy: boolean;
  onMore: () => void;
}

/**
 * Shows the next page of a list below the current items. Screen readers announce the new number of items, and
 * the focus stays when there are no more.
 */
export function LoadMore({ what, shown, more, busy, onMore }: LoadMoreProps) {
  const w = useWords(uiWords);
  const status = useRef<HTMLParagraphElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (asked.current && !more && document.activeElement === document.body) status.current?.focus();
  }, [more]);
  const load = () => {
    asked.current = true;
    if (!busy) onMore();
  };
  return (
    <>
      {more && (
        <Button
          variant="default"
          size="xs"
          aria-busy={busy}
          aria-label={w.loadMoreOf({ what })}
          onClick={load}
          style={{ justifySelf: 'start' }}
        >
          {busy ? w.loadingMore : w.loadMore}
        </Button>
      )}
      <p ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {more ? w.areShown({ count: shown, what }) : w.allShown({ count: shown, what })}
      </p>
    </>
  );
}
