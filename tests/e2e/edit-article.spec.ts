import { expect } from '@playwright/test';
import { askAs, open, signIn, stage, test } from './stage.ts';

test('title and sentence are edited inline, saved by shortcut, and the cost is shown', async ({
  page,
  request,
}) => {
  const ask = await askAs(request);
  const created = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    {
      input: {
        project: String(stage().newsroom),
        title: 'The ferry',
        text: 'The ferry left at six. Nobody waved. The gulls stayed.',
      },
    },
  );
  const { databaseId } = created.createArticle.article;
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/articles/${databaseId}`);
  await expect(page.getByRole('main').locator('[data-status="READY"]')).toBeVisible();
  await page.getByLabel('Title').fill('The late ferry');
  const words = page.getByRole('group', { name: 'Transcript' });
  await page.getByRole('switch', { name: 'Highlight words' }).check();
  await words.getByText('waved').dblclick();
  const sentence = page.getByRole('textbox', { name: 'Sentence' });
  await expect(sentence).toHaveValue('Nobody waved.');
  await sentence.fill('Two children waved.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^2 sentences regenerated · 33 characters used, 39 saved$/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('The late ferry');
  await expect(page.getByText('Two children waved.')).toBeVisible();
});

test('keyboard shortcuts open a project and list themselves', async ({ page }) => {
  await signIn(page);
  await open(page, '/projects/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search and actions' });
  // Key presses while the page is loading are lost, so the test repeats them.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await search.fill('Archi');
  await expect(page.getByRole('option', { name: `Archive ${stage().organization.name}` })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/projects/${stage().archive}(/|$)`));
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByText('Ctrl').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
});

test('the chosen language is kept', async ({ page }) => {
  await signIn(page);
  await open(page, `/projects/${stage().archive}`);
  await expect(page.getByRole('columnheader', { name: 'Date added' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and actions' }).fill('Deutsch');
  await page.getByRole('option', { name: /Deutsch/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Hinzugefügt' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Hinzugefügt' })).toBeVisible();
  // The browser's storage belongs to this test; the server does not receive the language.
  await expect(page.getByRole('heading', { name: 'Artikel' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Suche und Befehle' }).fill('Français');
  await page.getByRole('option', { name: /Français/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Ajouté le' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Ajouté le' })).toBeVisible();
});

test('the article page shows where the article is published, immediately', async ({ page, request }) => {
  const ask = await askAs(request);
  const { createArticle } = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project: String(stage().newsroom), title: 'The buoy', text: 'The buoy has moved.' } },
  );
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/articles/${createArticle.article.databaseId}`);
  await page.getByRole('tab', { name: 'Channels' }).click();
  const channels = page.getByRole('tabpanel', { name: 'Channels' });
  await expect(channels.getByText('This project has no channels yet.')).toBeVisible();
  await expect(channels.getByRole('link', { name: 'Add channel' })).toBeVisible();
  for (const settings of [
    { json: { title: 'The feed' } },
    { podcast: { title: 'The hour', groupingType: 'GROUP', groupingAmount: 3 } },
  ])
    await ask(
      `mutation ($input: CreateChannelInput!) {
        createChannel(input: $input) { ... on CreateChannelSuccess { channel { databaseId } } }
      }`,
      { input: { project: String(stage().newsroom), settings } },
    );
  const row = (name: string) => channels.getByRole('listitem').filter({ hasText: name });
  await expect(row('The feed')).toContainText('In the feed.');
  await expect(row('The feed').getByRole('img', { name: 'Published' })).toBeVisible();
  await expect(row('The hour')).toContainText('Waiting until the episode has 3 articles.');
  await row('The hour').getByRole('link', { name: 'The hour' }).click();
  await expect(page).toHaveURL(/\/channel\/\d+$/);
});

test('an article is scheduled, and published early with one click', async ({ page, request }) => {
  const ask = await askAs(request);
  const { createChannel } = await ask(
    `mutation ($input: CreateChannelInput!) {
      createChannel(input: $input) { ... on CreateChannelSuccess { channel { url } } }
    }`,
    { input: { project: String(stage().newsroom), settings: { json: { title: 'The feed' } } } },
  );
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const { createArticle } = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    {
      input: {
        project: String(stage().newsroom),
        title: 'The treaty',
        text: 'Nobody may know.',
        publishAt: inDays(3),
      },
    },
  );
  const feed = async () => (await request.get(createChannel.channel.url)).text();
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}`);
  await expect(page.getByTestId('article').filter({ hasText: 'The treaty' })).toContainText('Scheduled for');
  await open(page, `/projects/${stage().newsroom}/articles/${createArticle.article.databaseId}`);
  await expect(page.getByRole('main').locator('[data-status="READY"]')).toBeVisible();
  await page.getByRole('tab', { name: 'Channels' }).click();
  const channels = page.getByRole('tabpanel', { name: 'Channels' });
  await expect(channels.getByRole('listitem')).toContainText('Scheduled for a later time.');
  expect(await feed()).not.toContain('The treaty');
  // Who is in the project hears it all the same.
  await page.getByRole('button', { name: 'Play' }).first().click();
  await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Publishing' }).click();
  const time = page.getByLabel('Publish at: time');
  await time.fill('11:30');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Article saved')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Publishing' }).click();
  await expect(time).toHaveValue('11:30');

  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Scheduled for/)).toBeHidden();
  await expect(time).toBeDisabled();
  await page.getByRole('tab', { name: 'Channels' }).click();
  await expect(channels.getByRole('listitem')).toContainText('In the feed.');
  expect(await feed()).toContain('The treaty');
});

test('an article’s picture is shown, changed and removed', async ({ page, request }) => {
  const ask = await askAs(request);
  const shown = 'https://pictures.example/lamp.png';
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page.route('https://pictures.example/**', (route) =>
    route.request().url() === shown
      ? route.fulfill({ contentType: 'image/png', body: pixel })
      : route.abort(),
  );
  const { createArticle } = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project: String(stage().newsroom), title: 'The lamp', text: 'It burns.', imageUrl: shown } },
  );
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/articles/${createArticle.article.databaseId}`);
  await page.getByRole('tab', { name: 'Publishing' }).click();
  const picture = page.getByRole('img', { name: 'Article picture' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const field = page.getByRole('textbox', { name: 'Image address' });
  await field.fill('http://10.0.0.1/lamp.png');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('10.0.0.1 is not an address on the public internet.')).toBeVisible();
  await field.fill('https://pictures.example/gone.png');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Article saved')).toBeVisible();
  await expect(page.getByText('Couldn’t load a picture from this address.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('You have unsaved changes')).toBeHidden();
  await page.reload();
  await page.getByRole('tab', { name: 'Publishing' }).click();
  await expect(field).toHaveValue('');
  await page
    .getByLabel('Upload picture: file')
    .or(page.locator('input[type="file"]'))
    .first()
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: pixel });
  await expect(field).toHaveValue(/\/download\/image\/[0-9a-f]{40}$/);
  await expect(picture).toBeVisible();
});

test('the waveform serves as the slider, and a selection can be played and corrected', async ({
  page,
  request,
}) => {
  const ask = await askAs(request);
  const { createArticle } = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    {
      input: { project: String(stage().newsroom), title: 'The pier', text: 'The pier is long. Gulls sleep.' },
    },
  );
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/articles/${createArticle.article.databaseId}`);
  const player = page.getByRole('group', { name: 'Audio of The pier' });
  await expect(player).toBeVisible();
  // A wave has been drawn once its bars differ in height.
  await expect
    .poll(() =>
      player.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(
          Array.from(
            { length: canvas.width },
            (_, x) =>
              Array.from({ length: canvas.height }, (_, y) => data[4 * (y * canvas.width + x) + 3]!).filter(
                (alpha) => alpha > 0,
              ).length,
          ),
        ).size;
      }),
    )
    .toBeGreaterThan(5);
  const slider = player.getByRole('slider', { name: 'Position' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).not.toHaveValue('0');

  const text = page.getByRole('textbox', { name: 'Text' });
  await text.selectText();
  const bar = page.getByRole('group', { name: 'Selected text' });
  await expect(bar.getByRole('button', { name: 'Listen' })).toBeVisible();
  await bar.getByRole('button', { name: 'Fix pronunciation' }).click();
  await expect(page.getByRole('dialog', { name: 'New entry' })).toBeVisible();
});

test('an earlier version is compared and restored', async ({ page, request }) => {
  const ask = await askAs(request);
  const { createArticle } = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project: String(stage().newsroom), title: 'The quay', text: 'The quay is old.' } },
  );
  await signIn(page);
  await open(page, `/projects/${stage().newsroom}/articles/${createArticle.article.databaseId}`);
  const ready = page.getByRole('main').locator('[data-status="READY"]');
  await expect(ready).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).fill('The quay is new.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/sentences? regenerated/)).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByText('Current')).toHaveCount(1);
  await versions.getByRole('button', { name: 'Compare' }).click();
  await expect(versions.getByRole('group', { name: 'Changes since this version' })).toContainText('old');
  await expect(versions.getByRole('group', { name: /^(Now|Version of .+)$/ })).toHaveCount(2);
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  await page
    .getByRole('dialog', { name: 'Restore this version?' })
    .getByRole('button', { name: 'Restore this version' })
    .click();
  await expect(page.getByText('Version restored')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('The quay is old.');
  await expect(ready).toBeVisible();
});
