/**
 * Simulates listening without waiting: the page's clock is frozen until the test advances it, and its audio,
 * which loads as usual, follows that clock.
 */
import { expect, type Page } from '@playwright/test';
import { sounding } from './player-page.ts';

/** Before the page is opened. Its time passes as everywhere until `stopClock`. */
export async function putSoundsOnClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(soundsOnClock);
}

/** From now on time passes only in `pass` and `listenUntil`. */
export async function stopClock(page: Page): Promise<void> {
  // Later than the time that this call takes on the slowest machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

export const pass = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms);

const isFlowing = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    (window as unknown as { sounds: HTMLAudioElement[] }).sounds.some((media) => media.dataset['flows']),
  );

/**
 * Advances time until a condition holds: in steps of `stepMs` while audio plays, and in real time while it
 * loads, because loading does not follow the clock.
 */
export async function listenUntil(
  page: Page,
  condition: () => Promise<unknown>,
  { stepMs = 250, message = 'what is listened for' } = {},
): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await condition()) return true;
        await pass(page, (await isFlowing(page)) ? stepMs : 5);
        return false;
      },
      { message, intervals: [5] },
    )
    .toBe(true);
}

/** Lets time pass until this file, and no other, sounds. */
export const comes = (page: Page, file: string): Promise<void> =>
  listenUntil(page, async () => (await sounding(page)).map((one) => one.file).join() === file, {
    message: `${file} plays`,
  });

/**
 * Runs in the page before anything else. An audio element loads, fails and knows its length as it really
 * does; where it is, and that it plays, pauses and ends, follows the page's clock.
 */
function soundsOnClock(): void {
  const Before = window.Audio;
  window.Audio = function (source?: string) {
    const media = new Before();
    putOnClock(media);
    if (source) media.src = source;
    return media;
  } as unknown as typeof Audio;

  function putOnClock(media: HTMLAudioElement): void {
    const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')!;
    const load = media.load.bind(media);
    let position = 0;
    /** When it began to flow from `position`; null while it does not. */
    let since: number | null = null;
    let rate = 1;
    let isPaused = true;
    let beat = 0;
    let end = 0;
    let waiting: PromiseWithResolvers<void>[] = [];

    const tell = (...types: string[]): void =>
      queueMicrotask(() => types.forEach((type) => media.dispatchEvent(new Event(type))));
    const now = (): number =>
      since === null
        ? position
        : Math.min(position + ((performance.now() - since) / 1000) * rate, media.duration);
    const halt = (): void => {
      position = now();
      since = null;
      delete media.dataset['flows'];
      clearInterval(beat);
      clearTimeout(end);
    };
    const refuse = (name: string): void => {
      for (const { reject } of waiting.splice(0)) reject(new DOMException('No sound', name));
    };
    const flow = (): void => {
      if (isPaused || since !== null || media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
      since = performance.now();
      media.dataset['flows'] = 'yes';
      tell('playing');
      for (const { resolve } of waiting.splice(0)) resolve();
      // As often as browsers do.
      beat = window.setInterval(() => media.dispatchEvent(new Event('timeupdate')), 250);
      end = window.setTimeout(
        () => {
          halt();
          position = media.duration;
          isPaused = true;
          tell('timeupdate', 'pause', 'ended');
        },
        ((media.duration - position) / rate) * 1000,
      );
    };
    const reset = (): void => {
      halt();
      position = 0;
      rate = media.defaultPlaybackRate;
      isPaused = true;
      refuse('AbortError');
    };
    const at = (place: number): void => {
      const flows = since !== null;
      halt();
      position = Math.min(place, media.duration || Infinity);
      if (media.readyState > 0) tell('seeking', 'timeupdate', 'seeked');
      if (flows) flow();
    };
    media.preload = 'auto';
    media.addEventListener('canplay', flow);
    media.addEventListener('error', () => refuse('NotSupportedError'));
    Object.defineProperties(media, {
      src: {
        get: () => source.get!.call(media) as string,
        set(address: string) {
          reset();
          source.set!.call(media, address);
        },
      },
      currentTime: { get: now, set: at },
      paused: { get: () => isPaused },
      ended: { get: () => media.readyState > 0 && now() >= media.duration },
      playbackRate: {
        get: () => rate,
        set(speed: number) {
          const flows = since !== null;
          halt();
          rate = speed;
          if (flows) flow();
        },
      },
      load: {
        value() {
          reset();
          load();
        },
      },
      play: {
        value() {
          const { promise, ...rest } = Promise.withResolvers<void>();
          waiting.push({ promise, ...rest });
          if (media.ended) position = 0;
          if (isPaused) {
            isPaused = false;
            tell('play');
          }
          if (since !== null) rest.resolve();
          if (media.error) refuse('NotSupportedError');
          flow();
          return promise;
        },
      },
      pause: {
        value() {
          if (isPaused) return;
          halt();
          isPaused = true;
          refuse('AbortError');
          tell('timeupdate', 'pause');
        },
      },
    });
  }
}
