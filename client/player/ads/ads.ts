import { writeStored, readStored } from '../device-storage.ts';
import { randomId } from '../random-id.ts';
import type { PlayerItem } from '../player-config.ts';
import type { EndService, ServiceContext } from '../player-services.ts';
import { adControls } from './ad-controls.ts';
import { timeoutMs, type AdControls, type AdOutcome, type PlayBreak } from './ad-stage.ts';

/** An SDK is loaded this long after the player, in milliseconds. */
const sdkDelayMs = 1000;
/**
 * Articles started since the last advertisement, on this device. There is consent wherever this code runs.
 */
const storageKey = 'parlance-ads';

/**
 * Plays an advertisement before the first article that a listener starts, and then after every `interval`
 * articles. The content is paused for at most four seconds, and plays whatever goes wrong. After a failure,
 * no more advertisements are requested on this page.
 */
export function startAds({
  config,
  texts,
  store,
  element,
  page,
  base,
  slots,
  announce,
  guard,
}: ServiceContext): EndService {
  const ads = config.ads!;
  const ending = new page.AbortController();
  let isDropped = false;
  let isPlaying = false;
  const drop = (error: unknown): void => {
    isDropped = true;
    page.console.debug('Parlance: no advertisement', error);
  };

  const provider: Promise<PlayBreak> =
    ads.provider === 'google'
      ? wait(page, sdkDelayMs)
          .then(() => import('./ima.ts'))
          .then(({ prepareIma }) =>
            ending.signal.aborted ? Promise.reject(new Error('Ended')) : prepareIma(page),
          )
      : import('./play-vast.ts').then(({ playVastBreak }) => playVastBreak);
  provider.catch(drop);

  const report = (path: string, fields: object): void => {
    page
      .fetch(`${base}/enhance/${path}`, {
        method: 'POST',
        body: JSON.stringify(fields),
        headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
        credentials: 'omit',
        keepalive: true,
      })
      .catch(() => {});
  };

  async function playBreak(item: PlayerItem): Promise<void> {
    isPlaying = true;
    const release = store.hold();
    const over = new page.AbortController();
    const media = new page.Audio();
    // The click that started the article allows this element to sound, in browsers that ask for one.
    media.load();
    const told = {
      id: randomId(page),
      c: config.channel.slug,
      a: item.id,
      au: item.au,
      provider: ads.provider,
      res: page.location.origin + page.location.pathname,
    };
    let hasBegun = false;
    let timer = 0;
    let unit = '';
    let title = '';
    let seconds = 0;
    let outcome: AdOutcome | 'failed' = 'failed';
    let code: unknown;
    let controls: ReturnType<typeof adControls> | undefined;
    const listeners: (() => void)[] = [];
    /** Waits for as long as the listener wants to hear; not while they have paused. */
    const watch = (): void => {
      page.clearTimeout(timer);
      if (!hasBegun && store.state.wanted)
        timer = page.setTimeout(() => over.abort(new Error('No advertisement in time')), timeoutMs);
    };
    const stops = [
      store.on(
        'change',
        guard(() => {
          if (store.state.closed || !store.state.consent) over.abort(new Error('Not wanted any more'));
          const present = `${store.state.wanted} ${store.state.volume}`;
          if (present === last) return;
          last = present;
          if (!hasBegun) watch();
          for (const listener of listeners) listener();
        }),
      ),
    ];
    let last = `${store.state.wanted} ${store.state.volume}`;
    const abort = (): void => over.abort(new Error('Ended'));
    ending.signal.addEventListener('abort', abort);
    watch();
    report('uc', { ...told, status: 'requested' });
    const aborted = new Promise<never>((_, reject) =>
      over.signal.addEventListener('abort', () => reject(over.signal.reason)),
    );
    try {
      const play = await Promise.race([provider, aborted]);
      const playing = play({
        ads,
        page,
        guard,
        media,
        slot: slots.ad,
        signal: over.signal,
        wanted: () => store.state.wanted,
        volume: () => store.state.volume / 100,
        contentTime: () => store.now(),
        onChange: (listener) => listeners.push(listener),
        begins(offered: AdControls) {
          hasBegun = true;
          page.clearTimeout(timer);
          ({ title } = offered);
          controls?.end();
          controls = adControls({
            offered,
            texts,
            page,
            element,
            slot: slots.ad,
            announce,
            guard,
            pause: () => store.request({ type: 'pause' }),
          });
          // The article that it precedes is the first after it.
          setCount(page, 1);
        },
        time(time: number, duration: number) {
          seconds = time;
          controls?.time(time);
          store.request({ type: 'ad', ad: { title, time, duration: duration || ads.lengthS } });
        },
        unit: (id: string) => (unit = id.replace(/[^\w .:/-]/g, '').slice(0, 100)),
      });
      // Once it sounds its end is its own; before that nothing keeps the content waiting longer.
      outcome = await Promise.race([
        playing,
        aborted.catch((error) => (hasBegun ? playing : Promise.reject(error))),
      ]);
    } catch (error) {
      code = (error as { code?: unknown }).code;
      drop(error);
    } finally {
      page.clearTimeout(timer);
      for (const stop of stops) stop();
      ending.signal.removeEventListener('abort', abort);
      controls?.end();
      media.removeAttribute('src');
      isPlaying = false;
      store.request({ type: 'ad', ad: null });
      release();
      report('done', {
        ...told,
        status: outcome,
        seconds: Math.round(seconds * 10) / 10,
        ...(unit && { unit }),
        ...(typeof code === 'number' && { error: code }),
      });
    }
  }

  const stop = store.on(
    'play',
    guard(({ item }) => {
      if (!store.state.consent) return undefined;
      const count = readCount(page);
      setCount(page, (count ?? 0) + 1);
      const isDue = count === null || count >= ads.interval;
      if (isDue && !isDropped && !isPlaying) return playBreak(item);
      return undefined;
    }),
  );
  const stopForgetting = store.on(
    'change',
    guard(() => {
      if (store.state.consent === false) setCount(page, null);
    }),
  );
  return () => {
    stop();
    stopForgetting();
    ending.abort();
  };
}

const wait = (page: Window, ms: number): Promise<void> =>
  new Promise((resolve) => page.setTimeout(resolve, ms));

/** null: there was no advertisement yet. Storage may be refused: then every page has one. */
function readCount(page: Window): number | null {
  const count = readStored(page, storageKey);
  return count === null ? null : Number(count) || 0;
}

const setCount = (page: Window, count: number | null): void =>
  writeStored(page, storageKey, count === null ? null : String(count));
