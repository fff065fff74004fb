import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { askAs, open, stage, test } from './stage.ts';

/** Makes a partner's token for the organization of the archive, which may only read. */
async function partnerToken(request: APIRequestContext): Promise<string> {
  const ask = await askAs(request);
  const { project } = await ask('query($id: ID!) { project(id: $id) { organization { id } } }', {
    id: String(stage().archive),
  });
  const { createPartnerToken: made } = await ask(
    'mutation($input: CreatePartnerTokenInput!) { createPartnerToken(input: $input) { ... on CreatePartnerTokenSuccess { secret } } }',
    { input: { organization: project.organization.id, name: 'Explorer', readOnly: true } },
  );
  return made.secret;
}

/** What the browser complains about. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && heard.push(message.text()),
  );
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

const access = (page: Page) => page.getByRole('region', { name: 'Access' }).getByRole('status');

test('the explorer shows the schema without sign-in', async ({ page }) => {
  const heard = complaints(page);
  await open(page, '/explorer');
  await expect(access(page)).toContainText('You’re not signed in.');
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(
    page.getByText('Finds projects by name and articles by title', { exact: false }),
  ).toBeVisible();
  expect(heard).toEqual([]);

  await page.getByLabel('Token', { exact: true }).fill('not a token');
  await page.getByRole('button', { name: 'Use token' }).click();
  await expect(access(page)).toContainText('Token rejected');
});

test('the explorer runs samples with a token, including subscriptions', async ({ page, request }) => {
  const heard = complaints(page);
  await open(page, '/explorer');
  await page.getByLabel('Token', { exact: true }).fill(await partnerToken(request));
  await page.getByRole('button', { name: 'Use token' }).click();
  await expect(access(page)).toContainText('Using a token of');
  const samples = page.getByRole('region', { name: 'Sample operations' });
  const response = page.getByRole('region', { name: 'Result Window' });

  await samples.getByRole('button', { name: /^Articles of a project/ }).click();
  await expect(page.getByRole('region', { name: 'Query Editor' })).toContainText('query Articles');
  const asked = page.waitForRequest((sent) => sent.postDataJSON()?.operationName === 'Articles');
  await page.getByRole('button', { name: 'Execute query' }).click();
  const { project } = (await asked).postDataJSON().variables;
  await expect(response).toContainText('"totalCount"');
  await samples.getByRole('button', { name: /^Watch a project/ }).click();
  await page.getByRole('button', { name: 'Execute query' }).click();
  const ask = await askAs(request);
  const { createArticle } = await ask(
    'mutation($input: CreateArticleInput!) { createArticle(input: $input) { ... on CreateArticleSuccess { article { id } } } }',
    { input: { project, title: 'Watched', text: 'Somebody watches this.' } },
  );
  // The socket may still be opening, so something changes until the page shows it.
  let rssAutoUpdate = false;
  await expect(async () => {
    await ask('mutation($input: UpdateArticleInput!) { updateArticle(input: $input) { __typename } }', {
      input: { id: createArticle.article.id, rssAutoUpdate: (rssAutoUpdate = !rssAutoUpdate) },
    });
    await expect(response).toContainText('"kind": "CHANGED"', { timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'Stop query' }).click();
  // The token may only read, which the answer says.
  await samples.getByRole('button', { name: /^Add an article/ }).click();
  await page.getByRole('button', { name: 'Execute query' }).click();
  await expect(response).toContainText('NotAllowedError');
  expect(heard).toEqual([]);
});

test('the explorer fits a phone, where a sample replaces the list', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 760 });
  await open(page, '/explorer');
  const samples = page.getByRole('region', { name: 'Sample operations' });
  await samples.getByRole('button', { name: /^Your projects/ }).click();
  await expect(samples).toBeHidden();
  await page.getByRole('button', { name: 'Execute query' }).click();
  await expect(page.getByRole('region', { name: 'Result Window' })).toContainText('"viewer": null');
  await expectFits(page);
});

test('the REST page searches calls, opens them by keyboard, and copies a working command', async ({
  page,
  context,
  request,
}) => {
  const heard = complaints(page);
  const { url, archive } = stage();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/api/docs');
  await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('qastatus');
  await expect(page.getByRole('status').filter({ hasText: 'endpoints' })).toHaveText(/^1 of \d+ endpoints$/);
  const call = page.locator('#articles');
  await call.locator('summary').first().press('Enter');
  await call.getByRole('button', { name: 'Copy curl command' }).click();
  await expect(call.getByText('Copied')).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const [, address] = /^curl '([^']+)'/.exec(command)!;
  expect(address).toBe(`${url}/api/projects/1/articles`);
  const answer = await request.get(address!.replace('/1/', `/${archive}/`), {
    headers: { authorization: `Bearer ${await partnerToken(request)}` },
  });
  expect((await answer.json()).total).toBe(45);
  expect(heard).toEqual([]);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 375],
] as const)
  test(`axe finds no violations on the developer pages, ${colorScheme}, ${width} px`, async ({ page }) => {
    // Two whole pages are gone through.
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/api/docs#createArticle');
    await expect(page.locator('#createArticle').getByText('Request body', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);

    await open(page, '/explorer');
    await expect(page.getByRole('textbox', { name: 'Response' })).toBeAttached();
    // The editor names its fields once it has loaded.
    await expect(page.locator('textarea:not([aria-label], [aria-labelledby], [title])')).toHaveCount(0);
    // In the markup of GraphiQL's tabs and editor themselves.
    await expectAccessible(page, { except: ['nested-interactive', 'scrollable-region-focusable'] });
    await expectFits(page);
  });

test('both pages report a lost connection, and continue afterwards', async ({ page }) => {
  await page.route('**/api/openapi.json', (route) => route.abort());
  await page.route('**/graphql', (route) => route.abort());
  await open(page, '/api/docs');
  await expect(page.getByText('Couldn’t load the API reference.')).toBeVisible();
  await page.unroute('**/api/openapi.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('#projects')).toBeVisible();

  await open(page, '/explorer');
  await expect(page.getByText('Couldn’t reach the server.').first()).toBeVisible();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You’re not signed in.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await expect(page.getByRole('link', { name: 'Query', exact: true })).toBeVisible();
});
