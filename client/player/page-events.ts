/**
 * DOM events for the page's own scripts: `parlance:load`, `parlance:play` and so on. They bubble from the
 * player and leave its shadow trees, so that one listener on the document follows all players.
 */
import type { PlayerElement } from './audio-element.ts';
import type { PageEventDetail, PageEventType } from './page-event-types.ts';
import type { PlayerItem } from './player-config.ts';
import type { EndService, ServiceContext } from './player-services.ts';

type Emitter = Pick<ServiceContext, 'store' | 'element'>;

/** Dispatches an event about an article. */
export function emitPageEvent(
  { store, element }: Emitter,
  type: PageEventType,
  { id, externalId = null, title, url, durationMs }: PlayerItem,
  more: Partial<PageEventDetail> = {},
): void {
  const isCurrent = store.item.id === id;
  const detail: PageEventDetail = {
    article: { id, externalId, title, url },
    channel: store.config.channel.slug,
    seconds: isCurrent ? store.now() : 0,
    duration: (isCurrent && store.state.duration) || durationMs / 1000,
    ...more,
  };
  const { container, forward } = element as PlayerElement;
  const isAway = element.hasAttribute('data-docked') && container?.isConnected;
  (isAway ? container : element).dispatchEvent(
    new CustomEvent(`parlance:${type}`, { bubbles: true, composed: true, detail }),
  );
  forward?.(type, detail);
}

/** Dispatches what happens before anything is played; the rest comes with the first play. */
export function startPageEvents(context: ServiceContext): EndService {
  const { store } = context;
  const ends = (['load', 'seen'] as const).map((type) =>
    store.on(type, ({ item }) => emitPageEvent(context, type, item)),
  );
  return () => ends.forEach((end) => end());
}
