import { requestAds, type VastRequest } from './vast-request.ts';
import { timeoutMs, type AdOutcome, type Stage } from './ad-stage.ts';
import {
  clockTime,
  fillMacros,
  offsetSeconds,
  playableMedia,
  vastError,
  VastError,
  type MediaFile,
  type VastAd,
} from './vast.ts';

/** How much longer than agreed an advertisement may last, seconds: declared durations are rounded. */
const tolerance = 1;
const mostFiles = 3;
const quartiles: [part: number, event: string][] = [
  [0.25, 'firstQuartile'],
  [0.5, 'midpoint'],
  [0.75, 'thirdQuartile'],
];

type Track = VastRequest['track'];

/**
 * Asks the tags one after the other, and plays what the first of them has: one advertisement, or a pod within
 * the length that is agreed.
 */
export async function playVastBreak(stage: Stage): Promise<AdOutcome> {
  const { ads, page, signal } = stage;
  const track: Track = (urls, values = {}) => {
    for (const url of new Set(urls))
      page
        .fetch(fillMacros(url, { ...macros, ...values }), {
          mode: 'no-cors',
          credentials: 'include',
          keepalive: true,
        })
        .catch(() => {});
  };
  const macros: Record<string, string | number> = {
    PAGEURL: `${page.location.origin}${page.location.pathname}`,
    DOMAIN: page.location.hostname,
    CONTENTPLAYHEAD: clockTime(stage.contentTime()),
    MEDIAPLAYHEAD: clockTime(stage.contentTime()),
    BREAKMAXADS: 1,
    BREAKMAXADLENGTH: ads.lengthS,
    BREAKMAXDURATION: ads.lengthS,
    BREAKPOSITION: 1,
    GDPRCONSENT: ads.tags.some((tag) => tag.includes('GDPRCONSENT')) ? await consentString(page) : '',
  };
  let failure: unknown;
  for (const tag of ads.tags) {
    try {
      const found = await requestAds(tag, {
        page,
        signal,
        track,
        macros,
        sendsCookies: ads.provider !== 'parlance',
      });
      return await playFound(found, stage, track);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  if (!failure || (failure instanceof VastError && failure.code === vastError.noAd)) return 'empty';
  throw failure;
}

/** The first that can be played, and with it the rest of its pod. */
async function playFound(found: VastAd[], stage: Stage, track: Track): Promise<AdOutcome> {
  let left = stage.ads.lengthS;
  let outcome: AdOutcome | undefined;
  let failure: unknown;
  for (const ad of found) {
    if (outcome && (!ad.sequence || outcome === 'skipped' || ad.duration > left + tolerance)) break;
    try {
      stage.unit(ad.id);
      outcome = await playAd(ad, left, stage, track);
      left -= stage.media.duration || 0;
    } catch (error) {
      if (!(error instanceof VastError)) throw error;
      track(ad.errors, { ERRORCODE: error.code });
      failure = error;
    }
  }
  if (!outcome) throw failure;
  return outcome;
}

async function playAd(ad: VastAd, length: number, stage: Stage, track: Track): Promise<AdOutcome> {
  if (ad.duration > length + tolerance) throw new VastError(vastError.wrongDuration);
  const files = playableMedia(ad.media, (type) => stage.media.canPlayType(type)).slice(0, mostFiles);
  let failure = new VastError(vastError.noMedia);
  for (const file of files) {
    try {
      return await playFile(file, ad, length, stage, track);
    } catch (error) {
      if (!(error instanceof VastError) || stage.signal.aborted) throw error;
      failure = error;
      // What has begun is not begun again from another file.
      if (stage.media.currentTime > 0) break;
    }
  }
  throw failure;
}

/**
 * Plays one file to its end. Reports its position, follows the listener's controls, and gives up when it
 * stalls.
 */
function playFile(
  file: MediaFile,
  ad: VastAd,
  length: number,
  stage: Stage,
  track: Track,
): Promise<AdOutcome> {
  const { media, page, guard, signal } = stage;
  const over = new page.AbortController();
  const values = (): Record<string, string> => ({
    ASSETURI: file.url,
    ADPLAYHEAD: clockTime(media.currentTime),
  });
  const event = (name: string): void => {
    if (Object.hasOwn(ad.tracking, name)) track(ad.tracking[name]!, values());
  };
  let stall = 0;
  let hasBegun = false;
  let wasMuted = stage.volume() === 0;
  let isPaused = false;
  const due = ad.progress.map(({ at, url }) => ({ at, url }));
  const dueQuartiles = [...quartiles];

  return new Promise<AdOutcome>((resolve, reject) => {
    const fail = (code: number): void => reject(new VastError(code));
    const watch = (): void => {
      page.clearTimeout(stall);
      if (stage.wanted())
        stall = page.setTimeout(
          () => fail(hasBegun ? vastError.mediaBroken : vastError.mediaTimeout),
          timeoutMs,
        );
    };
    const obey = (): void => {
      media.volume = stage.volume();
      const isMuted = media.volume === 0;
      if (hasBegun && isMuted !== wasMuted) event(isMuted ? 'mute' : 'unmute');
      wasMuted = isMuted;
      watch();
      if (stage.wanted()) {
        media.play().catch((error: DOMException) => {
          if (error.name !== 'AbortError')
            fail(error.name === 'NotSupportedError' ? vastError.mediaNotFound : vastError.mediaBroken);
        });
        if (hasBegun && isPaused) event('resume');
        isPaused = false;
      } else {
        media.pause();
        if (hasBegun && !isPaused) event('pause');
        isPaused = true;
      }
    };
    const skip = (): void => {
      event('skip');
      resolve('skipped');
    };
    const begin = (): void => {
      hasBegun = true;
      track(ad.impressions, values());
      for (const name of ['loaded', 'creativeView', 'start']) event(name);
      const skipAfter = ad.skipOffset === null ? null : offsetSeconds(ad.skipOffset, media.duration);
      const click = (): string => {
        track(ad.clickTracking, values());
        return fillMacros(ad.clickThrough, { ...values() });
      };
      stage.begins({ title: ad.title, click: ad.clickThrough ? click : null, skipAfter, skip });
    };
    const listeners: Record<string, () => void> = {
      loadedmetadata: () => {
        if (media.duration > length + tolerance) fail(vastError.wrongDuration);
      },
      playing: () => {
        watch();
        if (!hasBegun) begin();
      },
      timeupdate: () => {
        const { currentTime: time, duration } = media;
        if (!hasBegun || !duration) return;
        watch();
        stage.time(time, duration);
        while (dueQuartiles.length && time >= dueQuartiles[0]![0] * duration) event(dueQuartiles.shift()![1]);
        for (const { url } of due.filter(({ at }) => offsetSeconds(at, duration) <= time))
          track([url], values());
        due.splice(0, due.length, ...due.filter(({ at }) => offsetSeconds(at, duration) > time));
      },
      ended: () => {
        for (const [, name] of dueQuartiles.splice(0)) event(name);
        track(
          due.splice(0).map(({ url }) => url),
          values(),
        );
        event('complete');
        resolve('done');
      },
      error: () => fail(hasBegun ? vastError.mediaBroken : vastError.mediaNotFound),
    };
    for (const [name, listener] of Object.entries(listeners))
      media.addEventListener(name, guard(listener), { signal: over.signal });
    signal.addEventListener(
      'abort',
      () => {
        if (!hasBegun) return fail(vastError.mediaTimeout);
        for (const name of ['closeLinear', 'close']) event(name);
        resolve('skipped');
      },
      { signal: over.signal },
    );
    stage.onChange(() => {
      if (!over.signal.aborted) obey();
    });
    media.src = file.url;
    obey();
  }).finally(() => {
    over.abort();
    page.clearTimeout(stall);
    media.pause();
  });
}

interface TcfPage {
  __tcfapi?: (
    command: string,
    version: number,
    callback: (data: { tcString?: string } | null) => void,
  ) => void;
}

/**
 * The visitor's consent as the framework writes it, for tags that ask for it; empty when the page has none at
 * hand.
 */
function consentString(page: Window): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  (page as TcfPage).__tcfapi?.('getTCData', 2, (data) => resolve(data?.tcString ?? ''));
  page.setTimeout(resolve, 300, '');
  return promise;
}
