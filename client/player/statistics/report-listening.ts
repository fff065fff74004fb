import { addHeardRange, type HeardRange } from '../heard-ranges.ts';
import type { PlayerItem } from '../player-config.ts';
import type { EndService, ServiceContext } from '../player-services.ts';
import { eventQueue } from './event-queue.ts';
import { listenerEventTypes, type ListenerEvent, type LastClick } from './listener-events.ts';
import { percentOf, playerEvent, type PlayerEvent, type QueuedEvent } from './player-event.ts';

/** A click explains what happens within this long, in milliseconds. */
const clickMs = 1000;
const byClick = /^(?:play|playlist_play|pause|resume|close)$/;
const adSteps = [25, 50, 75];
const tenths = (value: number): number => Math.round(value * 10) / 10;

/**
 * Reports events once playback starts: play, playlist_play, pause, resume, finished, close, progress,
 * enhance, enhancing, enhanced, with the ranges actually played. Unsent events of earlier pages go first,
 * then those since the page loaded.
 */
export function reportListening(
  context: ServiceContext,
  {
    url,
    unsent,
    early,
    click,
  }: { url: string; unsent: QueuedEvent[]; early: ListenerEvent[]; click: LastClick },
): EndService {
  const { config, store, page, guard } = context;
  const { send, last, consent, end } = eventQueue(page, url, unsent);
  let heard: { item: PlayerItem; stretches: HeardRange[] } | undefined;
  /** Whether the pause at the end of the page was reported. */
  let isLeft = false;
  let steps: number[] | undefined;
  let adPercent = 0;

  const tell = (
    ac: string,
    item: PlayerItem,
    told: Partial<PlayerEvent> = {},
    at = page.performance.now(),
  ): void => {
    const isClicked = byClick.test(ac) && at - click.at < clickMs && at >= click.at;
    const { x, y } = click;
    if (isClicked) click.at = -Infinity;
    send({ event: playerEvent(context, ac, item, { ...(isClicked && { x, y }), ...told }), at });
  };

  /** Returns the ranges of the item that were played and not yet reported. */
  const untold = (item: PlayerItem): Pick<PlayerEvent, 'h'> => {
    if (heard?.item.id !== item.id) return {};
    const h = heard.stretches
      .map(([from, to]): HeardRange => [tenths(from), tenths(to)])
      .filter(([from, to]) => to > from);
    heard = undefined;
    return h.length ? { h: h.slice(-50) } : {};
  };

  const advertisement = (): void => {
    const { ad } = store.state;
    if (ad && !steps) {
      steps = [...adSteps];
      tell('enhance', store.item, { v: 0 });
    }
    if (ad) adPercent = percentOf(ad.time, ad.duration);
    while (steps && steps[0]! <= adPercent) tell('enhancing', store.item, { v: steps.shift()! });
    if (ad || !steps) return;
    steps = undefined;
    // The last reported time is up to a quarter of a second before the end.
    const isDone = adPercent >= 90;
    tell('enhanced', store.item, { v: isDone ? 100 : adPercent, status: isDone ? 'done' : 'skipped' });
    adPercent = 0;
  };

  let known: boolean | null = null;
  const change = guard(() => {
    if (store.state.consent !== known) consent((known = store.state.consent));
    advertisement();
  });
  const happen = (happening: ListenerEvent): void => {
    const { type, event, at, ct } = happening;
    const { item } = event;
    switch (type) {
      case 'play':
        return tell(
          config.channel.kind === 'playlistPlayer' ? 'playlist_play' : 'play',
          item,
          { ct, status: 'playing' },
          at,
        );
      case 'resume':
        isLeft = false;
        return tell('resume', item, { ct, status: 'playing' }, at);
      case 'pause':
        if (!isLeft) tell('pause', item, { ct, status: 'paused', ...untold(item) }, at);
        return;
      case 'heard':
        heard = {
          item,
          stretches: addHeardRange(heard?.item.id === item.id ? heard.stretches : [], event.from, event.to),
        };
        return;
      case 'progress':
        return tell('progress', item, { v: event.percent, ct, ...untold(item) }, at);
      case 'finished':
        return tell(
          'finished',
          item,
          { v: 100, ct: store.state.duration, status: 'paused', ...untold(item) },
          at,
        );
      case 'close':
        return tell('close', item, { ct, status: 'closed', ...untold(item) }, at);
    }
  };
  const listen = <Type extends ListenerEvent['type']>(type: Type): EndService =>
    store.on(
      type,
      guard((event) => happen({ type, event, at: page.performance.now(), ct: store.now() } as ListenerEvent)),
    );
  change();
  for (const happening of early) guard(happen)(happening);
  const ends = [...listenerEventTypes.map(listen), store.on('change', change)];

  const listeners: [EventTarget, string, () => void][] = [
    [
      page,
      'pagehide',
      guard(() => {
        store.flush();
        const { item } = store;
        if (store.state.phase === 'playing' && !isLeft)
          tell('pause', item, { status: 'paused', ...untold(item) });
        isLeft = true;
        last();
      }),
    ],
    [page, 'pageshow', () => (isLeft = false)],
  ];
  for (const [target, name, listener] of listeners)
    target.addEventListener(name, listener, { capture: true, passive: true });
  return () => {
    for (const stop of ends) stop();
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener, true);
    end();
  };
}
