import { expect } from '@playwright/test';
import { open, signIn, stage, test } from './stage.ts';

test('eleven minutes after sign-in, an invitation requires the password and is then sent as typed', async ({
  page,
}) => {
  await signIn(page, 'maintainer', 11);
  await open(page, `/projects/organization/${stage().organization.slug}`);
  const email = `confirmed.${Date.now()}@example.com`;
  await page.getByLabel('Email addresses').fill(email);
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Editor' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
  await password.fill(stage().password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Resend invitation to ${email}` })).toBeVisible();
});
