import { fill } from '../elements.ts';
import type { Feature } from './feature.ts';

/**
 * Plays the site's newest articles after the page's own. The menu lists them, and ends playback after the one
 * that plays.
 */
export const playNext: Feature = ({ store, words, announce }) => {
  let { index } = store.state;
  const end = store.on('change', ({ state }) => {
    if (state.index === index) return;
    index = state.index;
    if (state.wanted) announce(store.item.title);
  });
  return {
    end,
    menu({ index: current, sleep }) {
      const { items } = store.config;
      if (items.length < 2) return [];
      const stops = sleep === 'article';
      return [
        ...items.map(({ title }, at) => ({
          label: at === current + 1 ? fill(words.upNext, { title }) : title,
          chosen: at === current,
          request: { type: 'item' as const, index: at },
        })),
        {
          label: words.stopAfter,
          chosen: stops,
          request: { type: 'sleep' as const, sleep: stops ? null : ('article' as const) },
        },
      ];
    },
  };
};
