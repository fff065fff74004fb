import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { png } from '../support/media.ts';
import { mailedLink, open, signIn, stage, test } from './stage.ts';

test('a user without organization creates one, and is taken to it', async ({ page }) => {
  await signIn(page, 'penniless');
  await open(page, '/projects/profile');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('My Organization');
  const title = `Penny's ${stage().organization.slug}`;
  await name.fill(` ${title} `);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/projects\/organization\/penny-s-/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // The menu shows the refetched viewer.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.locator('#user-menu').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
  await expect(name).toHaveCount(0);
});

test('a profile picture is shown to others, and removed', async ({ page }) => {
  await signIn(page, 'editor');
  await open(page, '/projects/profile');
  const bytes = png({ width: 1, height: 1 });
  await page.setInputFiles('input[type=file]', { name: 'me.png', mimeType: 'image/png', buffer: bytes });
  const picture = page.getByRole('img', { name: 'Your picture' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await expect(page.getByRole('button', { name: /^Account of/ }).locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(picture).toHaveCount(0);
});

test('a new email address is confirmed by email, and the account is exported and deleted', async ({
  page,
}) => {
  const { users, password } = stage();
  await signIn(page, 'reader');
  await open(page, '/projects/profile');
  await page.getByRole('button', { name: 'Change email…' }).click();
  const address = `new.${users.reader}`;
  await page.getByLabel('New email').fill(address);
  await page.getByLabel('Current password').first().fill(password);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${address} isn’t taken, we’ve sent a link to it.`)).toBeVisible();
  const link = await mailedLink(address, '/confirm-email');
  await open(page, link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Use it to sign in from now on.')).toBeVisible();
  await open(page, '/projects/profile');
  await open(page, link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();

  await open(page, '/projects/profile');
  await expect(page.getByText(`You sign in with ${address}`)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download archive' }).click();
  const archive = await downloading;
  expect(archive.suggestedFilename()).toMatch(/^parlance-.*\.zip$/);
  expect((await readFile(await archive.path())).subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
});

test('an administrator enables extra options in this browser, and creates a verified organization', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await open(page, '/projects/profile');
  await expect(page.getByRole('heading', { name: 'Administrator Settings' })).toBeVisible();
  await page.getByLabel('Organization IDs (for REST)').check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create verified organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create verified organization' });
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  const name = `Verified ${stage().organization.slug}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('VAT number').fill('DE12');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a VAT number, such as DE123456789.')).toBeVisible();
  await dialog.getByLabel('VAT number').fill('DE 136.695.976');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/^#\d+$/)).toBeVisible();
});
