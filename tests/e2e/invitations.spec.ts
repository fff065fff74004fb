import { expect, type Browser } from '@playwright/test';
import { mailedLink, open, signIn, stage, test, type Who } from './stage.ts';

let invited = 0;
const newAddress = () => `new.person${++invited}.${Date.now()}@example.com`;
const organizationPath = () => `/projects/organization/${stage().organization.slug}`;

/** Opens a tab of a signed-out browser. */
async function elsewhere(browser: Browser, who?: Who) {
  const context = await browser.newContext();
  const page = await context.newPage();
  if (who) await signIn(page, who);
  return page;
}

test('a new user is invited, and the link signs them in once', async ({ page, browser }) => {
  const email = newAddress();
  await signIn(page);
  await open(page, organizationPath());
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Required')).toHaveCount(2);
  await page.getByLabel('Email addresses').fill(`New Person <${email}>, ${stage().users.penniless}`);
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Editor' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Invited 2 people')).toBeVisible();
  await expect(page.getByRole('button', { name: `Resend invitation to ${email}` })).toBeVisible();

  const link = await mailedLink(email, '/invitation');
  const guest = await elsewhere(browser);
  await open(guest, link);
  await expect(guest.getByText(`This invitation is for ${email}.`)).toBeVisible();
  await expect(guest.getByText('Mara Maintainer invited you as Editor.')).toBeVisible();
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByText('Required')).toHaveCount(2);
  await guest.getByLabel('Full name').fill('Nora New');
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest).toHaveURL(new RegExp(`${organizationPath()}$`));
  await expect(guest.getByText('Nora New (you)')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Invite people' })).toHaveCount(0);

  const later = await elsewhere(browser);
  await open(later, link);
  await expect(later.getByText('This link has already been used or replaced by a newer one.')).toBeVisible();
  // The address of the mail that ends mails of its kind.
  await open(later, await mailedLink(email, '/mail/unsubscribe\\?about='));
  await expect(later).toHaveURL(/\/no-more-mails$/);
  await later.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(later.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nora New')).toBeVisible();
  for (const each of [guest, later]) await each.context().close();
});

test('an invitation for another account explains the conflict, and offers to switch', async ({
  page,
  browser,
}) => {
  const { users } = stage();
  await signIn(page);
  await open(page, organizationPath());
  await page.getByLabel('Email addresses').fill(users.penniless);
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await mailedLink(users.penniless, '/invitation');
  const guest = await elsewhere(browser, 'reader');
  await open(guest, link);
  await expect(guest.getByRole('alert')).toHaveText(
    `You’re signed in as ${users.reader}. This invitation is for someone else.`,
  );
  await expect(guest.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await guest.getByRole('button', { name: 'Sign out and continue' }).click();
  await guest.getByRole('button', { name: 'Sign in to respond' }).click();
  await guest.getByLabel('Email').fill(users.penniless);
  await guest.getByLabel('Password', { exact: true }).fill(stage().password);
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await guest.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(guest).toHaveURL(new RegExp(`${organizationPath()}$`));
  await guest.context().close();
});

test('an invitation can be declined in the dashboard', async ({ page, browser }) => {
  const { users, organization } = stage();
  await signIn(page);
  await open(page, organizationPath());
  await page.getByLabel('Email addresses').fill(users.penniless);
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('button', { name: `Resend invitation to ${users.penniless}` })).toBeVisible();
  const guest = await elsewhere(browser, 'penniless');
  await open(guest, '/projects/dashboard');
  await guest
    .getByRole('button', { name: `Decline invitation to ${organization.name}`, exact: true })
    .click();
  await expect(guest.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(guest.getByRole('list', { name: 'Invitations' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Mara Maintainer (you)')).toBeVisible();
  await expect(page.getByText(users.penniless)).toHaveCount(0);
  await guest.context().close();
});

test('maintainers change roles, remove members and rename the organization', async ({ page }) => {
  await signIn(page);
  await open(page, organizationPath());
  const own = page.getByRole('listitem').filter({ hasText: 'Mara Maintainer (you)' });
  await expect(own.getByRole('button')).toHaveCount(0);
  await page
    .getByRole('combobox', { name: /^Role of (?!Mara)/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(page.getByText(/is now Viewer/)).toBeVisible();
  const excluding = page.getByRole('button', { name: /^Remove (?!Mara)/ }).first();
  const name = (await excluding.getAttribute('aria-label'))!.replace('Remove ', '');
  await excluding.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${name} was removed`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('  ');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('The Renamed House');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'The Renamed House' })).toBeVisible();
});

test('an organization has a second URL, and an unknown one redirects to the dashboard', async ({ page }) => {
  await signIn(page);
  await open(page, `/organizations/${stage().organization.slug}`);
  await expect(page).toHaveURL(new RegExp(`${organizationPath()}$`));
  await open(page, '/projects/organization/nowhere-at-all');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});
