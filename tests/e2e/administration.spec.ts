import { expect } from '@playwright/test';
import { open, signIn, stage, test } from './stage.ts';

test('an administrator finds an organization, gives it a feature, and reads it in the log', async ({
  page,
}) => {
  const { name } = stage().foreign.organization;
  await signIn(page, 'admin');
  await open(page, '/projects/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name.toLowerCase());
  const found = page.getByRole('main').getByRole('link', { name });
  await expect(found).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(name.toLowerCase());
  await found.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const labels = page.getByRole('switch', { name: 'Labels' });
  await expect(labels).not.toBeChecked();
  await labels.focus();
  await page.keyboard.press('Space');
  await expect(labels).toBeChecked();
  await expect(page.getByText(`“Labels” is now on for ${name}`)).toBeVisible();
  const log = page.getByRole('main').getByRole('listitem').filter({ hasText: 'changed features' });
  await expect(log.first()).toContainText('Turned on: Labels');

  await labels.press('Space');
  await expect(labels).not.toBeChecked();
  await expect(log.first()).toContainText('Turned off: Labels');
  await open(page, '/projects/administration/log');
  await expect(log.filter({ hasText: name }).first()).toContainText('Turned off: Labels');
});

test('other users have no link to administration, and are refused', async ({ page }) => {
  await signIn(page, 'reader');
  await open(page, '/projects/administration');
  await expect(page.getByRole('alert')).toContainText('Only administrators can do this.');
  await expect(page.getByRole('heading', { level: 1, name: 'Not allowed' })).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
});
