import { expect, type Page } from '@playwright/test';

/** Root mean square of the page's sound right now; speech lies between 0.03 and 0.3, silence at 0. */
async function loudness(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const kept = globalThis as unknown as { measured?: { analyser: AnalyserNode; context: AudioContext } };
    if (!kept.measured) {
      const audio = document.querySelector('audio');
      if (!audio) return 0;
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 4096 });
      context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
      kept.measured = { analyser, context };
    }
    const { analyser, context } = kept.measured;
    await context.resume();
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  });
}

const audible = 0.01;

/** Sound comes out of the page, measured behind the audio element. */
export async function expectSound(page: Page): Promise<void> {
  await expect
    .poll(() => loudness(page), { message: 'sound plays', intervals: [50] })
    .toBeGreaterThan(audible);
}

/** Nothing comes out, for several measurements on end: a pause between sentences does not count. */
export async function expectSilence(page: Page): Promise<void> {
  let quiet = 0;
  await expect
    .poll(
      async () => {
        quiet = (await loudness(page)) < 1e-4 ? quiet + 1 : 0;
        return quiet;
      },
      { message: 'the sound stops', intervals: [100] },
    )
    .toBeGreaterThanOrEqual(12);
}
