/**
 * The player on a publisher's page: how soon after the click there is sound. Measured in a real browser on a
 * warm connection, the sounds on another origin; the sizes are checked in the tests.
 */
import { chromium } from '@playwright/test';
import { buildPlayer } from '../../client/build-player.ts';
import { chromium as findChromium } from '../../scripts/chromium.ts';
import { startStage } from '../player/publisher-pages.ts';
import { median, type Figure } from './figure.ts';

const rounds = 9;

export async function figures(): Promise<Figure[]> {
  await buildPlayer();
  const stage = await startStage();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
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
      {
        name: 'player: first sound after the click',
        value: median(times),
        unit: 'ms',
        bar: 150,
        want: 'at most',
        note: `median of ${rounds} clicks on fresh pages, worst ${Math.round(Math.max(...times))} ms; until the position of the sound moves`,
      },
    ];
  } finally {
    await browser.close();
    await stage.close();
  }
}

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
