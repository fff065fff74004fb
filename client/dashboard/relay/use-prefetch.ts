import { useCallback, useState, type ComponentType } from 'react';
import { NetworkError, failureMessage } from './failures.ts';
import { withWords } from '../words/words-part.ts';
import { showError } from '../ui/messages.ts';

interface Late<Props> {
  /** What stands in the button's place, open, once somebody has pressed it; until then null. */
  Opened: ComponentType<Props> | null;
  /** Of the button that stands there first. */
  button: {
    'aria-busy': boolean | undefined;
    'aria-haspopup': 'menu' | 'dialog';
    'aria-expanded': false;
    onClick: () => void;
    onPointerEnter: () => void;
    onFocus: () => void;
  };
}

/**
 * What a button opens, and what that needs of libraries, is fetched when somebody is about to press it: no
 * screen waits for what few open.
 * @param load must stay the same
 * @param popup what the button opens
 */
export function usePrefetch<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  popup: 'menu' | 'dialog' = 'menu',
): Late<Props> {
  const [Opened, setOpened] = useState<ComponentType<Props> | null>(null);
  const [busy, setBusy] = useState(false);
  // Whoever presses is told when it cannot be had.
  const prepare = useCallback(() => void withWords(load()).catch(() => {}), [load]);
  const open = useCallback(() => {
    setBusy(true);
    withWords(load()).then(
      ({ default: loaded }) => setOpened(() => loaded),
      (cause: unknown) => {
        setBusy(false);
        showError(failureMessage(new NetworkError({ cause })));
      },
    );
  }, [load]);
  return {
    Opened,
    button: {
      'aria-busy': busy || undefined,
      'aria-haspopup': popup,
      'aria-expanded': false,
      onClick: open,
      onPointerEnter: prepare,
      onFocus: prepare,
    },
  };
}
