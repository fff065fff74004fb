import { expect } from '@playwright/test';
import { open, signIn, stage, test, testInFull } from './stage.ts';

const graphql = '**/graphql';
const masked = {
  errors: [
    { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', errorId: '7d1f-e2e' } },
  ],
};

test('URLs of another organization show not found and reveal nothing else', async ({ page }) => {
  const { foreign, newsroom } = stage();
  await signIn(page, 'editor');
  const addresses = [
    `/projects/${foreign.project}`,
    `/projects/${foreign.project}/settings`,
    `/projects/${foreign.project}/add-article/`,
    `/projects/${foreign.project}/articles/${foreign.article}`,
    `/projects/${newsroom}/articles/${foreign.article}`,
    '/projects/2147483647',
  ];
  for (const path of addresses) {
    await open(page, path);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await expect(page.getByText('Foreign affairs')).toHaveCount(0);
  }
  for (const slug of [foreign.organization.slug, 'nobody']) {
    await open(page, `/projects/organization/${slug}`);
    await expect(page).toHaveURL(/\/projects\/dashboard$/);
    await expect(page.getByText('Foreign affairs')).toHaveCount(0);
  }
});

test('a viewer is offered no actions that write', async ({ page }) => {
  await signIn(page, 'reader');
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByTestId('article').first()).toBeVisible();
  for (const name of ['Add article', 'Settings', 'Delete'])
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await open(page, `/projects/${stage().archive}/settings`);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
});

// TopBar.test.tsx.
testInFull('a user without balance sees whom to contact', async ({ page }) => {
  await signIn(page, 'penniless');
  await open(page, '/projects/dashboard');
  await expect(page.getByText('No projects yet').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact sales' })).toHaveAttribute('href', /^mailto:.+@/);
});

test('unknown URLs redirect to the dashboard', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await signIn(page);
  for (const path of ['/nowhere', '/projects', `/projects/${stage().archive}/2/3/4/5`]) {
    await open(page, path);
    await expect(page).toHaveURL(/\/projects\/dashboard$/);
    await expect(page).toHaveTitle('Dashboard');
    const told = page.getByText('That page doesn’t exist. Here’s your dashboard.');
    await expect(told).toHaveCount(path === '/projects' ? 0 : 1);
  }
  expect(warnings).toEqual([]);
});

// ProjectScreen.test.tsx.
testInFull(
  'an unknown part of a project shows an explanation with links rather than the articles',
  async ({ page }) => {
    await signIn(page);
    await open(page, `/projects/${stage().newsroom}/figures`);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await expect(page.getByText('has no page called “figures”')).toBeVisible();
    await expect(page).toHaveTitle('Not found');
    const main = page.getByRole('main');
    for (const name of ['Add article', 'Settings', 'Rules', 'Dashboard'])
      await expect(main.getByRole('link', { name })).toBeVisible();
    await main.getByRole('link', { name: 'Articles' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Newsroom' })).toBeVisible();
  },
);

test('if articles fail to load, the project stays and loading can be retried', async ({ page }) => {
  await signIn(page);
  await page.route(graphql, async (route) => {
    const fails = route.request().postDataJSON()?.operationName === 'ArticlesTableQuery';
    if (fails)
      await route.fulfill({
        status: 500,
        contentType: 'application/graphql-response+json',
        body: JSON.stringify(masked),
      });
    else await route.continue();
  });
  await open(page, `/projects/${stage().newsroom}`);
  await expect(page.getByRole('alert')).toContainText('7d1f-e2e');
  await expect(page.getByRole('heading', { level: 1, name: 'Newsroom' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible();
  await page.unroute(graphql);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Articles', exact: true })).toBeVisible();
});

test('internal errors of the server are not shown to users', async ({ page }) => {
  await signIn(page);
  const raw = 'connect ECONNREFUSED 10.0.0.7:5432';
  await page.route(graphql, async (route) => {
    const fails = route.request().postDataJSON()?.operationName === 'ProjectScreenQuery';
    if (fails)
      await route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({ errors: [{ message: raw }] }),
      });
    else await route.continue();
  });
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByRole('alert')).toContainText('Internal server error');
  await expect(page.getByText(raw)).toHaveCount(0);
});

test('an expired session leads to the sign-in and back', async ({ page, context }) => {
  await signIn(page);
  await open(page, '/projects/dashboard');
  await expect(page).toHaveTitle('Dashboard');
  // What the dashboard still asks would lead to the sign-in before the click does.
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  // The code of the sign-in screen loads late: until then the previous screen learns that the user is signed
  // out.
  const known = page.waitForResponse(
    (response) =>
      response.url().endsWith('/graphql') &&
      response.request().postDataJSON()?.operationName === 'routesViewerQuery',
  );
  await page.route('**/SignInScreen-*.js', async (route) => {
    await (await known).finished();
    await route.continue();
  });
  await page.getByRole('link', { name: 'Archive' }).first().click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(stage().users.maintainer);
  await page.getByLabel('Password', { exact: true }).fill(stage().password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${stage().archive}$`));
});

test('an unexpected error shows its reference number and a retry, and the navigation stays', async ({
  page,
}) => {
  await signIn(page);
  await page.route(graphql, async (route) => {
    const fails = route.request().postDataJSON()?.operationName === 'ProjectScreenQuery';
    if (fails)
      await route.fulfill({
        status: 500,
        contentType: 'application/graphql-response+json',
        body: JSON.stringify(masked),
      });
    else await route.continue();
  });
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByRole('alert')).toContainText('Internal server error');
  await expect(page.getByRole('alert')).toContainText('7d1f-e2e');
  await expect(page.getByRole('navigation', { name: 'Projects' })).toBeVisible();
  await page.unroute(graphql);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByTestId('article').first()).toBeVisible();
});

test('a failed save opens the error dialog and keeps the input, even after a reload', async ({ page }) => {
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/add-article/`);
  await page.getByLabel('Title').fill('Kept in spite of all');
  await page.getByLabel('Text').fill('Not one keystroke is lost.');
  await page.route(graphql, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/graphql-response+json',
      body: JSON.stringify(masked),
    }),
  );
  await page.getByRole('button', { name: 'Create new Article' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('7d1f-e2e');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Kept in spite of all');
  await page.unroute(graphql);
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  await expect(page.getByLabel('Text')).toHaveValue('Not one keystroke is lost.');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('a slow server shows a skeleton of the screen, and later a message', async ({ browser }) => {
  // Its clock is turned, which is done to a browser for good.
  const page = await browser.newPage();
  await signIn(page);
  await page.clock.install();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(graphql, async (route) => {
    if (route.request().postDataJSON()?.operationName === 'ProjectScreenQuery') await held;
    await route.continue();
  });
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByTestId('skeleton')).toBeVisible();
  await page.clock.runFor(7_000);
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
  answer();
  await expect(page.getByTestId('article').first()).toBeVisible();
  await page.close();
});

test('an offline browser shows a message, and catches up afterwards', async ({ page, context }) => {
  await signIn(page);
  await open(page, '/projects/dashboard');
  await expect(page).toHaveTitle('Dashboard');
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByTestId('article').first()).toBeVisible();
  // Requests still in flight would each report a failure.
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.getByRole('link', { name: 'Attic' }).click();
  await expect(page.getByRole('alert').first()).toContainText('We can’t reach the server');
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toBeHidden();
  await expect(page.getByTestId('article').first()).toBeVisible();
});

test('the list is polled every 50 seconds while the socket is down', async ({ browser }) => {
  // Its clock is turned, which is done to a browser for good.
  const page = await browser.newPage();
  await signIn(page);
  await page.routeWebSocket(/\/graphql$/, (socket) => socket.close());
  await page.clock.install();
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.postDataJSON()?.operationName === 'ArticlesTableQuery')
      reads += 1;
  });
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByTestId('article').first()).toBeVisible();
  const before = reads;
  await page.clock.runFor(50_500);
  await expect.poll(() => reads).toBeGreaterThan(before);
  await page.close();
});
