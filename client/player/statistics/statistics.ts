import { readStored } from '../device-storage.ts';
import type { EndService, ServiceContext } from '../player-services.ts';
import { listenerEventTypes, type ListenerEvent, type LastClick } from './listener-events.ts';
import { forgetListener } from './listener-id.ts';
import { playerEvent, type QueuedEvent } from './player-event.ts';
import { postEvents } from './post-events.ts';

/**
 * Reports that the player was loaded and seen and, once the listener plays, all its events. It identifies no
 * one and stores nothing without consent. Most readers never listen, so code that only listeners need loads
 * with the first play.
 */
export function startStatistics(context: ServiceContext): EndService {
  const { config, store, element, page, base, guard } = context;
  const url = new URL(config.eventsUrl!, `${base}/`).href;
  const unsent: QueuedEvent[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  let isEnded = false;
  let endListening: EndService | undefined;
  const agrees = (): boolean | null => store.state.consent;

  // One after the other: the first answer may say who it is.
  const tell = (ac: string): void => {
    const waiting = { event: playerEvent(context, ac, store.item, {}), at: page.performance.now() };
    sending = sending.then(async () => {
      if (!(await postEvents(page, url, [waiting], agrees))) unsent.push(waiting);
    });
  };
  const click: LastClick = { x: 0, y: 0, at: -Infinity };
  const onClick = guard(({ clientX, clientY, detail }: MouseEvent) => {
    // A key's click has no place.
    if (!detail) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const within = (at: number, size: number): number =>
      Math.round(Math.max(0, Math.min(100, (at / (size || 1)) * 100)) * 10) / 10;
    Object.assign(click, {
      x: within(clientX - left, width),
      y: within(clientY - top, height),
      at: page.performance.now(),
    });
  });
  element.addEventListener('click', onClick, { capture: true, passive: true });

  let isListening = false;
  const listen = async (): Promise<void> => {
    isListening = true;
    stopWatching();
    const [{ reportListening }] = await Promise.all([import('./report-listening.ts'), sending]);
    for (const stop of stops) stop();
    if (!isEnded) endListening = reportListening(context, { url, unsent, early, click });
  };
  // Events before the rest has loaded are reported by the rest.
  const early: ListenerEvent[] = [];
  const record = (type: ListenerEvent['type'], event: unknown): void => {
    early.push({ type, event, at: page.performance.now(), ct: store.now() } as ListenerEvent);
    if (!isListening) guard(listen)();
  };
  const stops = listenerEventTypes.map((type) => store.on(type, (event) => record(type, event)));
  const beginnings = (['load', 'seen'] as const).map((type) => store.on(type, () => tell(type)));
  // An earlier page may have left events that could not be sent.
  const watch = guard(() => {
    if (store.state.consent === false) forgetListener(page);
    return store.state.consent && readStored(page, 'parlance-events') !== null && !isListening
      ? listen()
      : undefined;
  });
  const stopWatching = store.on('change', watch);
  watch();
  if (store.state.wanted) record('play', { item: store.item });
  return () => {
    isEnded = true;
    for (const stop of [...stops, ...beginnings, stopWatching]) stop();
    element.removeEventListener('click', onClick, true);
    endListening?.();
  };
}
