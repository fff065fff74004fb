import { button } from './controls.ts';
import css from './docking.css?inline';
import { drawings } from './drawings.ts';
import { icon } from './elements.ts';
import type { PlayerElement } from './player-element.ts';

const equipped = new WeakSet<PlayerElement>();

/** Puts a player at the window's edge, with a way to close it. */
export function dock(element: PlayerElement): void {
  if (!equipped.has(element)) {
    equipped.add(element);
    const { ui, shadowRoot } = element;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadowRoot!.adoptedStyleSheets = shadowRoot!.adoptedStyleSheets.toSpliced(1, 0, sheet);
    shadowRoot!
      .querySelector('.root')!
      .append(button(ui, 'undock', ui.texts.close, icon(drawings.close), { type: 'close' }));
  }
  element.setAttribute('data-docked', '');
  element.style.removeProperty('min-height');
  document.body.append(element);
}
