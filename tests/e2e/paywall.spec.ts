import { expect } from '@playwright/test';
import { png, wav } from '../support/media.ts';
import { expectSound } from './sound-files.ts';
import { open, signIn, stage, test, testInFull } from './stage.ts';

const graphql = '**/graphql';
const section = 'main details > summary';

test.beforeEach(({ page }) => signIn(page));

test('a paywall is set up with an uploaded sound after a failed attempt, and a teaser plays', async ({
  page,
}) => {
  // It waits for speech twice.
  const { newsroom } = stage();
  await open(page, `/projects/${newsroom}/settings`);
  await page.locator(section, { hasText: 'Paywall' }).click();
  await page.getByRole('switch', { name: 'Only subscribers hear the full article' }).check();
  await page.getByRole('switch', { name: 'Play audio at the end of the teaser' }).check();
  await expect(page.getByText('“To hear the full version of this article, please subscribe”')).toBeVisible();
  const paragraphs = page.getByRole('textbox', { name: 'Paragraphs before the paywall' });
  await paragraphs.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a whole number from 1 to 1,000.')).toBeVisible();
  await paragraphs.fill('1');

  await page.route(graphql, async (route) => {
    if (!route.request().headers()['x-parlance-upload']) return route.continue();
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ errors: [{ message: 'Internal server error' }] }),
    });
  });
  const field = page.getByRole('group', { name: 'Upload audio' });
  await field
    .locator('input[type=file]')
    .setInputFiles({
      name: 'Subscribe.wav',
      mimeType: 'audio/wav',
      buffer: wav({ seconds: 3, frequency: 660 }),
    });
  await expect(field.getByRole('alert')).toHaveText('Internal server error');
  await page.unroute(graphql);
  await field.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Play Subscribe.wav' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: 'Remove audio' }).click();
  await expect(page.getByText('No audio of your own')).toBeVisible();
  await field
    .locator('input[type=file]')
    .setInputFiles({
      name: 'Subscribe.wav',
      mimeType: 'audio/wav',
      buffer: wav({ seconds: 3, frequency: 660 }),
    });
  await expect(page.getByRole('button', { name: 'Play Subscribe.wav' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();

  await open(page, `/projects/${newsroom}/settings`);
  await page.locator(section, { hasText: 'Paywall' }).click();
  await expect(page.getByRole('button', { name: 'Play Subscribe.wav' })).toBeVisible();

  await open(page, `/projects/${newsroom}/add-article/`);
  await page.getByLabel('Title').fill('Three paragraphs and a wall');
  await page
    .getByLabel('Text')
    .fill('The first paragraph is free for all.\n\nThe second one is for subscribers.\n\nSo is the third.');
  await page.getByRole('button', { name: 'Create new Article' }).click();
  await page.getByRole('link', { name: 'Three paragraphs and a wall' }).click();
  await expect(page.getByText('Last generated audio file (status: ready)')).toBeVisible();
  await page
    .getByRole('group', { name: 'Teaser of Three paragraphs and a wall' })
    .getByRole('button', { name: 'Play' })
    .click();
  await expectSound(page);

  await open(page, `/projects/${newsroom}/settings`);
  await page.locator(section, { hasText: 'Paywall' }).click();
  await page.getByRole('textbox', { name: 'Paragraphs before the paywall' }).fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/ha(s|ve) no teaser for this paywall/)).toBeVisible();
  await page.getByRole('button', { name: 'Create teasers' }).click();
  await expect(page.getByText(/teaser/i)).toHaveCount(0);
});

test('pauses, quality and a cover are set', async ({ page }) => {
  const { archive } = stage();
  await open(page, `/projects/${archive}/settings`);
  await page.locator(section, { hasText: 'Sound' }).click();
  await page.getByRole('textbox', { name: 'Pause after sentence' }).fill('10001');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a whole number from 0 to 10,000.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Pause after sentence' }).fill('450');
  await page.getByRole('combobox', { name: 'Audio quality' }).click();
  await page.getByRole('option', { name: /^128/ }).click();
  const cover = page.getByLabel('Upload cover: file');
  await cover.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(500_001) });
  await expect(page.getByText('The file is larger than 500 KB. Choose a smaller one.')).toBeVisible();
  await cover.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: png() });
  await expect(page.getByRole('img', { name: 'The cover' })).toBeVisible();
  const saves = page.waitForRequest(
    (request) =>
      request.url().endsWith('/graphql') &&
      request.postDataJSON()?.operationName === 'useSaveSettingsMutation',
  );
  await page.getByRole('button', { name: 'Save' }).click();
  // What was not changed is not sent.
  expect(Object.keys((await saves).postDataJSON().variables.input).toSorted()).toEqual([
    'id',
    'revision',
    'sound',
  ]);
  await expect(page.getByText('Settings saved')).toBeVisible();
  await open(page, `/projects/${archive}/settings`);
  await page.locator(section, { hasText: 'Sound' }).click();
  await expect(page.getByRole('textbox', { name: 'Pause after sentence' })).toHaveValue('450 ms');
  await page.getByRole('button', { name: 'Remove cover' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
});

// Beside the other locks in configure.spec.ts.
testInFull('without the feature the paywall is locked', async ({ page }) => {
  await open(page, `/projects/${stage().foreign.project}/settings`);
  await expect(page.locator('main section', { hasText: 'Paywall' })).toContainText(
    'This feature is not enabled in your organization.',
  );
  await expect(page.locator(section, { hasText: 'Paywall' })).toHaveCount(0);
});
