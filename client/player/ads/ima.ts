import { timeoutMs, type AdOutcome, type PlayBreak, type Stage } from './ad-stage.ts';

/** What is used of Google's IMA SDK for HTML5, version 3; as its reference describes it. */
interface Ima {
  AdDisplayContainer: new (
    slot: HTMLElement,
    media: HTMLMediaElement,
  ) => { initialize(): void; destroy(): void };
  AdsLoader: new (
    container: object,
  ) => ImaTarget & { requestAds(request: object): void; contentComplete(): void; destroy(): void };
  AdsRequest: new () => { adTagUrl: string; setAdWillAutoPlay?(plays: boolean): void };
  AdsRenderingSettings: new () => Record<string, unknown>;
  AdsManagerLoadedEvent: { Type: { ADS_MANAGER_LOADED: string } };
  AdErrorEvent: { Type: { AD_ERROR: string } };
  AdEvent: { Type: Record<string, string> };
  ViewMode: { NORMAL: string };
}

interface ImaTarget {
  addEventListener(type: string, listener: (event: ImaEvent) => void): void;
}

interface ImaEvent {
  getAdsManager?(media: HTMLMediaElement, settings: object): ImaManager;
  getAd?(): { getAdId(): string; getTitle(): string; getDuration(): number } | null;
  getAdData?(): { currentTime?: number; duration?: number };
  getError?(): { getVastErrorCode?(): number; getMessage?(): string };
}

interface ImaManager extends ImaTarget {
  init(width: number, height: number, mode: string): void;
  start(): void;
  pause(): void;
  resume(): void;
  setVolume(volume: number): void;
  destroy(): void;
}

const sdk = 'https://imasdk.googleapis.com/js/sdkloader/ima3.js';

type ImaPage = Window & typeof globalThis & { google?: { ima?: Ima } };

/** Loads the SDK, once for a page. @throws when it cannot be had */
export async function prepareIma(page: ImaPage): Promise<PlayBreak> {
  if (!page.google?.ima) await loadScript(page);
  const ima = page.google?.ima;
  if (!ima) throw new Error('The IMA SDK is not there');
  return (stage) => playImaBreak(ima, stage);
}

function loadScript(page: Window): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const loading = page.document.querySelector<HTMLScriptElement>(`script[src="${sdk}"]`);
  const script = loading ?? page.document.createElement('script');
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error('The IMA SDK cannot be loaded')));
  if (!loading) {
    script.async = true;
    script.src = sdk;
    page.document.head.append(script);
  }
  // A script of the page's own may have loaded before it was listened to.
  page.setTimeout(resolve, 10_000);
  return promise;
}

/** One break as the SDK plays it, on the element that it is given; what it shows stays within the slot. */
function playImaBreak(ima: Ima, stage: Stage): Promise<AdOutcome> {
  const { page, guard, signal, slot, media } = stage;
  const room = page.document.createElement('div');
  slot.append(room);
  const container = new ima.AdDisplayContainer(room, media);
  const loader = new ima.AdsLoader(container);
  let manager: ImaManager | undefined;
  let hasBegun = false;
  let isSkipped = false;
  let isPaused = false;
  const { promise, resolve, reject } = Promise.withResolvers<AdOutcome>();
  const fail = (event: ImaEvent): void => {
    const error = event.getError?.();
    reject(
      Object.assign(new Error(error?.getMessage?.() ?? 'IMA failed'), { code: error?.getVastErrorCode?.() }),
    );
  };
  const obey = (): void => {
    if (!manager) return;
    manager.setVolume(stage.volume());
    if (!hasBegun || stage.wanted() !== isPaused) return;
    isPaused = !stage.wanted();
    if (isPaused) manager.pause();
    else manager.resume();
  };
  const handlers: Record<string, (event: ImaEvent) => void> = {
    STARTED(event) {
      const ad = event.getAd?.();
      if (ad) stage.unit(ad.getAdId());
      hasBegun = true;
      stage.begins({ title: ad?.getTitle() ?? '', click: null, skipAfter: null, skip() {} });
      stage.time(0, ad?.getDuration() || stage.ads.lengthS);
      obey();
    },
    AD_PROGRESS(event) {
      const { currentTime, duration } = event.getAdData?.() ?? {};
      if (currentTime !== undefined && duration) stage.time(currentTime, duration);
    },
    SKIPPED: () => (isSkipped = true),
    USER_CLOSE: () => (isSkipped = true),
    ALL_ADS_COMPLETED: () => resolve(!hasBegun ? 'empty' : isSkipped ? 'skipped' : 'done'),
  };

  container.initialize();
  loader.addEventListener(ima.AdErrorEvent.Type.AD_ERROR, fail);
  loader.addEventListener(ima.AdsManagerLoadedEvent.Type.ADS_MANAGER_LOADED, (event) => {
    try {
      const settings = new ima.AdsRenderingSettings();
      Object.assign(settings, {
        restoreCustomPlaybackStateOnAdBreakComplete: false,
        loadVideoTimeout: timeoutMs,
      });
      manager = event.getAdsManager!(media, settings);
      manager.addEventListener(ima.AdErrorEvent.Type.AD_ERROR, fail);
      for (const [name, handle] of Object.entries(handlers)) {
        if (ima.AdEvent.Type[name]) manager.addEventListener(ima.AdEvent.Type[name], guard(handle));
      }
      manager.init(room.clientWidth || 300, room.clientHeight || 50, ima.ViewMode.NORMAL);
      manager.setVolume(stage.volume());
      manager.start();
    } catch (error) {
      reject(error);
    }
  });
  stage.onChange(obey);
  signal.addEventListener('abort', () => (hasBegun ? resolve('skipped') : reject(signal.reason)));
  const request = new ima.AdsRequest();
  request.adTagUrl = stage.ads.tags[0] ?? '';
  request.setAdWillAutoPlay?.(true);
  loader.requestAds(request);
  return promise.finally(() => {
    manager?.destroy();
    loader.destroy();
    container.destroy();
    room.remove();
  });
}
