/**
 * Photographs every screen of the dashboard in every state that it has (`scenes.ts`), at a desk and on a
 * phone, in both schemes. What is named is photographed alone:
 *
 *     npm run screenshots -- de
 *     npm run screenshots -- fr --screen=project,dashboard --state=many,loading --look=dark-375
 *     npm run screenshots -- --list
 *
 * Languages are en, de, fr and `en-XA`, the pseudo-language; English unless one is named. Writes
 * `screenshots/<language>/<screen>-<state>-<scheme>-<width>.png`, whole pages, and says which screens had
 * something to say on the console, are wider than the window, or cut a text off, and how long it took.
 * `docs` in place of the language takes the pictures of the documentation, `readme` that of the README.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium as playwright, expect, type Browser, type Page } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';
import { formattersIn, type Formatters } from '../../client/dashboard/words/formatters.ts';
import type { Language } from '../../client/dashboard/words/language.ts';
import { build, pseudoDashboard } from '../../codegen/build.ts';
import { pseudoLanguage } from '../../codegen/catalogues/pseudo-catalogue.ts';
import { keepAnswers } from './answers.ts';
import { fontsOf } from './fonts-of.ts';
import { showPseudoLanguage } from './pseudo-build.ts';
import { scenesOf, states, type Scene, type State } from './scenes.ts';
import { open, raiseGallery, raiseStage, signInAs, stage } from './stage.ts';
import startServer from './start-server.ts';
import { textsOnPage, widerThanWindow } from './texts-on-page.ts';

const schemes = ['light', 'dark'] as const;
const widths = {
  1440: { viewport: { width: 1440, height: 900 } },
  375: { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;
/** Of a picture; what is longer is cut off below. */
const tallest = 6_000;
/** Of a scene, milliseconds: what takes longer is reported, and the next one follows. */
const patience = 30_000;

const asked = parseArgs({
  allowPositionals: true,
  options: {
    screen: { type: 'string' },
    state: { type: 'string' },
    look: { type: 'string' },
    list: { type: 'boolean' },
  },
});
const language = asked.positionals[0] ?? 'en';
if (language === 'docs' || language === 'readme') {
  await import(language === 'docs' ? './photograph-docs.ts' : './photograph-readme.ts');
  process.exit();
}
/** Those of a list that an argument names, all where there is none. */
function chosen<One extends string>(list: readonly One[], argument: string | undefined, what: string): One[] {
  if (argument === undefined) return [...list];
  const names = argument.split(',');
  const unknown = names.find((name) => !list.includes(name as One));
  if (unknown !== undefined) throw new Error(`No ${what} “${unknown}”. There are: ${list.join(', ')}.`);
  return list.filter((one) => names.includes(one));
}
const looks = chosen(
  schemes.flatMap((scheme) => Object.keys(widths).map((width) => `${scheme}-${width}`)),
  asked.values.look,
  'look',
);
const wantedStates = chosen<State>(states, asked.values.state, 'state');

/** What a part of the catalogue says in that language. */
const wordsOf = async (part: string) =>
  ((await import(`../../client/dashboard/generated/words/${language}/${part}.ts`)) as Words).default(
    formattersIn(language as Language),
  );
type Words = { default: (say: Formatters) => Record<string, string> };
const words = await wordsOf('ui');

const folder = fileURLToPath(new URL(`../../screenshots/${language}/`, import.meta.url));
const begun = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
if (language === pseudoLanguage) await build([pseudoDashboard]);
const stop = await startServer();
let browser: Browser | undefined;
let [pictures, complaints] = [0, 0];
try {
  await raiseStage();
  const all = scenesOf(stage(), await raiseGallery());
  const screens = chosen([...new Set(all.map(({ screen }) => screen))], asked.values.screen, 'screen');
  const scenes = all.filter(({ screen, state }) => screens.includes(screen) && wantedStates.includes(state));
  if (asked.values.list)
    for (const screen of screens)
      console.log(
        `${screen}: ${scenes.flatMap((one) => (one.screen === screen ? one.state : [])).join(', ')}`,
      );
  else await photographAll(scenes);
} finally {
  await browser?.close();
  await stop();
}

async function photographAll(scenes: readonly Scene[]) {
  await mkdir(folder, { recursive: true });
  console.log(`${scenes.length} scenes; ready to begin after ${seconds(begun)}`);
  browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
  for (const [width, options] of Object.entries(widths)) {
    const shown = schemes.filter((scheme) => looks.includes(`${scheme}-${width}`));
    if (shown.length === 0) continue;
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    context.setDefaultTimeout(patience);
    if (language === pseudoLanguage) await showPseudoLanguage(context);
    else await context.addInitScript((code) => localStorage.setItem('parlance.language', code), language);
    let who: string | null = null;
    for (const scene of scenes) {
      const name = `${scene.screen}, ${scene.state}`;
      const complain = (what: string) => {
        complaints += 1;
        console.warn(`${name}, ${width}: ${what}`);
      };
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !isWanted(scene.state, message.text()))
          complain(message.text());
      });
      if (scene.who !== who) {
        await context.clearCookies();
        if (scene.who !== null) await signInAs(page, scene.who);
        who = scene.who;
      }
      const answers = await keepAnswers(context, scene.state);
      try {
        await show(page, scene, answers.operations, answers.keepsSome);
        for (const scheme of shown) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
          if (scheme === shown[0]) {
            const wider = await widerThanWindow(page);
            if (wider) complain(wider);
            for (const { text, cut } of await textsOnPage(page)) if (cut) complain(`“${text}” is ${cut}`);
          }
          await photograph(page, `${scene.screen}-${scene.state}-${scheme}-${width}`, options.viewport);
        }
      } catch (error) {
        complain(`no picture: ${(error as Error).message.split('\n')[0]}`);
      } finally {
        await context.setOffline(false);
        await answers.end();
        await page.close();
      }
    }
    await context.close();
  }
  console.log(
    `${pictures} pictures in screenshots/${language}/, ${complaints} complaints, ${seconds(begun)} in all`,
  );
}

/** Opens a screen, and waits until it is in the state that it is to be photographed in. */
async function show(page: Page, { state, path, who, act }: Scene, kept: string[], keepsSome: boolean) {
  if (state === 'slow') await page.clock.install();
  await page.emulateMedia({ colorScheme: schemes[0] });
  await open(page, path);
  const main = page.getByRole('main');
  if (who === null) await main.getByRole('heading').first().waitFor();
  if (state === 'loading' || state === 'slow') {
    await expect.poll(() => kept.length, { timeout: patience }).toBeGreaterThan(0);
    await main.getByRole('status').first().waitFor();
    if (state === 'slow') {
      await page.clock.fastForward('00:10');
      await main.getByText(words['slow']!).waitFor();
    }
    return;
  }
  if (state === 'error') return void (await main.getByRole('alert').first().waitFor());
  await main.getByRole('heading').first().waitFor();
  if (state === 'parts-error') return void (await main.getByRole('alert').first().waitFor());
  // Content far below loads when it comes near.
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height: tallest });
  if (keepsSome) {
    await expect
      .poll(() => kept.length, { timeout: patience, message: 'Its panels ask nothing of their own.' })
      .toBeGreaterThan(0);
  } else {
    await expect(main.getByRole('status', { name: words['loading']! })).toHaveCount(0, { timeout: patience });
    await page.waitForLoadState('networkidle');
  }
  await page.setViewportSize({ width, height });
  if (act) {
    await act(page);
    await page.waitForLoadState('networkidle');
    await expect(main.locator('[data-skeleton]')).toHaveCount(0, { timeout: patience });
  }
  if (state === 'offline') {
    await page.context().setOffline(true);
    await page.getByText(await offlineWords()).waitFor();
  }
}

async function offlineWords(): Promise<string> {
  return (await wordsOf('shell'))['offline']!;
}

async function photograph(page: Page, name: string, viewport: { width: number; height: number }) {
  // As tall as what is on it: what sticks to the window's edge covers nothing.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, Math.min(height, tallest)) });
  await fontsOf(page);
  await page.screenshot({ path: `${folder}${name.replaceAll(' ', '-')}.png` });
  await page.setViewportSize(viewport);
  pictures += 1;
}

/** What the console says because the state is what it is. */
function isWanted(state: State, message: string): boolean {
  if (['error', 'parts-error'].includes(state)) return /INTERNAL|Internal|error/i.test(message);
  if (state === 'forbidden') return /ServerError/.test(message);
  return state === 'offline' && /ERR_INTERNET_DISCONNECTED|WebSocket/.test(message);
}
