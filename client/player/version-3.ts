import {
  button,
  group,
  heading,
  playButton,
  speedButton,
  synthetic,
  timeline,
  timeText,
  toolBox,
  type BuildVersion,
  type Piece,
} from './controls.ts';
import { drawings } from './drawings.ts';
import { addStyles, icon } from './elements.ts';
import { guard } from './guard.ts';
import { muteButton, skip, stepButtons } from './sound-buttons.ts';
import { chaptersButton, sleepButton } from './timers.ts';
import css from './version-3.css?inline';

// The full pill has the same buttons: in one file with these they are fetched at once.
export { fullPill } from './pill-controls.ts';

/**
 * The card: everything at once. As the playlist player it has previous, next and the list, which is made when
 * it is first to be seen.
 */
export const build: BuildVersion = async (ui) => {
  const { store, texts } = ui;
  const isPlaylist = store.config.channel.kind === 'playlistPlayer';
  const [previous, next] = isPlaylist ? stepButtons(ui) : [];
  let list: Piece | undefined;
  const showList = async (): Promise<void> => {
    const { playlist, css: listCss } = await import('./playlist.ts');
    if (list) return;
    list = playlist(ui);
    list.render(store.state);
    stack.node.append(list.node);
    addStyles(ui.root, listCss);
  };
  const toggle = guard(() => (list ? (list.node.hidden = !list.node.hidden) : showList()));
  const tools = toolBox(ui);
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
      tools,
      ...(isPlaylist ? [button(ui, 'list-toggle', texts.playlist, icon(drawings.list), toggle)] : []),
    ),
  );
  const stack = isPlaylist ? group('stack', card) : card;
  if (isPlaylist && store.config.channel.opened) await showList();
  return {
    node: stack.node,
    render(state) {
      card.render(state);
      list?.render(state);
    },
    css,
    tools,
  };
};
