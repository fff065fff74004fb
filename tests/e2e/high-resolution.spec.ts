import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { open, signIn, stage, test } from './stage.ts';

test('a ready article is downloaded in high resolution, with progress', async ({ page }) => {
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/add-article/`);
  await page.getByLabel('Title').fill('Heard in every detail');
  await page.getByLabel('Text').fill('Even the breath between two words is there.');
  await page.getByRole('button', { name: 'Create new Article' }).click();
  const row = page.getByTestId('article').filter({ hasText: 'Heard in every detail' });
  await expect(row.locator('[data-status]')).toHaveAttribute('data-status', 'READY');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download in high resolution' }).click();
  await expect(page.getByRole('menuitem', { name: /^Preparing… \d+%$/ })).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Heard in every detail.mp3');
  expect(firstFrame(await readFile(await file.path()))).toEqual({ kbps: 320, hertz: 44_100 });
  await expect(page.getByRole('menuitem', { name: 'Download in high resolution' })).toBeVisible();

  const uncompressed = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as WAV' }).click();
  const wav = await uncompressed;
  expect(wav.suggestedFilename()).toBe('Heard in every detail.wav');
  const bytes = await readFile(await wav.path());
  expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([
    'RIFF',
    44_100,
    16,
  ]);
});

/**
 * Bit rate and sampling rate of the first MPEG-1 layer III frame, which follows the ID3 tag
 * (id3.org/id3v2.4.0-structure; ISO 11172-3, 2.4.2.3).
 */
function firstFrame(mp3: Buffer): { kbps: number; hertz: number } {
  const tagged = mp3.subarray(0, 3).toString() === 'ID3';
  const at = tagged ? 10 + [6, 7, 8, 9].reduce((size, index) => (size << 7) | mp3[index]!, 0) : 0;
  expect(mp3.readUInt16BE(at) >> 1).toBe(0xfffa >> 1);
  const rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  return { kbps: rates[mp3[at + 2]! >> 4]!, hertz: [44_100, 48_000, 32_000][(mp3[at + 2]! >> 2) & 3]! };
}
