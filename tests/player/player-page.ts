import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { startStage, tones, type Stage, type Tone } from './publisher-pages.ts';

interface Fixtures {
  /** What the page's `window.onerror` and unhandled rejections heard, and what its policy refused. */
  complaints: string[];
}

export const test = base.extend<Fixtures, { stage: Stage }>({
  stage: [
    // Playwright insists on a pattern here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const stage = await startStage();
      await use(stage);
      await stage.close();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      await page.exposeFunction('complain', (words: string) => void complaints.push(words));
      page.on('pageerror', (error) => complaints.push(`pageerror: ${error.message}`));
      await page.addInitScript(listenAndMeasure);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Runs in the page before anything else: hears its errors, keeps every audio element, and taps what comes out
 * of them.
 */
function listenAndMeasure(): void {
  const page = window as unknown as {
    complain(words: string): void;
    sounds: HTMLAudioElement[];
    loudest(): { hertz: number; level: number };
    shifted: number;
    untapped?: boolean;
  };
  addEventListener('error', (event) => page.complain(`error: ${event.message}`));
  addEventListener('unhandledrejection', (event) => page.complain(`rejection: ${String(event.reason)}`));
  document.addEventListener('securitypolicyviolation', (event) =>
    page.complain(`refused: ${event.violatedDirective} ${event.blockedURI}`),
  );
  page.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) page.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  page.sounds = [];
  let context: AudioContext | undefined;
  let analyser: AnalyserNode;
  const RealAudio = window.Audio;
  window.Audio = function (source?: string) {
    const media = new RealAudio(source);
    media.crossOrigin = 'anonymous';
    page.sounds.push(media);
    media.addEventListener('playing', () => {
      if (media.dataset['tapped'] || page.untapped) return;
      media.dataset['tapped'] = 'yes';
      context ??= new AudioContext({ sampleRate: 16_000 });
      if (!analyser) {
        analyser = context.createAnalyser();
        analyser.fftSize = 4096;
        analyser.smoothingTimeConstant = 0;
        analyser.connect(context.destination);
      }
      context.createMediaElementSource(media).connect(analyser);
      void context.resume();
    });
    return media;
  } as unknown as typeof Audio;
  page.loudest = () => {
    if (!context) return { hertz: 0, level: -200 };
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    const at = levels.reduce((best, level, index) => (level > levels[best]! ? index : best), 0);
    return { hertz: (at * context.sampleRate) / analyser.fftSize, level: levels[at]! };
  };
}

/** The players on the page. */
export const players = (page: Page): Locator => page.locator('parlance-audio');

/** Waits until this tone, and no other, comes out. */
export async function hear(page: Page, tone: Tone): Promise<void> {
  await expect
    .poll(
      async () => {
        const { hertz, level } = await page.evaluate(() =>
          (window as unknown as { loudest(): { hertz: number; level: number } }).loudest(),
        );
        if (level < -60) return 'silence';
        return (
          Object.entries(tones).find(([, pitch]) => Math.abs(pitch - hertz) < 12)?.[0] ??
          `${Math.round(hertz)} Hz`
        );
      },
      { message: `the tone of ${tone}`, intervals: [100] },
    )
    .toBe(tone);
}

export async function hearNothing(page: Page): Promise<void> {
  await expect
    .poll(
      () => page.evaluate(() => (window as unknown as { loudest(): { level: number } }).loudest().level),
      { intervals: [100] },
    )
    .toBeLessThan(-60);
}

/** What the player's store says. */
export const stateOf = (player: Locator) =>
  player.evaluate((element) => ({
    ...(element as unknown as { store: { state: Record<string, unknown> } }).store.state,
  }));

/** What the page's audio elements are like. */
export const soundsOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { sounds: HTMLAudioElement[] }).sounds.map(
      ({ playbackRate, preservesPitch, paused, volume, muted, currentTime }) => ({
        playbackRate,
        preservesPitch,
        paused,
        volume,
        muted,
        currentTime,
      }),
    ),
  );

interface Told {
  type: string;
  id: number;
  percent?: number;
  from?: number;
  to?: number;
}

/** Listens to the player's store. @returns what reads all that it told since then */
export async function told(player: Locator): Promise<() => Promise<Told[]>> {
  await player.evaluate((element) => {
    const { store, told } = Object.assign(element, { told: [] as Told[] }) as never as {
      store: {
        on(
          type: string,
          listener: (event: Omit<Told, 'type' | 'id'> & { item: { id: number } }) => void,
        ): void;
      };
      told: Told[];
    };
    for (const type of ['load', 'seen', 'play', 'pause', 'resume', 'heard', 'progress', 'finished', 'close'])
      store.on(type, ({ item, percent, from, to }) => told.push({ type, id: item.id, percent, from, to }));
  });
  return () => player.evaluate((element) => (element as never as { told: Told[] }).told);
}

export { expect };
