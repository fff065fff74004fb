import { button, type Piece, type Ui } from './controls.ts';
import { drawings } from './drawings.ts';
import { icon } from './elements.ts';

/** Opens the sleep timer, which runs where it is chosen (`choices.ts`). */
export const sleepButton = (ui: Ui): HTMLElement =>
  button(ui, 'sleep', ui.texts.sleep, icon(drawings.sleep), { type: 'view', view: 'sleep' });

/** Opens the chapters; not there when there are none. */
export function chaptersButton(ui: Ui): Piece {
  const node = button(ui, 'chapters', ui.texts.chapters, icon(drawings.chapters), {
    type: 'view',
    view: 'chapters',
  });
  return { node, render: () => void (node.hidden = !ui.store.item.chapters.length) };
}
