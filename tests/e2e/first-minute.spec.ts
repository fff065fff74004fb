import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expectSound } from './sound-files.ts';
import { open, signIn, stage, test } from './stage.ts';

const address = (page: Page) =>
  page.getByRole('textbox', { name: 'Paste the address of your site or an article.' });
const look = (page: Page) => page.getByTestId('site-onboarding');

async function listen(page: Page, url: string): Promise<void> {
  await open(page, '/projects/dashboard');
  await address(page).fill(url);
  // By keyboard alone.
  await address(page).press('Enter');
}

test('a URL becomes a project with audio with one field and one click', async ({ page }) => {
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

test('from sign-in to the copied code of a player: four clicks and two fields', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { users, password, site } = stage();
  const domain = users.newcomer.split('@')[1]!;
  // The test's site has a number and no name: here it gets the name that the email address suggests.
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(String(message).replaceAll(domain, new URL(site).host)));
  });
  const used = { clicks: 0, fields: 0 };
  const fill = (field: Locator, text: string) => (used.fields++, field.fill(text));
  const click = (name: string) => (used.clicks++, page.getByRole('button', { name, exact: true }).click());

  await open(page, '/');
  await fill(page.getByLabel('Email'), users.newcomer);
  await fill(page.getByLabel('Password', { exact: true }), password);
  await click('Sign in');
  await expect(address(page)).toHaveValue(domain);
  await click('Listen');
  await expect(look(page).getByText('Bread before the tram', { exact: true })).toBeVisible();
  await click('Create project “The Quay”');
  await expect(page.getByRole('heading', { name: 'Your player is ready' })).toBeVisible();
  await click('Copy embed code');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^<div class="parlance-player" data-channel="the-quay[^"]*"><\/div>\n<script async src="http[^"]+\/player\/loader\.js"><\/script>$/,
  );
  expect(used).toEqual({ clicks: 4, fields: 2 });
  await expectAccessible(page);

  // The article comes with the first look at the feed.
  await expect(page.getByTestId('article').filter({ hasText: 'Bread before the tram' })).toBeVisible();
  await page.getByRole('button', { name: 'Check page' }).click();
  await expect(page.getByText('We can’t tell from the page’s HTML')).toBeVisible();
  await expect(page.getByText(/Readers hear “Bread before the tram”|is being generated/)).toBeVisible();
  await expectAccessible(page);
});

test('problems with a URL are explained, with what to do', async ({ page }) => {
  await signIn(page);
  await listen(page, `${stage().site}/nowhere`);
  await expect(look(page).getByRole('alert')).toContainText(
    'There’s no page at this address. Check the address, or paste the home page.',
  );
  await expectAccessible(page);
  await address(page).fill('not an address');
  await page.getByRole('button', { name: 'Listen' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a complete web address');
});

test('a voice plays on its card, and the first titles of a feed appear before the project is created', async ({
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
