/**
 * Photographs every screen of the dashboard on the stage of the browser tests, in English or in the language
 * that is named (`npm run screenshots -- fr`; `en-XA` is the pseudo-language): at a desk in both schemes, and
 * on a phone. Writes `screenshots/<screen>-<light|dark|phone>.png`, whole pages, and says which screens had
 * something to say on the console, are wider than the window, or cut a text off. With `docs` in place of the
 * language it takes the pictures of the documentation.
 */
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, expect } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';
import { sayIn, type Say } from '../../client/dashboard/words/say.ts';
import type { Language } from '../../client/dashboard/words/language.ts';
import { build, pseudoDashboard } from '../../codegen/build.ts';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-catalogue.ts';
import { showPseudoLanguage } from './pseudo-build.ts';
import { openPanels, screensOf } from './screens.ts';
import { open, raiseStage, signIn, stage } from './stage.ts';
import startServer from './start-server.ts';
import { textsOnPage, widerThanWindow } from './texts-on-page.ts';

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

if (process.argv[2] === 'docs') {
  await import('./photograph-docs.ts');
  process.exit();
}
const language = process.argv[2] ?? 'en';
/** What a part of the catalogue says in that language. */
const wordsOf = async (part: string) =>
  ((await import(`../../client/dashboard/generated/words/${language}/${part}.ts`)) as Words).default(
    sayIn(language as Language),
  );
type Words = { default: (say: Say) => Record<string, string> };
const words = { ui: await wordsOf('ui'), signIn: await wordsOf('signIn') };

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
if (language === pseudoLanguage) await build([pseudoDashboard]);
const stop = await startServer();
await raiseStage();
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
let count = 0;
try {
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    if (language === pseudoLanguage) await showPseudoLanguage(context);
    else await context.addInitScript((code) => localStorage.setItem('parlance.language', code), language);
    const page = await context.newPage();
    let name = 'sign-in';
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) console.warn(`${name} (${look}): ${message.text()}`);
    });
    const photograph = async () => {
      const wider = await widerThanWindow(page);
      if (wider) console.warn(`${name} (${look}): ${wider}`);
      for (const { text, cut } of await textsOnPage(page))
        if (cut) console.warn(`${name} (${look}): “${text}” is ${cut}`);
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
    await page.getByRole('heading', { name: words.signIn['heading']!, exact: true }).waitFor();
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
        await expect(main.getByRole('status', { name: words.ui['loading']! })).toHaveCount(0);
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
