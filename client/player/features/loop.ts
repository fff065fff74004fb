import type { Feature } from './feature.ts';

/** Repeats what plays: the article, or the whole playlist. */
export const loop: Feature = ({ store, words, announce }) => {
  let isOn = false;
  let { sleep, phase } = store.state;
  const end = store.on('change', ({ state }) => {
    const isDone = state.phase === 'finished' && phase !== 'finished';
    // At the end of the article the sleep timer has its way.
    const again = isOn && isDone && sleep !== 'article';
    ({ sleep, phase } = state);
    if (again) store.request({ type: 'play' });
  });
  return {
    end,
    menu: () => [
      {
        label: words.loop,
        chosen: isOn,
        act() {
          isOn = !isOn;
          if (isOn) announce(words.loop);
        },
      },
    ],
  };
};
