/**
 * Starts the services that load once the player is rendered: playback, statistics, the resume position, and
 * keyboard shortcuts. Other services load later.
 */
import { startPageEvents } from './page-events.ts';
import { createEngine } from './player-engine.ts';
import type { ServiceContext } from './player-services.ts';
import { startResumePosition } from './resume-position.ts';
import { shortcuts } from './shortcuts.ts';
import { startStatistics } from './statistics/statistics.ts';
import type { Store } from './store.ts';

/** @param refresh asks the server again */
export async function startDeferredServices(context: ServiceContext, refresh: () => void): Promise<void> {
  const { config, store, element, guard, start, once } = context;
  const consented = (): boolean => store.state.consent === true;
  // First, so that it misses nothing.
  if (config.eventsUrl) start(startStatistics);
  if (config.channel.features?.some((feature) => feature === 'googleAnalytics' || feature === 'matomo'))
    await import('./analytics.ts').then(({ startAnalytics }) => start(startAnalytics)).catch(() => {});
  start(startPageEvents);
  once(consented, () => start(startResumePosition));
  once(
    () => store.state.wanted,
    async () => {
      // First, so that it can be docked without the network.
      const { dockOutOfView, dockWhileHidden } = await import('./outside-container.ts');
      start(dockWhileHidden);
      if (config.channel.features?.includes('miniPlayer')) start(dockOutOfView);
      const { startMediaSession, startPlayEvents } = await import('./media-session.ts');
      start(startPlayEvents);
      start(startMediaSession);
    },
  );
  store.on(
    'trouble',
    guard(() => refreshAfterTrouble(store, refresh)),
  );
  element
    .shadowRoot!.querySelector<HTMLElement>('.root')!
    .addEventListener('keydown', guard(shortcuts(store)));
  if (config.ads) {
    const startAds = async (): Promise<void> => start((await import('./ads/ads.ts')).startAds);
    // Before pending presses are handled. If ads fail, playback starts without them.
    if (consented()) await startAds().catch(() => {});
    else once(consented, startAds);
  }
  store.engage(createEngine);
}

/** The transcript, and words marked in the page. */
export async function startReadAlong(context: ServiceContext): Promise<void> {
  context.start((await import('./reading/reading.ts')).startReading);
}

/**
 * Reports a missing file at once and refetches the config, because only the server knows whether there is a
 * new file.
 */
async function refreshAfterTrouble(store: Store, refresh: () => void): Promise<void> {
  const { audio } = store.item;
  const answer =
    audio && store.state.part === 'article' ? await fetch(audio, { method: 'HEAD' }).catch(() => null) : null;
  if (answer && (answer.status === 404 || answer.status === 410 || answer.status === 403)) {
    const stop = store.on('change', () => {
      stop();
      if (store.item?.audio === audio) store.request({ type: 'gone' });
    });
  }
  refresh();
}
