import { button, type Piece, type Ui } from './controls.ts';
import { drawings } from './drawings.ts';
import { assign, fill, icon } from './elements.ts';
import { guard } from './guard.ts';

/** Opens the sleep timer, and lets it run: it falls silent after so many minutes, whatever the clock says. */
export function sleepButton(ui: Ui): Piece {
  const { store, texts } = ui;
  const node = button(ui, 'sleep', texts.sleep, icon(drawings.sleep), { type: 'view', view: 'sleep' });
  let running: number | 'article' | null = null;
  let timer = 0;
  return {
    node,
    render({ sleep }) {
      if (sleep === running) return;
      running = sleep;
      clearTimeout(timer);
      const asleep = guard(() => {
        store.request({ type: 'pause' });
        store.request({ type: 'sleep', sleep: null });
      });
      if (typeof sleep === 'number') timer = window.setTimeout(asleep, sleep * 60_000);
      const words =
        sleep === null
          ? texts.sleepOff
          : sleep === 'article'
            ? texts.sleepAtEnd
            : fill(texts.sleepIn, { minutes: sleep });
      assign(node, 'aria-label', sleep === null ? texts.sleep : `${texts.sleep}: ${words}`);
      assign(node, 'data-on', sleep === null ? null : '');
      ui.announce(`${texts.sleep}: ${words}`);
    },
  };
}

/** Opens the chapters; not there when there are none. */
export function chaptersButton(ui: Ui): Piece {
  const node = button(ui, 'chapters', ui.texts.chapters, icon(drawings.chapters), {
    type: 'view',
    view: 'chapters',
  });
  return { node, render: () => void (node.hidden = !ui.store.item.chapters.length) };
}
