import { expect } from '@playwright/test';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { askAs, open, signIn, stage, test } from './stage.ts';

test('a webhook is added, tested, fails, is disabled and enabled again', async ({ page, request }) => {
  const { newsroom, archive, site } = stage();
  await signIn(page);
  await open(page, `/projects/${newsroom}/webhooks`);
  await page.getByRole('button', { name: 'Add webhook' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('URL').fill('http://10.0.0.1/hook');
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await expect(form.getByLabel('URL')).toBeFocused();
  await expectAccessible(page, { what: 'form of a webhook' });
  await form.getByLabel('URL').fill(`${site}/bread`);
  await form.getByLabel('Description').fill('Website');
  await page.keyboard.press('Enter');
  const secret = page.getByRole('dialog', { name: 'Copy the secret now' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send test' }).click();
  const log = page.getByRole('region', { name: 'Deliveries' });
  const row = log.locator('summary').first();
  await expect(row).toContainText('Delivered');
  await expect(page.getByText('Working')).toBeVisible();
  await row.click();
  await expect(log.getByText('HTTP 200')).toBeVisible();
  await expect(log.getByText('"type": "webhook.test"')).toBeVisible();
  await expectAccessible(page, { what: 'log of a webhook' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 860 });
  await expectFits(page, 'log of a webhook');
  await expectAccessible(page, { what: 'log at 320 px', rules: ['color-contrast', 'target-size'] });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 860 });

  const ask = await askAs(request);
  const { project } = await ask('query ($id: ID!) { project(id: $id) { webhooks { id } } }', {
    id: newsroom,
  });
  const update = (input: object) =>
    ask('mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { __typename } }', {
      input: { id: project.webhooks[0].id, ...input },
    });
  await update({ url: `${site}/nowhere` });
  await log.getByRole('button', { name: 'Send again' }).click();
  await expect(row).toContainText('Retrying');
  await expect(page.getByText('Failing')).toBeVisible();
  await update({ enabled: false });
  await page.reload();
  await page.getByRole('button', { name: 'Enable' }).click();
  const replay = page.getByRole('dialog', { name: 'Replay missed events?' });
  await replay.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Not used yet').or(page.getByText('Working'))).toBeVisible();

  await signIn(page, 'reader');
  await open(page, `/projects/${archive}/webhooks`);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
});
