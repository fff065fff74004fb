import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expectSound } from './sound-files.ts';
import { open, signIn, stage, test } from './stage.ts';

const address = (page: Page) =>
  page.getByRole('textbox', { name: 'Paste the address of your site or an article.' });
const look = (page: Page) => page.getByTestId('first-look');

async function listen(page: Page, url: string): Promise<void> {
  await open(page, '/projects/dashboard');
  await address(page).fill(url);
  // By keyboard alone.
  await address(page).press('Enter');
}

test('from an address to a project that speaks: one field, one click', async ({ page }) => {
  await signIn(page);
  await listen(page, `${stage().site}/`);
  await expect(look(page).getByRole('heading', { name: /^The Quay/ })).toBeVisible();
  await expect(look(page).getByText('Bread before the tram', { exact: true })).toBeVisible();
  // The opening of the first article plays without a further click.
  await expect(look(page).getByRole('button', { name: 'Pause: Bread before the tram' })).toBeVisible();
  await expectSound(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create project “The Quay”' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Quay' })).toBeVisible();
  const article = page.getByTestId('article').filter({ hasText: 'Bread before the tram' });
  await expect(article.locator('[data-status]')).toHaveAttribute('data-status', 'READY');
});

test('says what is in the way of an address, and what to do', async ({ page }) => {
  await signIn(page);
  await listen(page, `${stage().site}/nowhere`);
  await expect(look(page).getByRole('alert')).toContainText(
    'There’s no page at this address. Check the address, or paste the home page.',
  );
  await expectAccessible(page);
  await address(page).fill('not an address');
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('alert')).toContainText('Must be a complete web address');
});

test('plays a voice on its card, and shows the first titles of a feed before the project is created', async ({
  page,
}) => {
  await signIn(page);
  await open(page, '/projects/create/');
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expectSound(page);
  await page.getByLabel('RSS feed URL').fill(`${stage().site}/feed.xml`);
  await page.getByLabel('RSS feed URL').blur();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bread before the tram' })).toBeVisible();
});
