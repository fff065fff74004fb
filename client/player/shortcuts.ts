import type { Store } from './store.ts';

/** How far a key seeks, seconds. */
const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
};

/** Keys within the player, but where they mean something already. */
export function shortcuts(store: Store): (event: KeyboardEvent) => void {
  const requests: Record<string, () => void> = {
    ' ': () => store.request({ type: 'toggle' }),
    k: () => store.request({ type: 'toggle' }),
    m: () => store.request({ type: 'mute' }),
    j: () => store.request({ type: 'skip', by: -15 }),
    l: () => store.request({ type: 'skip', by: 15 }),
    Escape: () => store.request({ type: 'collapse' }),
  };
  return (event) => {
    const target = event.composedPath()[0] as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = keySteps[event.key];
    if (by && target.matches('.timeline')) {
      event.preventDefault();
      return store.request({ type: 'skip', by });
    }
    const request = requests[event.key];
    const typed = target.matches('textarea, select, input:not([type=range]), [contenteditable]');
    const pressed = event.key === ' ' && target.matches('button, a, summary, [tabindex]');
    if (!request || typed || pressed) return;
    event.preventDefault();
    request();
  };
}
