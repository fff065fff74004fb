import {
  button,
  group,
  heading,
  playButton,
  speedButton,
  synthetic,
  timeline,
  timeText,
  type BuildVersion,
} from './controls.ts';
import { drawings } from './drawings.ts';
import { icon } from './elements.ts';
import { playlist, stepButtons } from './playlist.ts';
import { muteButton, skip } from './sound-buttons.ts';
import { chaptersButton, sleepButton } from './timers.ts';
import css from './version-3.css?inline';

/** The card: everything at once. As the playlist player it has previous, next and the list. */
export const build: BuildVersion = (ui) => {
  const isPlaylist = ui.store.config.channel.kind === 'playlistPlayer';
  const list = isPlaylist ? playlist(ui) : null;
  const [previous, next] = isPlaylist ? stepButtons(ui) : [];
  const card = group(
    'player card',
    playButton(ui),
    group('titles', group('line', heading(ui, 'cta'), synthetic(ui)), heading(ui, 'title')),
    group('progress', timeline(ui), timeText()),
    group(
      'controls',
      ...(previous ? [previous] : []),
      skip(ui, false),
      skip(ui, true),
      ...(next ? [next] : []),
      group('space'),
      speedButton(ui),
      chaptersButton(ui),
      sleepButton(ui),
      muteButton(ui),
      ...(list ? [button(ui, 'list-toggle', ui.texts.playlist, icon(drawings.list), list.toggle)] : []),
    ),
  );
  return { ...(list ? group('stack', card, list) : card), css };
};
