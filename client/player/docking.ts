import { button, closing } from './controls.ts';
import css from './docking.css?inline';
import { addStyles, icon } from './elements.ts';
import type { PlayerElement } from './player-element.ts';

const equipped = new WeakSet<PlayerElement>();

/**
 * Puts a player at the window's edge, with a way to close it, for as long as it sounds.
 * @param isDocked whether it is still to be there: its page may come back
 * @param leave it sounds no more
 */
export function dock(element: PlayerElement, isDocked: () => boolean, leave: () => void): void {
  const { ui, store, shadowRoot } = element;
  const settle = (): void => {
    const { wanted, phase } = store.state;
    if (isDocked() && (wanted || phase === 'paused')) return;
    stop();
    if (isDocked()) leave();
  };
  const stop = store.on('change', settle);
  if (!isDocked()) return stop();
  if (!equipped.has(element)) {
    equipped.add(element);
    addStyles(shadowRoot!, css);
    shadowRoot!
      .querySelector('.root')!
      .append(button(ui, 'undock', ui.texts.close, icon(closing), { type: 'close' }));
  }
  element.setAttribute('data-docked', '');
  element.style.removeProperty('min-height');
  document.body.append(element);
  settle();
}
