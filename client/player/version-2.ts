import {
  group,
  heading,
  playButton,
  speedButton,
  synthetic,
  timeline,
  timeText,
  type BuildVersion,
} from './controls.ts';
import css from './version-2.css?inline';

/** The bar: play, call to action, time, position, speed. */
export const build: BuildVersion = (ui) => ({
  ...group(
    'player bar',
    playButton(ui),
    group('middle', group('line', heading(ui, 'cta'), synthetic(ui), timeText()), timeline(ui)),
    speedButton(ui),
  ),
  css,
});
