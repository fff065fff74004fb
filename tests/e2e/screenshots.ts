/**
 * Photographs every screen of the dashboard on the stage of the browser tests, in English: at a desk in both
 * schemes, and on a phone. Writes `screenshots/<screen>-<light|dark|phone>.png`, whole pages, and says which
 * screens had something to say on the console.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, expect } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';
import { openPanels, screensOf } from './screens.ts';
import { open, raiseStage, signIn, stage } from './stage.ts';
import startServer from './start-server.ts';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const looks = {
  light: { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  phone: {
    colorScheme: 'light',
    viewport: { width: 375, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  },
} as const;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stop = await startServer();
await raiseStage();
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
let count = 0;
try {
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    let name = 'sign-in';
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) console.warn(`${name} (${look}): ${message.text()}`);
    });
    const photograph = async () => {
      // As tall as what is on it: what sticks to the window's edge covers nothing.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({
        ...options.viewport,
        height: Math.max(options.viewport.height, Math.min(height, 8_000)),
      });
      await page.screenshot({ path: `${folder}${name.replaceAll(' ', '-')}-${look}.png`, fullPage: true });
      await page.setViewportSize(options.viewport);
      count += 1;
    };
    await open(page, '/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await photograph();
    for (const [who, screens] of Object.values(screensOf(stage()))) {
      await signIn(page, who);
      for (const [screen, path, heading] of screens) {
        name = screen;
        await open(page, path);
        const main = page.getByRole('main');
        await main.getByRole('heading', { name: heading }).first().waitFor();
        await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await openPanels(page);
        await page.waitForLoadState('networkidle');
        await photograph();
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stop();
}
console.log(`${count} screenshots in screenshots/`);
