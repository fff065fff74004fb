import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { wav } from '../support/media.ts';
import { askAs, newProject, open, signIn, stage, test } from './stage.ts';

/** What the dashboard's own requests are called by. */
const saveMutation = 'useSaveSettingsMutation';

/** A project with a feed, which the test configures. @returns its database id */
const projectOfFeed = async (request: APIRequestContext, name: string) =>
  newProject(await askAs(request), name, `${stage().site}/feed.xml`);

const rename = async (request: APIRequestContext, id: number, name: string) =>
  (await askAs(request))(
    'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }',
    { input: { id: String(id), name } },
  );

const rail = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const goTo = (page: Page, section: string) => rail(page).getByRole('link', { name: section }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
/** Saving leads to the project; its notice is visible for only two seconds. */
const saved = (page: Page) => page.waitForURL(/\/projects\/\d+$/);

test.beforeEach(async ({ page }) => {
  await signIn(page);
  test.slow();
});

test('extractor rules are tried before saving, URLs are rewritten, and sources reload after saving', async ({
  page,
  request,
}) => {
  const { site } = stage();
  const id = await projectOfFeed(request, 'Parsed Post');
  await open(page, `/projects/${id}/settings`);
  await goTo(page, 'Parsing');
  await expect(page.locator('#parsing summary')).toBeFocused();
  await page.getByRole('textbox', { name: 'Article URL' }).fill(`${site}/bread`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(preview.getByText('Bread before the tram')).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Text' })).toContainText('The bakery on Quay Street');
  // A click beside a paragraph makes a rule, which shows at once.
  await preview.getByRole('button', { name: /^Exclude: The bakery on Quay Street/ }).click();
  await expect(page.getByRole('textbox', { name: 'Selector of rule 1' })).toHaveValue(/\S/);
  await expect(preview.getByRole('region', { name: 'Text' })).not.toContainText('The bakery on Quay Street');
  await page.getByRole('button', { name: 'Remove rule 1' }).click();
  await expect(preview.getByRole('region', { name: 'Text' })).toContainText('The bakery on Quay Street');
  // What is typed is read at once, without being saved.
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('combobox', { name: 'Type of rule 1' }).click();
  await page.getByRole('option', { name: 'should-not', exact: true }).click();
  await page.getByRole('textbox', { name: 'Selector of rule 1' }).fill('article p:first-of-type');
  await expect(preview.getByText('matches 1 element')).toBeVisible();
  await expect(preview.locator('del')).toContainText('The bakery on Quay Street');
  await expect(preview.getByRole('region', { name: 'Text' })).not.toContainText('The bakery on Quay Street');
  await expect(rail(page).getByRole('link', { name: 'Parsing, changed' })).toBeVisible();

  await page.getByRole('button', { name: 'More settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'URL replacements' });
  await dialog.getByRole('button', { name: 'Add replacement' }).click();
  await dialog.getByRole('textbox', { name: 'Text to find, replacement 1' }).fill('/old');
  await dialog.getByRole('textbox', { name: 'New text, replacement 1' }).fill('/bread');
  await expect(dialog.getByText('Save to apply changed replacements.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'URL to test' }).fill(`${site}/old`);
  await dialog.getByRole('button', { name: 'Test URL', exact: true }).click();
  await expect(dialog.getByText(`Becomes ${site}/bread`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Test and read page' }).click();
  await expect(dialog.getByRole('region', { name: 'Text found on that page' })).toContainText(
    'Whether the earlier hours stay',
  );
  await dialog.getByRole('checkbox', { name: 'Regex' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await save(page);
  await expect(
    page.getByText('Put the regular expression between slashes, for example /news/.'),
  ).toBeVisible();
  await expect(rail(page).getByRole('link', { name: 'Parsing, needs attention' })).toBeVisible();
  await page.getByRole('button', { name: 'More settings' }).click();
  await dialog.getByRole('textbox', { name: 'Text to find, replacement 1' }).fill('/\\/old$/');
  await dialog.getByRole('button', { name: 'Done' }).click();

  // Leaving the page for good loses nothing either.
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { operationName } = (request.postDataJSON() as { operationName?: string } | null) ?? {};
    if (operationName?.startsWith('useSaveSettings')) sent.push(operationName);
  });
  await page.keyboard.press('Control+s');
  await saved(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Parsed Post' })).toBeVisible();
  expect(sent).toEqual([saveMutation, 'useSaveSettingsSourceMutation']);
});

test('of two users who save at once the later one chooses', async ({ page, request }) => {
  const id = await projectOfFeed(request, 'Shared Times');
  await open(page, `/projects/${id}/settings`);
  const name = page.getByRole('textbox', { name: 'Project name' });
  await name.fill('Mine Times');
  await goTo(page, 'Normalization');
  await page.getByRole('switch', { name: 'Spell out numbers, dates and the like' }).check();
  await rename(request, id, 'Their Times');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'These settings have been changed in the meantime' });
  await expect(dialog.getByRole('row', { name: /Project name/ })).toContainText('Their Times');
  await dialog.getByRole('radio', { name: 'Project name: Theirs' }).check();
  await dialog.getByRole('button', { name: 'Save selection' }).click();
  await saved(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Their Times' })).toBeVisible();
  await open(page, `/projects/${id}/settings`);
  await goTo(page, 'Normalization');
  await expect(page.getByRole('switch', { name: 'Spell out numbers, dates and the like' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Text to normalize' }).fill('It costs 3 pounds.');
  await page.getByRole('button', { name: 'Show spoken text' }).click();
  await expect(page.locator('#normalization ins')).toHaveText('three');
  await goTo(page, 'Project log records');
  const log = page.locator('#log');
  await expect(log.getByText('Settings changed').first()).toBeVisible();
  await expect(log.locator('del', { hasText: 'Shared Times' })).toBeVisible();
  await expect(log.locator('ins', { hasText: 'Their Times' })).toBeVisible();
});

test('signatures and ads are configured, and the configuration is cloned', async ({ page, request }) => {
  const id = await projectOfFeed(request, 'Signed Sun');
  const target = await projectOfFeed(request, 'Signed Moon');
  await open(page, `/projects/${id}/settings`);
  await goTo(page, 'Paywall');
  await page.getByRole('switch', { name: 'Only subscribers hear the full article' }).check();
  await page.getByRole('switch', { name: 'Require signed requests for full audio' }).check();
  await page.getByRole('button', { name: 'How to sign' }).click();
  const samples = page.getByRole('dialog', { name: 'Sign requests' });
  await samples.getByRole('tab', { name: 'Go' }).click();
  await expect(samples.getByText('package main')).toBeVisible();
  await samples.getByRole('button', { name: 'Done' }).click();

  await goTo(page, 'Audio ads');
  await page.getByRole('button', { name: 'Add ad' }).click();
  const ad = page.getByRole('group', { name: 'New ad' });
  await ad.getByRole('button', { name: 'Add ad', exact: true }).click();
  for (const problem of [
    'Campaign name is not defined',
    'Campaign limit must be more than 1',
    'Date start is not selected',
    'Date end is not selected',
    'File is not selected',
  ])
    await expect(ad.getByText(problem)).toBeVisible();
  const file = ad.locator('input[type=file]');
  await file.setInputFiles({
    name: 'long.wav',
    mimeType: 'audio/wav',
    buffer: Buffer.alloc(6 * 1024 * 1024 + 1),
  });
  await expect(ad.getByText('Maximum audio size is 6MB')).toBeVisible();
  await file.setInputFiles({
    name: 'Spring.wav',
    mimeType: 'audio/wav',
    buffer: wav({ seconds: 3, frequency: 440 }),
  });
  await expect(ad.getByRole('button', { name: 'Play Spring.wav' })).toBeVisible();
  await ad.getByRole('combobox', { name: 'Campaign name' }).fill('Spring');
  await ad.getByRole('textbox', { name: 'Campaign limit' }).fill('100');
  await ad.getByRole('textbox', { name: 'Ad name' }).fill('spring-1');
  await ad.getByRole('textbox', { name: 'First day', exact: true }).fill('2026-12-31');
  await ad.getByRole('textbox', { name: 'Last day', exact: true }).fill('2026-12-01');
  // The calendar covers the button and closes when its field loses focus.
  await page.keyboard.press('Tab');
  await ad.getByRole('button', { name: 'Add ad', exact: true }).click();
  await expect(ad.getByText('Choose an end date on or after the start date.')).toBeVisible();
  await ad.getByRole('textbox', { name: 'Last day', exact: true }).fill('2027-01-31');
  await page.keyboard.press('Tab');
  await ad.getByRole('button', { name: 'Add ad', exact: true }).click();
  await expect(page.getByText('31 Dec 2026 to 31 Jan 2027')).toBeVisible();
  await page.getByRole('switch', { name: 'Play audio ads' }).check();
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Parlance' }).click();
  await save(page);
  await saved(page);

  await open(page, `/projects/${id}/settings#paywall`);
  // The notice above the button comes late, and moves it.
  await expect(page.getByRole('button', { name: /teasers$/ })).toBeVisible();
  const key = page.getByRole('textbox', { name: 'Signing key' });
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(key).toHaveValue(/^[0-9a-f]{32}$/);
  const before = await key.inputValue();
  await page.getByRole('button', { name: 'Replace key' }).click();
  await page
    .getByRole('dialog', { name: 'Replace the signing key?' })
    .getByRole('button', { name: 'Replace key' })
    .click();
  await expect(key).not.toHaveValue(before);

  await goTo(page, 'Clone extractor rules');
  const clone = page.locator('#clone');
  await clone.getByRole('checkbox', { name: 'Extractor rules' }).uncheck();
  await clone.getByRole('checkbox', { name: 'Paywall' }).check();
  await clone.getByRole('checkbox', { name: 'Signed Moon' }).check();
  await clone.getByRole('button', { name: 'Copy to 1 project' }).click();
  await expect(clone.getByText('Copied', { exact: true })).toBeVisible();
  await open(page, `/projects/${target}/settings#paywall`);
  await expect(page.getByRole('switch', { name: 'Only subscribers hear the full article' })).toBeChecked();

  await goTo(page, 'Article duplicator');
  await page.locator('#duplicator').getByRole('checkbox', { name: 'Signed Sun' }).check();
  await save(page);
  await saved(page);
  // Round in a circle, articles would multiply for ever.
  await open(page, `/projects/${id}/settings#duplicator`);
  await page.locator('#duplicator').getByRole('checkbox', { name: 'Signed Moon' }).check();
  await save(page);
  await expect(page.locator('#duplicator [role=alert]')).toBeVisible();
  await expect(rail(page).getByRole('link', { name: 'Article duplicator, needs attention' })).toBeVisible();
});

test('locked settings name the person to ask', async ({ page }) => {
  await open(page, `/projects/${stage().foreign.project}/settings`);
  for (const title of ['Paywall', 'Audio ads', 'Smart QA', 'Article duplicator']) {
    await expect(rail(page).getByRole('link', { name: `${title}, locked` })).toBeVisible();
    const section = page.getByRole('region', { name: title });
    await expect(section).toContainText(
      'This feature is not enabled in your organization. Want to unlock it?',
    );
    await expect(section.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      /^mailto:.+@.+subject=/,
    );
  }
});
