import { useEffect, useRef } from 'react';

/**
 * Takes columns of a spreadsheet that are pasted where nothing else takes them.
 * @param isTaken whether they are wanted
 */
export function usePastedLines(isTaken: boolean, onPaste: (text: string) => void): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    if (!isTaken) return undefined;
    const take = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isElsewhere = (event.target as Element | null)?.closest?.('input, textarea, select, dialog');
      if (isElsewhere || text.trim() === '') return;
      event.preventDefault();
      latest.current(text);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isTaken]);
}
