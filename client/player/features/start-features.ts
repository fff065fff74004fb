/**
 * What a channel's features add to the player: a menu among its controls, and what shows over its progress
 * bar. Loaded with the player where the channel has features, and only then.
 */
import type { PlayerElement } from '../audio-element.ts';
import { button } from '../controls.ts';
import { addStyles, icon } from '../elements.ts';
import type { PlayerFeaturesWords, PlayerWords } from '../generated/player-words.ts';
import type { PlayerFeature } from '../player-config.ts';
import type { EndService, ServiceContext } from '../player-services.ts';
import { barPreview } from './bar-preview.ts';
import css from './features.css?inline';
import type { Feature } from './feature.ts';
import { loop } from './loop.ts';
import { paragraphPlay } from './paragraph-play.ts';
import { playNext } from './play-next.ts';
import { remotePlayback } from './remote-playback.ts';
import { reportPronunciation } from './report-pronunciation.ts';
import { download, share } from './share.ts';
import { subscribe } from './subscribe.ts';
import { volumeControl } from './volume.ts';

/** By their names, in the order of the menu. */
const features: [PlayerFeature, Feature][] = [
  ['volumeControl', volumeControl],
  ['paragraphPlay', paragraphPlay],
  ['share', share],
  ['download', download],
  ['loop', loop],
  ['playNext', playNext],
  ['subscribe', subscribe],
  ['remotePlayback', remotePlayback],
  ['pronunciationReports', reportPronunciation],
  ['barPreview', barPreview],
];

export function startFeatures(context: ServiceContext): EndService {
  const { config, element, slots, store } = context;
  const { ui, shadowRoot } = element as PlayerElement;
  const words = context.texts as PlayerWords & PlayerFeaturesWords;
  const wanted = config.channel.features ?? [];
  const made = features
    .filter(([name]) => wanted.includes(name))
    .map(([, feature]) => feature({ ...context, words, ui }));
  addStyles(shadowRoot!, css);
  const menus = made.flatMap(({ menu }) => menu ?? []);
  if (menus.length) {
    ui.menu = () => menus.flatMap((menu) => menu(store.state));
    ui.menuTitle = words.more;
    const more = button(ui, 'more', words.more, icon('fM5 12h.01M12 12h.01M19 12h.01'), {
      type: 'view',
      view: 'more',
    });
    const isEmpty = (): boolean => ui.menu!().length === 0;
    const render = (): void => void (more.hidden = isEmpty());
    render();
    const stop = store.on('change', render);
    slots.tools.append(more);
    made.push({ end: stop });
  }
  return () => made.forEach(({ end }) => end?.());
}
