import { useCallback, useState, type ComponentType } from 'react';
import { NetworkError, failureMessage } from './failures.ts';
import { withWords } from '../words/words-part.ts';
import { showError } from '../ui/messages.ts';

interface Late<Props> {
  /** Component that replaces the button, already open, once it was pressed; null until then. */
  Opened: ComponentType<Props> | null;
  /** Props of the button shown at first. */
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
 * Loads what a button opens, including its libraries, when the user is about to press it. No screen waits for
 * code that few users open.
 * @param load must keep its identity
 * @param popup the kind of popup that the button opens
 */
export function usePrefetch<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  popup: 'menu' | 'dialog' = 'menu',
): Late<Props> {
  const [Opened, setOpened] = useState<ComponentType<Props> | null>(null);
  const [busy, setBusy] = useState(false);
  // A failure to load is reported when the button is pressed.
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
