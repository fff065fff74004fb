import type { Piece, Ui } from './controls.ts';
import { assign, clock, make } from './elements.ts';
import { guard } from './guard.ts';
import css from './playlist.css?inline';
import type { PlayerConfig } from './player-config.ts';

/** Titles in lists are cut here, in characters. */
const titleLength = 66;

const cut = (title: string): string => {
  const characters = [...title];
  return characters.length > titleLength ? `${characters.slice(0, titleLength).join('')}…` : title;
};

export { css };

/** All articles of the playlist, to choose from. */
export function playlist(ui: Ui): Piece {
  const { store } = ui;
  const node = make('ol', { class: 'list', 'aria-label': ui.texts.playlist });
  let made: PlayerConfig | null = null;

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
    render({ index, wanted }) {
      if (made !== store.config) fillList();
      Array.from(node.children).forEach((entry, at) => {
        assign(entry.firstElementChild!, 'aria-current', at === index ? 'true' : null);
        assign(entry, 'data-sounding', at === index && wanted ? '' : null);
      });
    },
  };
}
