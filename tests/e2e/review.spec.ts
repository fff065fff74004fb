import { expect } from '@playwright/test';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { askAs, open, signIn, stage, test } from './stage.ts';

test('an article is reviewed by keyboard alone, on a phone too, and the next one follows until none is left', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000);
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
        { timeout: 60_000 },
      )
      .toMatch(/^sampled$/i);
  }
  await signIn(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/projects/${project}/qa`);
  await expect(
    page.getByRole('link', { name: 'A rather long title for ferry number ', exact: false }),
  ).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Back to project' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Start QA' }).press('Enter');
  await expect(page.getByRole('heading', { name: /ferry number 2/ })).toBeVisible();
  // Nothing is said without stars.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Field is required and cannot be empty');
  await expectAccessible(page);
  // Nobody listened to it, and that is said.
  await expect(page.getByText('Not checked.')).toBeVisible();
  // A name goes into the dictionary from where it was found.
  await page.getByRole('button', { name: 'Say it differently' }).press('Enter');
  const entry = page.getByRole('dialog', { name: 'New entry' });
  await expect(entry.getByRole('textbox', { name: 'Word' })).toHaveValue('Zverev');
  await entry.getByRole('textbox', { name: 'Said as' }).focus();
  await page.keyboard.type('Sverev');
  await entry.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(entry).toBeHidden();
  await page.getByRole('radio', { name: '1 star' }).focus();
  await page.keyboard.press('5');
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: /ferry number 1/ })).toBeVisible();
  await expect(page.getByText('“left” is there twice.')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.locator('button[aria-current="true"]')).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('button[aria-current="true"]')).toContainText('ferry left left');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Hear it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  await page.keyboard.press('4');
  await page.getByRole('textbox', { name: 'Comment' }).focus();
  await page.keyboard.type('Fine.');
  await page.keyboard.press('Enter');

  // None is left: back to the list.
  await expect(page.getByRole('heading', { name: 'No articles' })).toBeVisible();
  await expectFits(page);
});
