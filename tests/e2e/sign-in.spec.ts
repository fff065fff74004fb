import { expect } from '@playwright/test';
import { fontsOf } from './fonts-of.ts';
import { arriveFromProvider, mailedLink, open, signIn, stage, test } from './stage.ts';

test('a password reset responds the same for every email, and its link works once', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Both screens ask for an email address.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  for (const email of [stage().users.reader, 'nobody@example.com']) {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(
      page.getByText(
        `If ${email} has an account, we’ve sent a link to it. It works once and expires in 30 minutes.`,
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Use another address' }).click();
  }
  const link = await mailedLink(stage().users.reader, '/reset-password');
  await open(page, link);
  const fields = [page.getByLabel('New password', { exact: true }), page.getByLabel('Repeat new password')];
  // The secret is in no history.
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  const set = async () => {
    for (const field of fields) await field.fill('an even longer password');
    await page.getByRole('button', { name: 'Set password' }).click();
  };
  await set();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await open(page, '/');
  await open(page, link);
  await set();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});

test('a provider is linked by email in the same browser, and unlinked with the password', async ({
  page,
  browser,
}) => {
  const { users, password } = stage();
  await arriveFromProvider(page, users.reader);
  await page.getByRole('button', { name: 'Email me a link instead' }).click();
  await expect(page.getByText('Open it in this browser within 10 minutes.')).toBeVisible();
  const link = await mailedLink(users.reader, '/link-account');
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await open(elsewhere, link);
  await elsewhere.getByRole('button', { name: 'Link and sign in' }).click();
  await expect(elsewhere.getByText('Open the link in the browser that requested it.')).toBeVisible();
  await context.close();
  await open(page, '/');
  await open(page, link);
  await page.getByRole('button', { name: 'Link and sign in' }).click();
  await expect(page).toHaveURL(/\/projects\/dashboard/);

  await open(page, '/projects/profile');
  await page.getByRole('button', { name: 'Unlink https://issuer.example' }).click();
  const form = page.getByRole('list', { name: 'Other sign-in methods' });
  await form.getByLabel('Current password').fill('not the password');
  await form.getByRole('button', { name: 'Unlink https://issuer.example' }).click();
  await expect(form.getByText('The current password is incorrect.')).toBeVisible();
  await form.getByLabel('Current password').fill(password);
  await form.getByRole('button', { name: 'Unlink https://issuer.example' }).click();
  // The session that it opened ends with it.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a device is signed out from another one immediately', async ({ page, browser }) => {
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  for (const device of [page, elsewhere]) await signIn(device, 'reader');
  await open(elsewhere, '/projects/dashboard');
  await expect(elsewhere.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await open(page, '/projects/profile');
  await page
    .getByRole('button', { name: /^Sign out (?!everywhere)/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Sign out (?!everywhere)/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.close();
  await expect(page.getByText('This device')).toBeVisible();
});

test('an unconfigured sign-in method is explained', async ({ page }) => {
  await open(page, '/connect/google/');
  await expect(page.getByRole('alert')).toHaveText('This sign-in method isn’t set up on this server.');
});

test('fonts load after the first paint, or immediately from the cache', async ({ page }) => {
  const timesOf = () =>
    page.evaluate(async () => {
      const words = await new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries()[0]!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      );
      const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const styles = requests.find(({ name }) => /\/fonts-[^/]*\.css$/.test(name));
      return { words, fonts: styles?.startTime ?? 0, fetched: styles?.transferSize ?? -1 };
    });
  const cache = await page.context().newCDPSession(page);
  const keep = (isKept: boolean) => cache.send('Network.setCacheDisabled', { cacheDisabled: !isKept });
  await cache.send('Network.enable');
  await keep(false);
  await open(page, '/');
  await fontsOf(page);
  const first = await timesOf();
  expect(first.fonts).toBeGreaterThanOrEqual(first.words);
  await keep(true);
  for (let visit = 0; visit < 2; visit++) {
    await open(page, '/');
    await fontsOf(page);
  }
  expect((await timesOf()).fetched).toBe(0);
});
