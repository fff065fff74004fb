import { assign, fill, make } from '../elements.ts';
import type { Feature } from './feature.ts';

/** Whether scripts may change the volume; on iPhones only the keys of the device do. */
function isAdjustable(): boolean {
  const probe = new Audio();
  probe.volume = 0.5;
  return probe.volume === 0.5;
}

/** A slider for the volume, in steps of five percent. */
export const volumeControl: Feature = ({ store, words, guard }) => {
  if (!isAdjustable()) return {};
  const slider = make('input', {
    type: 'range',
    class: 'timeline volume',
    min: 0,
    max: 100,
    step: 5,
    dir: 'ltr',
  });
  assign(slider, 'aria-label', words.volume);
  const show = (volume: number): void => {
    slider.value = `${volume}`;
    slider.style.setProperty('--at', `${volume}%`);
    assign(slider, 'aria-valuetext', fill(words.volumeOf, { percent: volume }));
  };
  slider.addEventListener(
    'input',
    guard(() => store.request({ type: 'volume', volume: +slider.value })),
  );
  // Arrow keys are the slider's here, not the player's.
  slider.addEventListener('keydown', (event) => {
    if (event.key.startsWith('Arrow') || event.key.startsWith('Page')) event.stopPropagation();
  });
  show(store.state.volume);
  const end = store.on('change', ({ state }) => show(state.volume));
  return { end, menu: () => [{ label: words.volume, node: slider }] };
};
