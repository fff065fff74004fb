import { expect, type Page } from '@playwright/test';
import { grounds, open, signIn, stage, test } from './stage.ts';

test('changing the password signs out other devices immediately; then all are signed out', async ({
  page,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  for (const device of [page, elsewhere]) await signIn(device, 'reader');
  await open(elsewhere, `/projects/${stage().archive}`);
  await expect(elsewhere.getByTestId('article').first()).toBeVisible();

  await open(page, '/projects/profile');
  const fields = {
    present: page.getByLabel('Current password'),
    next: page.getByLabel('New password', { exact: true }),
    again: page.getByLabel('Repeat new password'),
  };
  const change = page.getByRole('button', { name: 'Change password' });
  await fields.present.fill('not the password');
  await fields.next.fill('short');
  await fields.again.fill('shirt');
  await change.click();
  // Both errors are reported at once.
  await expect(page.getByText('Use at least 10 characters.', { exact: true })).toBeVisible();
  await expect(page.getByText('The passwords don’t match.')).toBeVisible();
  await fields.again.fill('short');
  await change.click();
  await expect(page.getByText('Use at least 10 characters.', { exact: true })).toBeVisible();
  for (const field of [fields.next, fields.again]) await field.fill('an even longer password');
  await change.click();
  await expect(page.getByText('The current password is incorrect.')).toBeVisible();
  await fields.present.fill(stage().password);
  await change.click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(fields.next).toHaveValue('');

  // The other device shows it without any interaction.
  await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await elsewhere.getByLabel('Email').fill(stage().users.reader);
  await elsewhere.getByLabel('Password', { exact: true }).fill('an even longer password');
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(elsewhere.getByTestId('article').first()).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

for (const [way, leave] of [
  ['an address that is typed', (page: Page) => open(page, '/logout')],
  [
    'the menu',
    async (page: Page) => {
      await open(page, '/projects/dashboard');
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('link', { name: 'Sign out' }).click();
    },
  ],
] as const)
  test(`${way} signs out, and leaves no cookie`, async ({ page }) => {
    await signIn(page, 'reader');
    const { url } = grounds();
    await page.context().addCookies([{ name: 'device', value: 'known', url, httpOnly: true }]);
    await leave(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  });
