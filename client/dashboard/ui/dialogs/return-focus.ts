const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type="file"]), select:not(:disabled), textarea:not(:disabled)';

/**
 * Remembers where the focus is.
 * @returns a function that restores the focus; if that element is gone, it focuses the one that took its
 * place in the list, otherwise its container
 */
export function rememberFocus(from: Element | null = document.activeElement): () => void {
  const places: { parent: Element; index: number }[] = [];
  for (let child = from; child?.parentElement; child = child.parentElement) {
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return () => {
    // The focus has moved elsewhere already.
    if (document.activeElement !== document.body && document.activeElement?.closest('dialog') === null)
      return;
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) return from.focus();
    const place = places.find(({ parent }) => parent.isConnected);
    // Nothing was focused. The page's first element, the link that skips the navigation, would be no good
    // target.
    if (!place || place.parent.contains(document.body)) return focusContent();
    const { parent, index } = place;
    const heir =
      parent.children[Math.min(index, parent.children.length - 1)]?.querySelector<HTMLElement>(focusable);
    if (heir) heir.focus();
    else focusContent();
  };
}

/** Whether the focus is on nothing in particular: where a screen that was opened has it. */
export const hasNoFocus = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === 'content';

/** For when nothing else has the focus: what follows is the screen. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
