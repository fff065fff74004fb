import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { open, signIn, stage, test } from './stage.ts';

test('a report is selected, read by keyboard, downloaded, and leads to an article', async ({ page }) => {
  await signIn(page, 'demo');
  await open(page, '/projects/1/stats?range=last-30-days');
  // The page says whether figures are exact or estimated.
  await expect(page.getByText(/over several days are estimates/)).toBeVisible();
  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Plays by day' });
  const chart = page.getByRole('img', { name: 'Chart: Plays by day' });
  await expect(chart).toBeVisible();
  await chart.press('Home');
  await chart.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: /\d{4}: Views \d+, Plays \d/ })).toBeAttached();

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^PlaysByDay \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/);
  const [header, ...rows] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(header).toContain('"plays"');
  expect(rows).toHaveLength(30);

  await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Articles' });
  const table = page.getByRole('region', { name: 'Table: Articles' });
  await table.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Where listeners stop' })).toBeVisible();
  await expect(page.getByText(/% still listening/).first()).toBeVisible();
  await page.goBack();
  await expect(table).toBeVisible();
});

test('a report is shared with a password until the link is revoked, and pinned', async ({
  page,
  context,
}) => {
  const { newsroom } = stage();
  await signIn(page);
  await open(page, `/projects/${newsroom}/stats?report=PlaysByDay&range=last-7-days`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share report: Plays by day' });
  await dialog.getByLabel('Password (optional)').fill('open sesame');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = dialog.getByRole('link', { name: 'Plays by day' });
  const address = (await link.getAttribute('href'))!;
  await expectAccessible(page, { what: 'sharing', within: 'dialog' });

  // A visitor who has only the link.
  const visitor = await context.newPage();
  await visitor.goto(address);
  await visitor.getByRole('textbox', { name: 'Password' }).fill('open sesamy');
  // A busy server asks for a retry.
  await expect(async () => {
    await visitor.getByRole('button', { name: 'Open' }).click();
    await expect(visitor.getByText('The password is incorrect.')).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await visitor.getByRole('textbox', { name: 'Password' }).fill('open sesame');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByRole('region', { name: 'Table: Plays by day' })).toBeVisible();
  await expectAccessible(visitor, { what: 'a shared report' });
  const saved = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

  await dialog.getByRole('button', { name: 'Revoke link to “Plays by day”' }).click();
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('This link doesn’t exist or was revoked.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Pin to dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Unpin from dashboard' })).toBeVisible();
  await open(page, '/projects/dashboard');
  await page.getByRole('link', { name: 'Plays by day' }).click();
  await page.getByRole('button', { name: 'Unpin from dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Pin to dashboard' })).toBeVisible();
});
