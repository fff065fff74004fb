import { button, type Piece, type Ui } from './controls.ts';
import { drawings } from './drawings.ts';
import { assign, clock, icon, make } from './elements.ts';
import { guard } from './guard.ts';
import type { PlayerConfig } from './player-config.ts';
import { playable } from './sequence.ts';

/** Titles in lists are cut here, in characters. */
const titleLength = 66;

const cut = (title: string): string => {
  const characters = [...title];
  return characters.length > titleLength ? `${characters.slice(0, titleLength).join('')}…` : title;
};

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

/** All articles of the playlist, to choose from; `toggle` shows or hides them. */
export function playlist(ui: Ui): Piece & { toggle(): void } {
  const { store } = ui;
  const node = make('ol', { class: 'list', 'aria-label': ui.texts.playlist });
  let made: PlayerConfig | null = null;
  node.hidden = !store.config.channel.opened;

  const fillList = (): void => {
    made = store.config;
    node.replaceChildren(
      ...made.items.map(({ title, durationMs, state }, index) => {
        const entry = make('button', {
          type: 'button',
          class: 'entry',
          disabled: state === 'ready' ? null : '',
        });
        entry.append(
          make('span', { class: 'number', 'aria-hidden': 'true' }, `${index + 1}`),
          make('span', { class: 'entry-title', dir: 'auto', title }, cut(title)),
          make('span', { class: 'time' }, clock(durationMs / 1000)),
        );
        entry.addEventListener(
          'click',
          guard(() =>
            store.state.index === index && store.state.wanted
              ? undefined
              : store.request({ type: 'item', index }),
          ),
        );
        return make('li', {}, entry);
      }),
    );
  };

  return {
    node,
    toggle: () => void (node.hidden = !node.hidden),
    render({ index, wanted }) {
      if (made !== store.config) fillList();
      Array.from(node.children).forEach((entry, at) => {
        assign(entry.firstElementChild!, 'aria-current', at === index ? 'true' : null);
        assign(entry, 'data-sounding', at === index && wanted ? '' : null);
      });
    },
  };
}
