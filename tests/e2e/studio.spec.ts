import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expectSound } from './sound-files.ts';
import { mailedLink, open, signIn, stage, test } from './stage.ts';

test('a studio user signs up, types, plays, embeds and shares', async ({ page }) => {
  // It waits for a mail and for speech.
  const email = `sign.up.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await open(page, '/');
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Name').fill('Vera Voice');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(stage().password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await open(page, await mailedLink(email, '/confirm-sign-up'));
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await expect(page.getByRole('heading', { name: 'Turn your text into audio' })).toBeVisible();
  await expect(page).toHaveURL(/\/studio$/);
  // Nothing of newsrooms: neither a way there nor an address.
  await expect(page.getByRole('link', { name: 'Newsrooms' })).toHaveCount(0);
  await open(page, '/projects/dashboard');
  await expect(page).toHaveURL(/\/studio$/);

  await page.getByRole('link', { name: 'Create New' }).first().click();
  await page.getByLabel('Text to be sounded').fill('The tram is late. The bakery opens early.');
  await page.getByRole('button', { name: 'Generate Audio' }).click();
  await expect(page).toHaveURL(/\/studio\/edit-audio\//);
  // The first sentence plays without a further click.
  await expectSound(page);
  const code = page.getByRole('textbox', { name: 'EMBED ON YOUR WEBSITE' });
  await expect(code).toHaveValue(/data-channel=".+" data-article="\d+"/);
  await expect(
    page.getByRole('heading', { name: 'The tram is late. The bakery opens early....' }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to the page' }).inputValue();
  const embedded = await code.inputValue();

  // A page on another site, with the embed code.
  await page.route('**/elsewhere', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Elsewhere</title>${embedded}` }),
  );
  await open(page, '/elsewhere');
  // What it sounds like is measured by the player's own tests.
  const sound = page.waitForResponse(
    (response) => /\/download\/audio\/\w+\.mp3/.test(response.url()) && response.ok(),
  );
  await page
    .getByRole('button', { name: /play|listen/i })
    .first()
    .click();
  await sound;
  await page.goto(link);
  await expect(page.getByRole('article').getByText('The bakery opens early.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { what: `the shared page, ${colorScheme}` });
  }
});

test('an editor makes audio from a document', async ({ page }) => {
  await signIn(page, 'editor');
  await open(page, '/projects/dashboard');
  await page.getByRole('link', { name: 'Studio' }).first().click();
  await page.getByRole('link', { name: 'New audio' }).click();
  await page
    .getByLabel('Open document')
    .setInputFiles({
      name: 'Speech.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Welcome\n\nIt is *good* to see you.'),
    });
  const text = page.getByLabel('Text to be sounded');
  await expect(text).toHaveValue(/It is good to see you\./);
  // What is typed without a connection is there when the page is opened again.
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await text.fill('It is good to see you all.');
  await page.context().setOffline(false);
  await page.reload();
  await expect(text).toHaveValue('It is good to see you all.');
  await page.setViewportSize({ width: 375, height: 740 });
  await expectAccessible(page, { rules: ['target-size', 'color-contrast'] });
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole('link', { name: 'Newsrooms' }).click();
  await expect(page).toHaveURL(/\/projects\/dashboard$/);
});
