import { expect, type Locator, type Page } from '@playwright/test';
import { open, signIn, stage, test } from './stage.ts';

/** A device with a fingerprint reader whose person is there, in Chromium itself. */
async function giveDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(within: Page | Locator, name: string): Promise<void> {
  await within.getByLabel('Name').fill(name);
  await within.getByLabel('Current password').fill(stage().password);
  await within.getByRole('button', { name: 'Add passkey' }).click();
  await within.getByRole('button', { name: 'I’ve saved them' }).click();
}

test('a passkey is set up, signs in without a password, and is removed', async ({ page }) => {
  await giveDevice(page);
  await signIn(page, 'reader');
  await open(page, '/projects/profile');
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });
  await panel.getByRole('button', { name: 'Add passkey' }).click();
  await addPasskey(panel, 'Blue laptop');
  await expect(panel.getByRole('listitem')).toContainText('Blue laptop');

  await page.context().clearCookies();
  await open(page, '/');
  await page.getByLabel('Email').fill(stage().users.reader);
  await page.getByLabel('Password', { exact: true }).fill(stage().password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Sign in with your passkey, or enter a recovery code.');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

  await open(page, '/projects/profile');
  await expect(panel.getByRole('listitem')).toContainText('last used');
  await panel.getByRole('button', { name: 'Remove Blue laptop' }).click();
  await panel.getByLabel('Current password').fill(stage().password);
  await panel.getByRole('button', { name: 'Remove Blue laptop' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(0);
});
