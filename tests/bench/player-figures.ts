/**
 * The player on a publisher's page: how soon after the click there is sound. Measured in a real browser on a
 * warm connection, the sounds on another origin; the sizes are checked in the tests.
 */
import { chromium } from '@playwright/test';
import { buildPlayer } from '../../client/build/build-player.ts';
import { startStage } from '../player/publisher-pages.ts';
import { browserOptions } from './bench-browser.ts';
import { measured } from './figure.ts';
import { definePart } from './part.ts';

export const part = definePart({
  minutes: 0.6,
  full: { rounds: 9 },
  tiny: { rounds: 1 },
  async measure({ rounds }) {
    await buildPlayer();
    const stage = await startStage();
    const browser = await chromium.launch(browserOptions());
    try {
      stage.configure('bench', stage.config());
      const address = stage.page('/bench', `<h1>Harbour</h1>${stage.embed('bench')}`);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const page = await browser.newPage();
        await page.addInitScript(measure);
        await page.goto(address);
        const button = page.locator('parlance-audio').getByRole('button', { name: /^Play:/ });
        await button.waitFor();
        await page.waitForLoadState('networkidle');
        await button.click();
        await page.waitForFunction(() => (window as unknown as { sounded?: number }).sounded !== undefined);
        times.push(await page.evaluate(() => (window as unknown as { sounded: number }).sounded));
        await page.close();
      }
      return [
        measured(
          {
            name: 'player: first sound after the click',
            unit: 'ms',
            bar: 150,
            better: 'lower',
            plausible: [1, 60_000],
          },
          times,
          'clicks on fresh pages, until the position of the sound moves',
        ),
      ];
    } finally {
      await browser.close();
      await stage.close();
    }
  },
});

/** Runs in the page: from the click until the sound's position has moved. */
function measure(): void {
  const page = window as unknown as { sounded?: number };
  let clicked = 0;
  addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true });
  const RealAudio = window.Audio;
  window.Audio = function (source?: string) {
    const media = new RealAudio(source);
    media.addEventListener('playing', () => {
      const from = media.currentTime;
      const look = (): void => {
        if (media.currentTime > from) page.sounded ??= performance.now() - clicked;
        else setTimeout(look, 1);
      };
      look();
    });
    return media;
  } as unknown as typeof Audio;
}
