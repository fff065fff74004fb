import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { startStage, type Stage } from './publisher-pages.ts';

interface Fixtures {
  /** Errors of the page's `window.onerror`, unhandled rejections, and violations of its policy. */
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
      await page.addInitScript(listen);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Runs in the page before anything else: hears its errors, and keeps every audio element. */
function listen(): void {
  const page = window as unknown as {
    complain(words: string): void;
    sounds: HTMLAudioElement[];
    shifted: number;
    around: number;
  };
  addEventListener('error', (event) => page.complain(`error: ${event.message}`));
  addEventListener('unhandledrejection', (event) => page.complain(`rejection: ${String(event.reason)}`));
  document.addEventListener('securitypolicyviolation', (event) =>
    page.complain(`refused: ${event.violatedDirective} ${event.blockedURI}`),
  );
  page.shifted = 0;
  page.around = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      page.shifted += entry.value;
      // Shifts within a player have no node here, because it is in a separate tree.
      if (entry.sources.some(({ node }) => node !== null)) page.around += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  page.sounds = [];
  const RealAudio = window.Audio;
  window.Audio = function (source?: string) {
    const media = new RealAudio(source);
    page.sounds.push(media);
    return media;
  } as unknown as typeof Audio;
}

/** The players on the page. */
export const players = (page: Page): Locator => page.locator('parlance-audio');

/** The files that sound, and where they are: neither paused nor muted, and with data to play. */
export const sounding = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { sounds: HTMLAudioElement[] }).sounds
      .filter(
        ({ paused, ended, muted, volume, readyState }) =>
          !paused && !ended && !muted && volume > 0 && readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
      )
      .map(({ currentSrc, currentTime }) => ({
        file: /([^/]+?)(?:-[\d.]+)?\.wav$/.exec(currentSrc)?.[1],
        currentTime,
      })),
  );

/**
 * Waits until this file, and no other, plays and advances, according to the browser's element; the output is
 * measured in `sound/`.
 */
export async function plays(page: Page, file: string): Promise<void> {
  let before: number | undefined;
  await expect
    .poll(
      async () => {
        const all = await sounding(page);
        const [{ file: heard, currentTime } = {}] = all;
        const goesOn = before !== undefined && currentTime! > before;
        before = heard === file ? currentTime : undefined;
        return goesOn || heard !== file ? all.map((one) => one.file).join() : `${heard} stands`;
      },
      { message: `${file} plays`, intervals: [50] },
    )
    .toBe(file);
}

/** Waits until no file sounds. */
export async function isSilent(page: Page): Promise<void> {
  await expect
    .poll(async () => (await sounding(page)).map(({ file }) => file), { intervals: [50] })
    .toEqual([]);
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
