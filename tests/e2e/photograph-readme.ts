/**
 * Takes the README's pictures of the demo: `client/screenshot.png`, a project with an article playing, and
 * `client/player.png`, the player on a publisher's page.
 */
import { fileURLToPath } from 'node:url';
import { chromium as playwright, expect } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';
import { fontsOf } from './fonts-of.ts';
import { open, raiseStage, signIn } from './stage.ts';
import startServer from './start-server.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../client/${name}.png`, import.meta.url));
/** Includes generating the demo's audio. */
const patience = { timeout: 180_000 };

const stop = await startServer();
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
try {
  await raiseStage();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('parlance.language', 'en'));
  await signIn(page, 'demo');
  await open(page, '/projects/1');
  const play = page.getByTestId('article').getByRole('button', { name: /^Play/ });
  await expect(page.getByTestId('article').locator('[data-status="READY"]')).toHaveCount(3, patience);
  await play.nth(1).click();
  await page.waitForLoadState('networkidle');
  await fontsOf(page);
  await page.screenshot({ path: pathOf('screenshot') });
  await page.setViewportSize({ width: 960, height: 440 });
  await open(page, '/demo/gazette/');
  await page.getByRole('main').getByRole('link').first().click();
  const player = page.locator('parlance-audio').first();
  await player.getByRole('button', { name: /^Play/ }).first().click(patience);
  await expect(player.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
  await page.screenshot({ path: pathOf('player') });
} finally {
  await browser.close();
  await stop();
}
