import { expect } from '@playwright/test';
import { open, signIn, stage, test } from './stage.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByTestId('article')).toHaveCount(20);
});

test('page numbers are in the URL', async ({ page }) => {
  await expect(page.getByTestId('article-count')).toHaveText('45');
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect(page.getByTestId('article')).toHaveCount(5);
  await expect(page).toHaveURL(/\/3_none_none_none$/);
  await expect(page.getByRole('link', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page.getByTestId('article')).toHaveCount(20);
});

test('going back restores the scroll position, and a new screen starts at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  const add = page.getByRole('link', { name: 'New playlist' });
  await page.keyboard.press('End');
  await expect(add).toBeVisible();
  // What still came would move the place.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await add.hover();
  const place = () => page.evaluate(() => scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(300);
  await add.click();
  await expect(page).toHaveURL(/\/add-playlist$/);
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect(add).toBeVisible();
  await expect.poll(place).toBe(before);
});

test('a URL that is typed opens at its top, regardless of the previous scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  const place = () => page.evaluate(() => scrollY);
  await page.keyboard.press('End');
  await expect.poll(place).toBeGreaterThan(300);
  await open(page, `/projects/${stage().archive}/2_none_none_none`);
  await expect(page.getByTestId('article')).toHaveCount(20);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await place()).toBe(0);
});

test('titles get most of a narrow table, and no column is empty', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const share = () =>
    page
      .getByTestId('article')
      .first()
      .evaluate((row) => {
        const title = row.querySelector('a')!.closest('td')!;
        return title.getBoundingClientRect().width / row.getBoundingClientRect().width;
      });
  expect(await share()).toBeGreaterThan(0.4);
  const labels = page.getByRole('columnheader', { name: 'Labels' });
  const label = page.getByText('culture', { exact: true }).filter({ visible: true });
  await expect(labels).toBeHidden();
  await expect(label.first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(labels).toBeVisible();
  await expect(label.first()).toBeVisible();
  await open(page, `/projects/${stage().attic}`);
  await expect(page.getByTestId('article')).toHaveCount(6);
  await expect(labels).toBeHidden();
});

test('changing the page focuses the top of the table', async ({ page }) => {
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/2_none_none_none$/);
  const heading = page.getByRole('heading', { name: 'Articles' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.getByTestId('article').first()).toBeInViewport();
  await page.getByRole('link', { name: 'Page 1' }).click();
  await expect(page.getByTestId('article').first()).toBeInViewport();
});

test('after a deletion the next article has the focus, after canceling the same one', async ({ page }) => {
  await open(page, `/projects/${stage().attic}`);
  await expect(page.getByRole('heading', { name: 'Attic' })).toBeVisible();
  const count = page.getByTestId('article-count');
  await expect(count).toHaveText('6');
  const first = page.getByTestId('article').first();
  const title = await first.getByRole('link').textContent();
  const ask = async () => {
    await first.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await ask();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${title}` })).toBeFocused();
  await ask();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByTestId('article')).toHaveCount(5);
  await expect(page.getByText(`Deleted ${title}`)).toBeVisible();
  await expect(page.getByTestId('article').first().locator(':focus')).toHaveCount(1);
  await expect(count).toHaveText('5');
  // Taken back at once from the notice, or later from the list's menu.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${title} restored`)).toBeVisible();
  await expect(count).toHaveText('6');
  await ask();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(count).toHaveText('5');
  await page.getByRole('button', { name: 'More actions: Articles' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Deleted articles' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Deleted articles' });
  await dialog.getByRole('button', { name: `Restore ${title}` }).press('Enter');
  await expect(dialog.getByText('Nothing was deleted in the last 7 days.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More actions: Articles' })).toBeFocused();
  await expect(count).toHaveText('6');
});

test('on the narrowest phone the date is below the status, and the account menu fits', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const row = page.getByTestId('article').first();
  const state = (await row.locator('[data-status]').boundingBox())!;
  const date = (await row.getByText(/ 20\d\d/).boundingBox())!;
  expect(date.y).toBeGreaterThanOrEqual(state.y + state.height);
  const account = (await page.getByRole('button', { name: /^Account of/ }).boundingBox())!;
  expect(account.width).toBeGreaterThanOrEqual(34);
  expect(account.x + account.width).toBeLessThanOrEqual(320);
});

test('search and filters are kept in the URL', async ({ page }) => {
  await page.getByRole('searchbox').fill('article 4');
  await expect(page.getByTestId('article')).toHaveCount(6);
  await expect(page).toHaveURL(/query=article\+4/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('article 4');
  await expect(page.getByTestId('article')).toHaveCount(6);
  await page.getByRole('searchbox').fill('nowhere to be found');
  await expect(page.getByText('Articles with title like "nowhere to be found" not found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByTestId('article')).toHaveCount(20);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('LIMIT_REACHED');
  await expect(page.getByTestId('article')).toHaveCount(6);
  await expect(page).toHaveURL(/\/1_none_none_limit_reached$/);
  await page.getByLabel('From', { exact: true }).fill('2026-01-10');
  await page.getByLabel('To', { exact: true }).fill('2026-01-20');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('article')).toHaveCount(1);
  await expect(page).toHaveURL(/\/1_2026-01-10_2026-01-20_limit_reached$/);
  await expect(page.getByRole('button', { name: /^Remove filter 10 Jan/ })).toBeVisible();
  // The way back from an article leads to the same list.
  await page.getByTestId('article').getByRole('link').click();
  await expect(page.getByText('Audio file for this article has not been generated yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Archive' }).click();
  await expect(page).toHaveURL(/\/1_2026-01-10_2026-01-20_limit_reached$/);
});

test('a failed article shows its error, and no play button without audio', async ({ page }) => {
  const errored = page
    .getByTestId('article')
    .filter({ has: page.locator('[data-status="ERRORED"]') })
    .first();
  await errored.getByRole('button', { name: /^Errored/ }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('The page answered 404.');
  await expect(errored.getByRole('button', { name: /has no audio yet/ })).toBeDisabled();
  await errored.getByRole('button', { name: /^Actions for/ }).click();
  for (const name of ['Download', 'Copy audio URL'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveAttribute('data-disabled', 'true');
});
