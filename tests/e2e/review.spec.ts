import { expect } from '@playwright/test';
import { english } from '../../prisma/seed/seed-articles.ts';
import { isFull } from '../support/full.ts';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { askAs, open, signIn, stage, test } from './stage.ts';

test('articles are reviewed by keyboard alone, also on a phone, one after another', async ({
  page,
  request,
}) => {
  const project = String(stage().newsroom);
  const ask = await askAs(request);
  await ask(`mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }`, {
    input: { id: project, review: { percentArticles: 100 } },
  });
  const texts = [
    'The ferry left left at six. Nobody waved.',
    'The gulls stayed with Zverev. So did the band.',
  ];
  for (const [index, text] of texts.entries()) {
    const { createArticle } = await ask(
      `mutation ($input: CreateArticleInput!) {
        createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
      }`,
      { input: { project, title: `A rather long title for ferry number ${index + 1} of two`, text } },
    );
    const { databaseId } = createArticle.article;
    await expect
      .poll(
        async () =>
          (await ask(`query ($id: ID!) { article(id: $id) { qaStatus } }`, { id: String(databaseId) }))
            .article.qaStatus,
      )
      .toMatch(/^sampled$/i);
  }
  await signIn(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/projects/${project}/qa`);
  await expect(
    page.getByRole('link', { name: 'A rather long title for ferry number ', exact: false }),
  ).toHaveCount(2);
  await expect(page.getByTitle('Back to project')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Start QA' }).press('Enter');
  await expect(page.getByRole('heading', { name: /ferry number 2/ })).toBeVisible();
  // Sentences are apart, as they are in the text.
  await expect(page.getByRole('region', { name: /text/i })).toContainText(/Zverev\. So did/);
  // A review cannot be saved without stars.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Field is required and cannot be empty');
  await expectAccessible(page);
  // The audio was not checked, and the page shows it.
  await expect(page.getByText('Not checked.')).toBeVisible();
  // A name goes into the dictionary from where it was found.
  await page.getByRole('button', { name: 'Fix pronunciation' }).press('Enter');
  const entry = page.getByRole('dialog', { name: 'New entry' });
  await expect(entry.getByRole('textbox', { name: 'Word' })).toHaveValue('Zverev');
  await entry.getByRole('textbox', { name: 'Pronounced as' }).focus();
  await page.keyboard.type('Sverev');
  await entry.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(entry).toBeHidden();
  const saved = page.getByRole('dialog', { name: 'Pronunciation saved' });
  await expect(saved.getByRole('button', { name: 'Show sentences' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Fix pronunciation' })).toBeFocused();
  await page.getByRole('radio', { name: '1 star' }).focus();
  await page.keyboard.press('5');
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: /ferry number 1/ })).toBeVisible();
  await expect(page.getByText('“left” appears twice in a row.')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.locator('button[aria-current="true"]')).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('button[aria-current="true"]')).toContainText('ferry left left');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Listen' })).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByText('No issues found.')).toBeVisible();
  await page.keyboard.press('4');
  await page.getByRole('textbox', { name: 'Comment' }).focus();
  await page.keyboard.type('Fine.');
  await page.keyboard.press('Enter');

  // No article is left: back to the list, with the results below it.
  await expect(page.getByRole('heading', { name: 'No articles' })).toBeVisible();
  await expect(page.getByText('2 reviews, 4.5 stars on average')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Voices' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Start QA' }).press('Enter');
  await expect(page.getByText('no new articles')).toBeVisible();
  await expect(page.getByText('no new articles')).toBeHidden();
});

test('what a listener reports in the player is reviewed, and resolved there', async ({ page, request }) => {
  const project = String(stage().newsroom);
  const ask = await askAs(request);
  await ask(`mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }`, {
    input: { id: project, review: { percentArticles: 0 } },
  });
  const { createChannel } = await ask(
    `mutation ($input: CreateChannelInput!) {
      createChannel(input: $input) { ... on CreateChannelSuccess { channel { slug } } }
    }`,
    { input: { project, settings: { player: { version: 3, cta: 'Listen', pronunciationReports: true } } } },
  );
  const { createArticle } = await ask(
    `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project, title: 'The ferry', text: 'Nobody waved from the quay.' } },
  );
  const { databaseId } = createArticle.article;
  const read = async () =>
    (
      await ask(`query ($id: ID!) { article(id: $id) { status qaStatus findings { kind } } }`, {
        id: String(databaseId),
      })
    ).article as { status: string; qaStatus: string | null; findings: { kind: string }[] };
  await expect.poll(async () => (await read()).status).toMatch(/^ready$/i);
  const before = (await read()).findings.length;

  // Headless browsers name themselves as programs, whose reports are refused.
  await page.route('**/reports?*', (route) =>
    route.continue({
      headers: {
        ...route.request().headers(),
        'user-agent': route.request().headers()['user-agent']!.replace('Headless', ''),
      },
    }),
  );
  await page.goto(`${stage().url}/player/${createChannel.channel.slug}/frame?article=${databaseId}`);
  const player = page.locator('parlance-audio');
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect(player.getByRole('button', { name: /^Pause:/ })).toBeVisible();
  await player.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await player.getByRole('button', { name: /^Report pronunciation at 0:0\d$/ }).press('Enter');
  await expect(player.getByRole('button', { name: 'Thank you. The editors will check it.' })).toBeVisible();
  expect(await read()).toMatchObject({ qaStatus: expect.stringMatching(/^sampled$/i) });
  expect((await read()).findings).toHaveLength(before + 1);

  await signIn(page);
  await open(page, `/projects/${project}/qa`);
  await page.getByRole('button', { name: 'Start QA' }).click();
  const reported = page
    .getByRole('listitem')
    .filter({ hasText: '1 listener reports a wrong pronunciation.' });
  await expect(reported.getByText('The ferry')).toBeVisible();
  await expect(reported.getByRole('button', { name: 'Listen' })).toBeVisible();
  await expectAccessible(page);
  await reported.getByRole('button', { name: 'Sounds right' }).click();
  await expect(reported).toHaveCount(0);
  expect((await read()).findings).toHaveLength(before);
});

/** Seconds that a reviewer may take for an hour of audio: ten times the bar, which is 180. */
const mostPerHour = 1_800;

// It voices ten minutes of audio.
if (isFull)
  test('reviewing an hour of audio by its findings takes no more than three minutes', async ({
    page,
    request,
  }) => {
    const project = String(stage().newsroom);
    const ask = await askAs(request);
    await ask(`mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }`, {
      input: { id: project, review: { percentArticles: 100 } },
    });
    // One finding in some 600 words.
    const text = Array.from({ length: 24 }, (_, index) =>
      [
        `Part ${index + 1}.`,
        english[index % english.length]!.text,
        index % 8 === 4 ? 'The ferry left left at six.' : '',
      ]
        .join(' ')
        .replaceAll('\n', ' '),
    ).join('\n\n');
    const { createArticle } = await ask(
      `mutation ($input: CreateArticleInput!) {
      createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
      { input: { project, title: 'A long one', text } },
    );
    const id = String(createArticle.article.databaseId);
    const read = async () =>
      (
        await ask(
          `query ($id: ID!) { article(id: $id) { qaStatus reviewAudio { durationMs } findings { position } } }`,
          { id },
        )
      ).article;
    await expect.poll(async () => (await read()).qaStatus, { timeout: 240_000 }).toBe('SAMPLED');
    const { reviewAudio, findings } = await read();
    await signIn(page);
    await open(page, `/projects/${project}/qa`);
    let keys = 0;
    const press = (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    };
    const begun = Date.now();
    await page.getByRole('button', { name: 'Start QA' }).focus();
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'A long one' })).toBeVisible();
    for (let index = 0; index < findings.length; index++) {
      await press('ArrowDown');
      // The passage plays to its end.
      await expect(page.locator('audio')).toHaveJSProperty('paused', false);
      await expect(page.locator('audio')).toHaveJSProperty('paused', true);
    }
    await press('5');
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'No articles' })).toBeVisible();
    const seconds = (Date.now() - begun) / 1_000;
    const hours = reviewAudio.durationMs / 3_600_000;
    console.log(
      `${(hours * 60).toFixed(1)} minutes of audio, ${findings.length} findings: ${seconds.toFixed(1)} s, ${keys} keys; ` +
        `${Math.round(seconds / hours)} s and ${Math.round(keys / hours)} keys an hour`,
    );
    expect(findings.length).toBeGreaterThanOrEqual(3);
    expect(seconds / hours).toBeLessThan(mostPerHour);
  });
