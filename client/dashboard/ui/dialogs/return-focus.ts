const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type="file"]), select:not(:disabled), textarea:not(:disabled)';

/**
 * Remembers where the focus is.
 * @returns what brings it back there; where that is gone, to what took its place in the list, else to what it
 * stood in
 */
export function rememberFocus(from: Element | null = document.activeElement): () => void {
  const places: { parent: Element; index: number }[] = [];
  for (let child = from; child?.parentElement; child = child.parentElement) {
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return () => {
    // Somebody has put it elsewhere already.
    if (document.activeElement !== document.body && document.activeElement?.closest('dialog') === null)
      return;
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) return from.focus();
    const place = places.find(({ parent }) => parent.isConnected);
    // Nothing had it: the first of the page, which leads past the navigation, is nobody's place.
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
