/** Records the output of the page's audio elements; the machine must run nothing else. */
import type { Page } from '@playwright/test';
import { expect, test as base } from '../player-page.ts';
import { tones, type Tone } from '../publisher-pages.ts';

export const test = base.extend<{ ear: void }>({
  ear: [
    async ({ page }, use) => {
      await page.addInitScript(measure);
      await use();
    },
    { auto: true },
  ],
});

interface Ear {
  /** What sounds loudest now. Level in decibels. */
  loudest(): { hertz: number; level: number };
  /** Loudest pitches so far, each where it follows another. Hertz. */
  heard: number[];
}

/** Runs in the page before anything else: taps what comes out of its audio elements. */
function measure(): void {
  const page = window as unknown as Ear;
  page.heard = [];
  let context: AudioContext | undefined;
  let analyser: AnalyserNode;
  let listening: number | undefined;
  const listen = (): void => {
    const { hertz, level } = page.loudest();
    if (level >= -60 && page.heard.at(-1) !== hertz) page.heard.push(hertz);
  };
  const Before = window.Audio;
  window.Audio = function (source?: string) {
    const media = new Before(source);
    media.crossOrigin = 'anonymous';
    media.addEventListener('playing', () => {
      if (media.dataset['tapped']) return;
      media.dataset['tapped'] = 'yes';
      context ??= new AudioContext({ sampleRate: 16_000 });
      if (!analyser) {
        analyser = context.createAnalyser();
        analyser.fftSize = 4096;
        analyser.smoothingTimeConstant = 0;
        analyser.connect(context.destination);
      }
      listening ??= window.setInterval(listen, 50);
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

const loudest = (page: Page) => page.evaluate(() => (window as unknown as Ear).loudest());

const toneOf = (hertz: number): string =>
  Object.entries(tones).find(([, pitch]) => Math.abs(pitch - hertz) < 12)?.[0] ?? `${Math.round(hertz)} Hz`;

/** Waits until this tone, and no other, comes out. */
export async function hear(page: Page, tone: Tone): Promise<void> {
  await expect
    .poll(
      async () => {
        const { hertz, level } = await loudest(page);
        return level < -60 ? 'silence' : toneOf(hertz);
      },
      { message: `the tone of ${tone}`, intervals: [50] },
    )
    .toBe(tone);
}

/** All tones that came out so far, in order. */
export async function heardSoFar(page: Page): Promise<string[]> {
  const heard = (await page.evaluate(() => (window as unknown as Ear).heard)).map(toneOf);
  return heard.filter((tone, place) => tone !== heard[place - 1]);
}

export async function hearNothing(page: Page): Promise<void> {
  await expect
    .poll(async () => (await loudest(page)).level, { message: 'silence', intervals: [50] })
    .toBeLessThan(-60);
}

export { expect };
