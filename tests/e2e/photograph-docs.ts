/**
 * Takes the pictures of the dashboard's documentation: the demo and a stage of the browser tests, in both
 * schemes, as WebP in `client/dashboard/screens/docs/pictures/`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, expect, type Page } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';
import { pictureSize, type PicturedSlug } from '../../client/dashboard/screens/docs/doc-pictures.ts';
import { fontsOf } from './fonts-of.ts';
import { open, raiseStage, signIn, stage, type Who } from './stage.ts';
import startServer from './start-server.ts';

const folder = fileURLToPath(new URL('../../client/dashboard/screens/docs/pictures/', import.meta.url));
/** Of the pictures; a screen's text is read as it is, at half the size. */
const quality = 0.82;

/** Those that are named; all where none is. */
const only = process.argv.slice(2).filter((name) => name !== 'docs');
await mkdir(folder, { recursive: true });
// A server that is there already, as its grounds say, is taken.
const stop = process.env['E2E_GROUNDS'] ? async () => {} : await startServer();
await raiseStage();
const { newsroom } = stage();
const screens: Record<PicturedSlug, [Who, string]> = {
  'first-article': ['demo', '/projects/1'],
  channels: ['demo', '/projects/1/add-channel'],
  players: ['demo', '/projects/1/add-channel-player'],
  podcasts: ['demo', '/projects/1/add-channel-podcast'],
  alexa: ['demo', '/projects/1/add-channel-alexa-skill'],
  playlists: ['demo', '/projects/1/add-playlist'],
  'rules-and-sound': ['maintainer', `/projects/${newsroom}/processing-rules`],
  dictionaries: ['demo', '/dictionaries/projects/1'],
  review: ['demo', '/projects/1/qa/1/edit'],
  statistics: ['demo', '/projects/1/stats'],
  programs: ['demo', '/explorer'],
};
const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox'] });
let bytes = 0;
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: pictureSize, colorScheme, reducedMotion: 'reduce' });
    await context.addInitScript(() => localStorage.setItem('parlance.language', 'en'));
    context.setDefaultTimeout(180_000);
    const page = await context.newPage();
    const painter = await context.newPage();
    for (const [slug, [who, path]] of Object.entries(screens)) {
      if (only.length > 0 && !only.includes(slug)) continue;
      await signIn(page, who);
      await open(page, path);
      await expect(page.getByRole('heading').or(page.getByRole('main')).first()).toBeVisible({
        timeout: 180_000,
      });
      // The explorer's editor comes after its page.
      if (slug === 'programs') await page.locator('.CodeMirror-line', { hasText: /\w/ }).first().waitFor();
      // The same goes for the preview player of a form, in its own frame.
      if (slug === 'players') await page.frameLocator('main iframe').locator('parlance-audio').waitFor();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('status', { name: /Loading|Reading/ })).toHaveCount(0, {
        timeout: 180_000,
      });
      await fontsOf(page);
      const picture = await asWebp(painter, await page.screenshot());
      bytes += picture.length;
      await writeFile(`${folder}${slug}-${colorScheme}.webp`, picture);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stop();
}
console.log(`${Math.round(bytes / 1024)} KiB of pictures`);

/** A browser writes WebP, which is a third of the size. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async ([data, how]) => {
      const bitmap = await createImageBitmap(await (await fetch(data)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', how);
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
