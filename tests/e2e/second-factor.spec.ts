import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { open, signIn, stage, test } from './stage.ts';

/** What an app shows that was given this secret. Signing in with a code takes one that is not used yet. */
const codeOf = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * 30_000 });

async function enter(page: Page): Promise<void> {
  await page.context().clearCookies();
  await open(page, '/');
  await page.getByLabel('Email').fill(stage().users.reader);
  await page.getByLabel('Password', { exact: true }).fill(stage().password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('an authenticator app is set up, its next code signs in, and a recovery code replaces it', async ({
  page,
}) => {
  await signIn(page, 'reader');
  await open(page, '/projects/profile');
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-step sign-in' }) });
  await panel.getByRole('button', { name: 'Set up' }).click();
  await expect(panel.getByAltText('QR code for your authenticator app')).toBeVisible();
  const secret = (await panel.locator('code').innerText()).replaceAll(' ', '');
  await panel.getByLabel('Code from the app').fill('000000');
  await panel.getByLabel('Current password').fill(stage().password);
  await panel.getByRole('button', { name: 'Turn on' }).click();
  await expect(panel.getByText('The code is incorrect or was already used.')).toBeVisible();
  await panel.getByLabel('Code from the app').fill(codeOf(secret));
  await panel.getByRole('button', { name: 'Turn on' }).click();
  const kept = (await panel.locator('pre').innerText()).split('\n');
  expect(kept).toHaveLength(10);
  await panel.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(panel.getByText('10 recovery codes left.')).toBeVisible();

  const code = page.getByLabel('Code', { exact: true });
  await enter(page);
  await expect(code).toBeFocused();
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

  await enter(page);
  await code.fill(kept[0]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await enter(page);
  await code.fill(kept[0]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The code is incorrect or was already used.');

  await code.fill(kept[1]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await open(page, '/projects/profile');
  await expect(panel.getByText('8 recovery codes left.')).toBeVisible();
  await panel.getByRole('button', { name: 'Turn off' }).click();
  await panel.getByLabel('Current password').fill(stage().password);
  await panel.getByRole('button', { name: 'Turn off' }).click();
  await expect(panel.getByRole('button', { name: 'Set up' })).toBeVisible();
});
