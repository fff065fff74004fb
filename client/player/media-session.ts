// In one file with this, because both load with the first play.
export { startPlayEvents } from './play-events.ts';

import type { ServiceContext } from './player-services.ts';
import type { PlayerRequest, Store } from './store.ts';

/** Whose sound the device's controls show. */
let owner: Store | null = null;

/**
 * Tells the device's own controls (lock screen, keyboard, headset) what sounds, and does what they ask. The
 * last player that played has them.
 */
export function startMediaSession(context: ServiceContext): () => void {
  const { store, page } = context;
  const { mediaSession } = page.navigator;
  if (!mediaSession) return () => {};
  const ask = (request: PlayerRequest) => () => store.request(request);
  const several = store.config.items.length > 1;
  const actions: [MediaSessionAction, MediaSessionActionHandler | null][] = [
    ['play', ask({ type: 'play' })],
    ['pause', ask({ type: 'pause' })],
    ['stop', ask({ type: 'close' })],
    ['seekbackward', ({ seekOffset }) => store.request({ type: 'skip', by: -(seekOffset ?? 15) })],
    ['seekforward', ({ seekOffset }) => store.request({ type: 'skip', by: seekOffset ?? 15 })],
    ['seekto', ({ seekTime }) => store.request({ type: 'seek', to: seekTime ?? 0 })],
    ['previoustrack', several ? ask({ type: 'previous' }) : null],
    ['nexttrack', several ? ask({ type: 'next' }) : null],
  ];
  let shown: object | null = null;

  function show(): void {
    const { state, item, config } = store;
    if (owner !== store) return;
    if (shown !== item) {
      shown = item;
      mediaSession.metadata = new page.MediaMetadata({
        title: item.title,
        artist: config.publisher,
        artwork: [{ src: pictureOf(context) }],
      });
    }
    mediaSession.playbackState = state.wanted ? 'playing' : 'paused';
    if (state.duration > 0)
      mediaSession.setPositionState({
        duration: state.duration,
        playbackRate: state.rate,
        position: Math.min(Math.max(0, state.time), state.duration),
      });
  }

  function own(): void {
    owner = store;
    shown = null;
    for (const [action, handler] of actions) {
      try {
        mediaSession.setActionHandler(action, handler);
      } catch {
        // This browser does not know the action.
      }
    }
    show();
  }

  const end = store.on('change', ({ state }) => (state.wanted && owner !== store ? own() : show()));
  own();
  return () => {
    end();
    if (owner !== store) return;
    owner = null;
    mediaSession.metadata = null;
  };
}

/**
 * What a lock screen shows: the picture that the page names for its article, else the project's, else the
 * site's sign. A playlist's articles are on other pages.
 */
function pictureOf({ store, page, base }: ServiceContext): string {
  const { items, channel } = store.config;
  const ofPage =
    items.length === 1 && channel.kind === 'player'
      ? page.document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content
      : null;
  const sign = page.document.querySelector<HTMLLinkElement>(
    'link[rel~="apple-touch-icon"], link[rel~="icon"]',
  );
  for (const address of [ofPage, store.item.image, sign?.href]) {
    try {
      if (address) return new URL(address, page.location.href).href;
    } catch {
      // No address.
    }
  }
  return `${base}/favicon.svg`;
}
