import { button, type Piece, type Ui } from './controls.ts';
import { drawings, skipIcon } from './drawings.ts';
import { assign, icon } from './elements.ts';
import { playable } from './sequence.ts';

export function skip(ui: Ui, ahead: boolean): Piece {
  const node = button(ui, 'skip', ahead ? ui.texts.ahead : ui.texts.back, skipIcon(ahead), {
    type: 'skip',
    by: ahead ? 15 : -15,
  });
  return {
    node,
    render: (state) => assign(node, 'disabled', state.ad || state.problem === 'gone' ? '' : null),
  };
}

export function muteButton(ui: Ui): Piece {
  const node = button(ui, 'mute', ui.texts.mute, icon(drawings.loud), { type: 'mute' });
  let shown = true;
  return {
    node,
    render({ volume }) {
      if (Boolean(volume) === shown) return;
      shown = Boolean(volume);
      node.replaceChild(icon(shown ? drawings.loud : drawings.mute), node.firstChild!);
      assign(node, 'aria-label', (node.title = shown ? ui.texts.mute : ui.texts.unmute));
    },
  };
}

/** Previous and next article. */
export function stepButtons(ui: Ui): [previous: Piece, next: Piece] {
  const { store, texts } = ui;
  const previous = button(ui, 'step', texts.previous, icon(drawings.previous), { type: 'previous' });
  const next = button(ui, 'step', texts.next, icon(drawings.next), { type: 'next' });
  return [
    {
      node: previous,
      render: ({ index, time, ad }) =>
        assign(
          previous,
          'disabled',
          ad || (time <= 3 && playable(store.config, index - 1, -1) === -1) ? '' : null,
        ),
    },
    {
      node: next,
      render: ({ index, ad }) =>
        assign(next, 'disabled', ad || playable(store.config, index + 1) === -1 ? '' : null),
    },
  ];
}
