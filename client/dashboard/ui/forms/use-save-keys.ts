import { useEffect, type RefObject } from 'react';

interface SaveKeys {
  enabled?: boolean;
  /** Whether the keys also save while a dialog is open. */
  inDialogs?: boolean;
}

/** Saves on Ctrl+S and ⌘S instead of opening the browser's dialog. */
export function useSaveKeys(
  form: RefObject<HTMLFormElement | null>,
  { enabled = true, inDialogs = false }: SaveKeys,
): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 's'
      )
        return;
      event.preventDefault();
      if (enabled && (inDialogs || !document.querySelector('dialog[open]'))) form.current?.requestSubmit();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [form, enabled, inDialogs]);
}
