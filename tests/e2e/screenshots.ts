/**
 * Photographs every screen of the dashboard on the stage of the browser tests, in English or in the language
 * that is named (`npm run screenshots -- fr`): at a desk in both schemes, and on a phone. Writes
 * `screenshots/<screen>-<light|dark|phone>.png`, whole pages, and says which screens had something to say on
 * the console, are wider than the window, or cut a text off.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, expect, type Page } from '@playwright/test';
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

const language = process.argv[2] ?? 'en';
const words = JSON.parse(
  await readFile(new URL(`../../catalogues/${language}.json`, import.meta.url), 'utf8'),
) as { ui: { loading: string }; signIn: { heading: string } };

/** What does not fit: the page itself, and texts without an end that says so. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const style = getComputedStyle(element);
      return (
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 1 &&
        style.overflowX === 'hidden' &&
        style.textOverflow !== 'ellipsis' &&
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== '')
      );
    });
    return [
      ...(wide > 0 ? [`${wide} px wider than the window`] : []),
      ...cut.map((element) => `cut off: ${element.textContent}`),
    ];
  });

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stop = await startServer();
await raiseStage();
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
let count = 0;
try {
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    await context.addInitScript((code) => localStorage.setItem('parlance.language', code), language);
    const page = await context.newPage();
    let name = 'sign-in';
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) console.warn(`${name} (${look}): ${message.text()}`);
    });
    const photograph = async () => {
      for (const what of await cutOff(page)) console.warn(`${name} (${look}): ${what}`);
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
    await page.getByRole('heading', { name: words.signIn.heading, exact: true }).waitFor();
    await photograph();
    for (const [who, screens] of Object.values(screensOf(stage()))) {
      await signIn(page, who);
      for (const [screen, path, heading] of screens) {
        name = screen;
        await open(page, path);
        const main = page.getByRole('main');
        await main
          .getByRole('heading', { name: language === 'en' ? heading : /./ })
          .first()
          .waitFor();
        await expect(main.getByRole('status', { name: words.ui.loading })).toHaveCount(0);
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
