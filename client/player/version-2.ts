import {
  group,
  heading,
  playButton,
  speedButton,
  synthetic,
  timeline,
  timeText,
  toolBox,
  type BuildVersion,
} from './controls.ts';
import css from './version-2.css?inline';

/** The bar: play, call to action, time, position, speed. */
export const build: BuildVersion = (ui) => {
  const tools = toolBox(ui);
  return {
    ...group(
      'player bar',
      playButton(ui),
      group('middle', group('line', heading(ui, 'cta'), synthetic(ui), timeText()), timeline(ui)),
      group('controls', speedButton(ui), tools),
    ),
    css,
    tools,
  };
};
