import { expect, type Page } from '@playwright/test';
import { open, signIn, stage, test } from './stage.ts';

/** From now on the server answers as if another release of the dashboard were installed. */
async function installAnother(page: Page, release = '/assets/index-another.js'): Promise<void> {
  const header = 'x-parlance-release';
  await page.route(/\/graphql$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [header]: release } });
  });
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      if (route.request().method() !== 'HEAD') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, headers: { ...response.headers(), [header]: release } });
    },
  );
}

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { beforeReload: true }));
const isMarked = (page: Page) => page.evaluate(() => 'beforeReload' in window);

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await open(page, '/projects/dashboard');
  await expect(page).toHaveTitle('Dashboard');
  await mark(page);
});

// Requests of the last screen need no response any more.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('an open dashboard loads a new release once, and stays on the same screen', async ({ page }) => {
  await installAnother(page);
  // Opens a screen that sends requests: documentation alone detects a release later.
  await page.getByRole('link', { name: 'Attic' }).first().click();
  await expect(page).toHaveTitle(/Attic/);
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await page.evaluate(() => history.back());
  await expect(page).toHaveTitle('Dashboard');
  // Here the page is unchanged after the reload; with servers of two releases it must not reload forever.
  await mark(page);
  await page.getByRole('link', { name: 'Archive' }).first().click();
  await expect(page.getByText('A new version of Parlance is available.')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('with unsaved input a new release is announced, and a reload keeps the input', async ({ page }) => {
  await open(page, `/projects/${stage().archive}/add-article/`);
  await page.getByLabel('Title').fill('Half a headline');
  await mark(page);
  await installAnother(page);
  await page.getByLabel('Text').fill('Half a sentence');
  await page.getByRole('link', { name: 'Documentation' }).first().click();
  await page.waitForURL(/\/projects\/docs\//);
  await page.getByRole('link', { name: 'Parlance' }).click();
  await expect(page).toHaveTitle('Dashboard');
  await expect(page.getByText('A new version of Parlance is available.')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await open(page, `/projects/${stage().archive}/add-article/`);
  await expect(page.getByText('A new version of Parlance is available.')).toBeVisible();
  await mark(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(page.getByLabel('Title')).toHaveValue('Half a headline');
  await expect(page.getByLabel('Text')).toHaveValue('Half a sentence');
});

test('a screen whose code an update has removed is loaded from the new release', async ({ page }) => {
  await installAnother(page);
  const missing = /\/assets\/ProjectScreen-[^/]+\.js$/;
  // Missing until the page reloads: the screen's code is requested more than once, also when the pointer
  // comes near the link.
  await page.route(missing, (route) => route.fulfill({ status: 404 }));
  const loadedAnew = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.frame() === page.mainFrame(),
  );
  await page.getByRole('link', { name: 'Archive' }).first().click();
  await loadedAnew;
  await page.unroute(missing);
  await expect(page.getByTestId('article').first()).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});
