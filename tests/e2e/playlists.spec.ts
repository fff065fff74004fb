import { expect, type Page } from '@playwright/test';
import { decodeAudio } from '../../server/audio/decode.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectSound } from './sound-files.ts';
import { askAs, newProject, open, signIn, stage, test, type Ask } from './stage.ts';

/** Silence between two articles of a joined file, milliseconds. */
const gapMs = 500;

/**
 * Creates a project with playable articles.
 * @returns its database id
 */
async function newsroomWith(ask: Ask, name: string, titles: readonly string[]): Promise<number> {
  const project = await newProject(ask, name);
  const create = 'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename } }';
  for (const title of titles)
    await ask(create, { input: { project: String(project), title, text: `${title} is in the news.` } });
  await expect
    .poll(async () => (await readyArticles(ask, project)).length, { message: 'articles are voiced' })
    .toBe(titles.length);
  return project;
}

const readyArticles = async (
  ask: Ask,
  project: number,
): Promise<{ title: string; audio: { durationMs: number } }[]> =>
  (
    await ask(
      `{ project(id: ${project}) { articles(status: READY) { edges { node { title audio { durationMs } } } } } }`,
    )
  ).project.articles.edges.map(({ node }: any) => node);

const items = (page: Page) => page.getByRole('list', { name: 'Articles in the playlist' });
const order = (page: Page) =>
  page
    .getByTestId('playlist-item')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[title]')!.getAttribute('title')));
const handle = (page: Page, title: string) =>
  page.getByRole('button', { name: `Move ${title}`, exact: true });
const playlists = (page: Page) => page.getByTestId('playlist');

async function addArticles(page: Page, ...titles: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Find articles' }).click();
  for (const title of titles) await page.getByRole('button', { name: `Add ${title}` }).click();
  await page.getByRole('button', { name: 'Done' }).click();
}

async function dragOnto(page: Page, title: string, target: string): Promise<void> {
  const from = (await handle(page, title).boundingBox())!;
  const to = (await handle(page, target).boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, (from.y + to.y) / 2, { steps: 4 });
  const below = to.y > from.y;
  await page.mouse.move(from.x + from.width / 2, below ? to.y + to.height : to.y, { steps: 4 });
  await page.mouse.up();
}

test.beforeEach(({ page }) => signIn(page));

test('a playlist is created, reordered by keyboard and by drag, played as one file and deleted', async ({
  page,
  request,
}) => {
  const project = await newsroomWith(await askAs(request), 'Playlists by hand', ['Rain', 'Sun', 'Wind']);
  await open(page, `/projects/${project}`);
  await expect(page.getByRole('heading', { name: 'No playlists' })).toBeVisible();
  await page.getByRole('link', { name: 'New playlist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New playlist' })).toBeVisible();
  const create = page.getByRole('button', { name: 'Create' });
  await expect(create).toBeDisabled();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to preview' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Name').fill('Weather');
  await page.getByRole('button', { name: 'Find articles' }).click();
  await page.getByRole('searchbox', { name: 'Search articles by title' }).last().fill('win');
  await expect(page.getByTestId('found-article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add Wind' }).click();
  await expect(page.getByRole('button', { name: 'Wind is already in the playlist' })).toBeDisabled();
  await page.getByRole('searchbox', { name: 'Search articles by title' }).last().fill('');
  await expect(page.getByTestId('found-article')).toHaveCount(3);
  await page.getByRole('button', { name: 'Add Rain' }).click();
  await page.getByRole('button', { name: 'Add Sun' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(items(page).getByRole('listitem')).toHaveCount(3);
  expect(await order(page)).toEqual(['Wind', 'Rain', 'Sun']);

  await handle(page, 'Sun').focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => order(page)).toEqual(['Wind', 'Sun', 'Rain']);
  await expect(page.getByText('Sun is now at position 2 of 3.')).toBeAttached();
  await expect(handle(page, 'Sun')).toBeFocused();
  await page.keyboard.press('Home');
  await expect.poll(() => order(page)).toEqual(['Sun', 'Wind', 'Rain']);
  await handle(page, 'Sun').scrollIntoViewIfNeeded();
  await dragOnto(page, 'Sun', 'Rain');
  await expect.poll(() => order(page)).toEqual(['Wind', 'Rain', 'Sun']);
  await dragOnto(page, 'Rain', 'Wind');
  await expect.poll(() => order(page)).toEqual(['Rain', 'Wind', 'Sun']);

  const download = page.getByRole('button', { name: 'Download' });
  await download.hover();
  await expect(page.getByRole('tooltip')).toHaveText('save your playlist to download audio file');
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  expect(await order(page)).toEqual(['Rain', 'Wind', 'Sun']);
  await expectAccessible(page);
  await create.click();

  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`));
  await expect(playlists(page)).toHaveCount(1);
  await expect(playlists(page)).toContainText('Manual');
  await page.getByRole('link', { name: 'Weather' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit playlist' })).toBeVisible();
  const file = page.getByRole('link', { name: 'Download' });
  await expect(file).toBeVisible();
  const sound = await page.request.get(new URL((await file.getAttribute('href'))!, stage().url).href);
  expect(sound.headers()['content-disposition']).toContain('Weather.mp3');
  const { channels, sampleRate } = await decodeAudio(await sound.body(), { kind: 'mp3' });
  const articles = await readyArticles(await askAs(request), project);
  const expected =
    articles.reduce((sum, { audio }) => sum + audio.durationMs, 0) + (articles.length - 1) * gapMs;
  expect(Math.abs((channels[0]!.length * 1000) / sampleRate - expected)).toBeLessThan(articles.length * 30);

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('button', { name: 'Play from the start' }).click();
  await expectSound(page);
  await page.getByRole('button', { name: 'Close' }).click();

  await handle(page, 'Rain').press('End');
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes are saved')).toBeVisible();
  expect(await order(page)).toEqual(['Wind', 'Sun', 'Rain']);
  await open(page, `${new URL(page.url()).pathname.replace('/playlist/', '/playlists/')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit playlist' })).toBeVisible();
  expect(await order(page)).toEqual(['Wind', 'Sun', 'Rain']);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete playlist' }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`));
  await expect(page.getByRole('heading', { name: 'No playlists' })).toBeVisible();
});

test('of two users who reorder a playlist the later one sees the conflict, and nothing is lost', async ({
  page,
  browser,
  request,
}) => {
  const project = await newsroomWith(await askAs(request), 'Playlists of two', ['Rain', 'Sun', 'Wind']);
  await open(page, `/projects/${project}/add-playlist`);
  await page.getByLabel('Name').fill('Ours');
  await addArticles(page, 'Rain', 'Sun', 'Wind');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Ours' }).click();
  await expect(items(page).getByRole('listitem')).toHaveCount(3);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'editor');
  await other.goto(page.url());
  await expect(items(other).getByRole('listitem')).toHaveCount(3);

  await handle(other, 'Wind').press('Home');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('All changes are saved')).toBeVisible();

  await handle(page, 'Sun').press('Home');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This playlist has been changed in the meantime' });
  await expect(dialog).toContainText(/Edda Editor has saved changes since you started\./);
  await expect(dialog.getByRole('list', { name: 'Their articles' }).getByRole('listitem')).toHaveText([
    'Wind',
    'Rain',
    'Sun',
  ]);
  await expect(dialog.getByRole('list', { name: 'Your articles' }).getByRole('listitem')).toHaveText([
    'Sun',
    'Rain',
    'Wind',
  ]);
  await dialog.getByRole('button', { name: 'Discard my changes' }).click();
  await expect.poll(() => order(page)).toEqual(['Wind', 'Rain', 'Sun']);
  await handle(page, 'Sun').press('Home');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes are saved')).toBeVisible();
  expect(await order(page)).toEqual(['Sun', 'Wind', 'Rain']);
  await context.close();
});

test('an automatic playlist previews its articles, and custom texts are spoken', async ({
  page,
  request,
}) => {
  const project = await newsroomWith(await askAs(request), 'Playlists by themselves', ['Rain', 'Sun']);
  await open(page, `/projects/${project}/add-playlist/`);
  await page.getByLabel('Name').fill('Best of the day');
  await page.getByRole('radio', { name: /^Automatic/ }).check();
  await expect(page.getByLabel('Period')).toHaveValue('WEEKLY');
  await expect(page.getByLabel('Sort by')).toHaveValue('VIEWS');
  await page.getByLabel('Period').selectOption('DAILY');
  await page.getByLabel('Words in the title').fill('sun');
  await page.getByRole('button', { name: 'Preview articles' }).click();
  await expect(page.getByRole('list', { name: 'Matching articles' }).getByRole('listitem')).toContainText([
    'Sun',
  ]);
  await page.getByRole('textbox', { name: 'Intro: text' }).fill('Welcome to the news.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(playlists(page)).toContainText('Automatic');

  await page.getByRole('link', { name: 'New playlist' }).click();
  await page.getByLabel('Name').fill('Words');
  await page.getByRole('button', { name: 'Write an announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Announcement' });
  await dialog.getByLabel('Title').fill('Weather');
  await dialog.getByLabel('Text').fill('It rains all day.');
  await dialog.getByRole('button', { name: 'Generate audio' }).click();
  await dialog.getByRole('button', { name: 'Play custom audio' }).click();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(items(page).getByRole('listitem')).toContainText(['custom audio']);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(playlists(page)).toHaveCount(2);
});

test('without the feature playlists are locked', async ({ page }) => {
  const { foreign } = stage();
  await open(page, `/projects/${foreign.project}/add-playlist`);
  await expect(page).toHaveURL(new RegExp(`/projects/${foreign.project}$`));
  await expect(page.getByRole('heading', { name: 'Channels', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Playlists' })).toBeVisible();
  await expect(
    page.getByText('This feature is not enabled in your organization. Want to unlock it?'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New playlist' })).toHaveCount(0);
});
