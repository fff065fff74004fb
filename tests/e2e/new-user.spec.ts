import { expect, type Locator, type Page } from '@playwright/test';
import { expectSilence, expectSound } from './sound-files.ts';
import { open, signIn, stage, test } from './stage.ts';

const row = (page: Page, title: string): Locator => page.getByTestId('article').filter({ hasText: title });
const status = (page: Page, title: string) => row(page, title).locator('[data-status]');

/** Follows the side bar; the project page is there when its table is. */
async function openProject(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Articles of the demo are there, and all of them turn ready without a reload. */
async function expectVoiced(page: Page, project: string): Promise<void> {
  await openProject(page, project);
  await expect(page.getByTestId('article').first()).toBeVisible();
  await expect(page.locator('[data-testid="article"]:not(:has([data-status="READY"]))')).toHaveCount(0);
}

async function createProject(
  page: Page,
  name: string,
  source: string,
  fill: () => Promise<void> = async () => {},
): Promise<void> {
  await open(page, '/projects/create/');
  await page.getByLabel('Project name').fill(name);
  await page.getByRole('tab', { name: source }).click();
  await fill();
  await page.getByRole('button', { name: 'Create project' }).click();
}

test('sign-in leads to the requested page, and a wrong password shows an error', async ({ page }) => {
  const { users, password } = stage();
  await open(page, '/projects/profile');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(users.maintainer);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Mara Maintainer' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/projects/profile');
});

test('the dashboard, its documentation and a project for each source are available', async ({ page }) => {
  await signIn(page, 'demo');
  await open(page, '/');
  await expect(page).toHaveTitle('Dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Hello, /);
  await expect(page.getByText('characters left')).toBeVisible();
  // Who has a project finds them folded.
  await page.getByText('How it works').click();
  const cards = page.getByRole('link', { name: /^Read: / });
  await expect(cards).toHaveCount(4);
  for (const card of await cards.all())
    expect(await card.getAttribute('href')).toMatch(/^\/projects\/docs\//);
  await cards.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Turn an article into audio' })).toBeVisible();
  for (const source of ['MANUAL', 'API', 'RSS', 'PARSER'])
    await expect(page.locator(`aside [data-source="${source}"]`).first()).toBeVisible();
});

test('demo articles become ready, and play one at a time', async ({ page }) => {
  await signIn(page, 'demo');
  await open(page, '/projects/dashboard');
  // What the first one has was read from a website.
  for (const project of ['Le Courrier du Port', 'The Harbour Gazette', 'Morgenblatt', "Editors' desk"])
    await expectVoiced(page, project);
  const play = page.getByTestId('article').getByRole('button', { name: /^Play / });
  await play.nth(0).click();
  await expectSound(page);
  await expect(page.getByRole('region', { name: 'Now playing' })).toBeVisible();
  await play.nth(1).click();
  await expect(page.getByTestId('article').getByRole('button', { name: /^Pause / })).toHaveCount(1);
  await expectSound(page);
  const player = page.getByRole('region', { name: 'Now playing' });
  await player.getByLabel('Playback speed').selectOption('1.5');
  // To the middle and back: it continues from there.
  await player.getByRole('slider', { name: 'Position' }).fill('20');
  await expect(player.getByText('0:20')).toBeVisible();
  await player.getByRole('slider', { name: 'Position' }).press('Home');
  await expectSound(page);
  await player.getByRole('button', { name: 'Pause' }).click();
  await expectSilence(page);
  await player.getByRole('button', { name: 'Stop and close player' }).click();
  await expect(player).toBeHidden();
});

test('an audio ad and then the article play on a public page', async ({ browser }) => {
  // Programs get no ads, and a browser without a window says that it is one.
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const page = await browser.newPage({ userAgent });
  const ads: string[] = [];
  page.on(
    'response',
    async (answer) => void (/\/ads\/[^/]+\/vast$/.test(answer.url()) && ads.push(await answer.text())),
  );
  await open(page, '/demo/');
  await page.getByRole('link', { name: 'Audio ads' }).click();
  await expect(page).toHaveURL(/\/demo\/ads$/);
  const player = page.locator('parlance-audio');
  const ad = player.getByRole('group', { name: 'Advertisement' });
  // Its article is voiced by then.
  await expect(async () => {
    await page.reload();
    await expect(player.getByRole('button', { name: /^Play:/ })).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect(ad).toBeVisible();
  await expect(ad).toBeHidden();
  await expect(player.getByRole('button', { name: /^Pause:/ })).toBeVisible();
  expect(ads).toEqual([expect.stringContaining('<AdTitle>Harbour ferries</AdTitle>')]);
  await page.close();
});

test('an article is added, played, edited and deleted', async ({ page }) => {
  // Voiced twice, from one end of the interface to the other.
  await signIn(page);
  await open(page, '/projects/dashboard');
  await openProject(page, 'Newsroom');
  await page.getByRole('link', { name: 'Add article' }).click();
  await page.getByRole('button', { name: 'Create new Article' }).click();
  const refusal = page.getByRole('dialog', { name: 'Error' });
  await expect(refusal).toContainText('Title needs to be filled');
  await refusal.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('The lamp on the pier');
  await page.getByLabel('URL').fill('not an address');
  await page
    .getByLabel('Text')
    .fill('The lamp on the pier is lit again. It burns until dawn. Nobody knows who lights it.');
  await page.getByRole('button', { name: 'Create new Article' }).click();
  await expect(page.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('URL').fill('https://example.com/lamp');
  await expect(page.getByLabel('URL')).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Create new Article' }).click();

  await expect(row(page, 'The lamp on the pier')).toBeVisible();
  await expect(status(page, 'The lamp on the pier')).toHaveAttribute('data-status', 'READY');
  await row(page, 'The lamp on the pier')
    .getByRole('button', { name: /^Play / })
    .click();
  await expectSound(page);

  await page.getByRole('link', { name: 'The lamp on the pier' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Article' })).toBeVisible();
  await expect(page.getByText('Last generated audio file (status: ready)')).toBeVisible();
  const before = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  await page
    .getByLabel('Text')
    .fill('The lamp on the pier is lit again. It burns until noon. Nobody knows who lights it.');
  await page.getByRole('button', { name: 'Save Article' }).click();
  await expect(page.getByText('Article saved')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download' })).not.toHaveAttribute('href', before!);
  await expect(page.getByText('Last generated audio file (status: ready)')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Sentences' }).click();
  await expect(page.getByText('reused', { exact: true }).first()).toBeVisible();

  await page.getByRole('switch', { name: 'Highlight words' }).check();
  await page
    .getByRole('group', { name: /^Audio of/ })
    .getByRole('button', { name: 'Play' })
    .click();
  await expectSound(page);
  await expect(page.getByRole('group', { name: 'Transcript' }).locator('[data-current]')).toHaveCount(1);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Force Recrawl article' }).click();
  await expect(page.getByText('Article update is scheduled to occur in 1 minute')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted The lamp on the pier')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Newsroom' })).toBeVisible();
  await expect(row(page, 'The lamp on the pier')).toHaveCount(0);
});

test('a voice is previewed, and a project created from a feed', async ({ page }) => {
  const { site } = stage();
  await signIn(page);
  await open(page, '/projects/create/');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByText('This field is required')).toHaveCount(2);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('progressbar', { name: 'Preview' })).toHaveAttribute('aria-valuenow', '100');
  await expectSound(page);
  await createProject(page, 'Quay feed', 'RSS feed', () =>
    page.getByLabel('RSS feed URL').fill(`${site}/feed.xml`),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Quay feed' })).toBeVisible();
  await expect(status(page, 'Bread before the tram')).toHaveAttribute('data-status', 'READY');
  await expect(page.getByTestId('source')).toContainText('/feed.xml');
  await expect(page.getByTestId('source')).toContainText('Last checked');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Checking the source…')).toBeVisible();
});

test('an unreadable feed is reported immediately, and a new project appears in the list', async ({
  page,
}) => {
  await signIn(page);
  await createProject(page, 'A quay of errors', 'RSS feed', () =>
    page.getByLabel('RSS feed URL').fill(`${stage().site}/nowhere.xml`),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'A quay of errors' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Couldn’t read the feed:');
  await expect(page.getByRole('alert').getByRole('link', { name: 'Check the URL' })).toBeVisible();
  await expect(page.getByText('wait for the first ones')).toHaveCount(0);
  const names = await page
    .locator('aside')
    .getByRole('group')
    .filter({ hasText: stage().organization.name })
    .getByRole('link')
    .allTextContents();
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  expect(names).toContain('A quay of errors');
});

test('languages are searched by typing', async ({ page }) => {
  await signIn(page);
  await open(page, '/projects/create/');
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.click();
  await page.keyboard.type('germ');
  await page
    .getByRole('option', { name: /^German/ })
    .first()
    .click();
  await expect(language).toHaveValue(/^German/);
});

test('a project with a website is created', async ({ page }) => {
  await signIn(page);
  await createProject(page, 'Quay site', 'Website parser', () =>
    page.getByLabel('Website', { exact: true }).fill(`${stage().site}/`),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Quay site' })).toBeVisible();
  await expect(status(page, 'Bread at dawn on Quay Street')).toHaveAttribute('data-status', 'READY');
});

test('a project with an API key shows new articles live, and a manual one is created', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await createProject(page, 'Quay machine', 'API key');
  const apiKey = (await page.getByTestId('api-key').textContent())!;
  await page.getByRole('button', { name: 'Copy key: API' }).click();
  await expect(page.getByText('Key copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
  await page.getByRole('button', { name: 'Go to project' }).click();
  await expect(page.getByText('No articles')).toBeVisible();
  const project = new URL(page.url()).pathname.split('/')[2];
  const answer = await request.post(`${stage().url}/api/projects/${project}/articles`, {
    headers: { authorization: `Bearer ${apiKey}` },
    data: {
      title: 'Sent by a machine',
      text: 'A program wrote this line, and another one reads it aloud.',
      url: '',
    },
  });
  expect(answer.ok()).toBe(true);
  await expect(status(page, 'Sent by a machine')).toHaveAttribute('data-status', 'READY');
  await row(page, 'Sent by a machine')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Copy audio URL' }).click();
  await expect(page.getByText('URL copied to clipboard!')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect((await request.get(url)).headers()['content-type']).toBe('audio/mpeg');

  await createProject(page, 'Quay notes', 'Manual');
  await expect(page.getByRole('heading', { level: 1, name: 'Quay notes' })).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click();
  await expect(page).toHaveTitle('Dashboard');
  await expect(
    page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: 'Quay notes' }),
  ).toHaveCount(0);
});

test('a project is configured', async ({ page }) => {
  await signIn(page);
  await open(page, `/projects/${stage().archive}/settings`);
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  const name = page.getByRole('textbox', { name: 'Project name' });
  await name.fill('');
  await expect(save).toBeDisabled();
  await name.fill('The archive');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Parsing' }).click();
  await page.getByRole('switch', { name: /^Add articles/ }).check();
  await save.click();
  await expect(page.getByText('Please enter website')).toBeVisible();
  await expect(page.getByLabel('Main URL')).toBeFocused();
  await page.getByRole('switch', { name: /^Add articles/ }).uncheck();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('textbox', { name: 'Selector of rule 1' }).fill('.story');
  // Leaving loses nothing.
  await page.getByRole('link', { name: 'Documentation' }).first().click();
  await page.waitForURL(/\/projects\/docs\//);
  await page.goBack();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'The archive' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: 'The archive' }),
  ).toBeVisible();
});

test('the profile is changed, and the user signs out', async ({ page }) => {
  await signIn(page, 'editor');
  await open(page, '/projects/profile');
  await page.getByLabel('Full name').fill('Edda the Editor');
  // No time zone is selected yet, so nothing is sent.
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('Choose a time zone.');
  await dialog.getByRole('button').click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berl');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Edda the Editor' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
  await page.getByRole('button', { name: 'Account of Edda the Editor' }).click();
  await page.locator('#user-menu').getByRole('link', { name: stage().organization.name }).click();
  await expect(page.getByText('Edda the Editor (you)')).toBeVisible();
  await page.getByRole('button', { name: 'Account of Edda the Editor' }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await open(page, '/projects/dashboard');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
