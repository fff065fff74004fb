import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { chooseKind } from './rule-parts.ts';
import { askAs, newProject, open, signIn, stage, test } from './stage.ts';

/** A project with an article, and an entry in its dictionary. */
async function projectWith(request: APIRequestContext, name: string) {
  const ask = await askAs(request);
  const project = await newProject(ask, name);
  const created = await ask(
    `mutation ($input: CreateArticleInput!) {
      result: createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    {
      input: {
        project: String(project),
        title: 'Weather',
        text: 'There will be rain in Husum tomorrow. The Rainier peak stays dry. Nobody minds.',
      },
    },
  );
  const { dictionaries } = await ask(`{ dictionaries(level: PROJECT, project: "${project}") { id } }`);
  await ask(
    `mutation ($input: AddDictionaryEntriesInput!) { addDictionaryEntries(input: $input) { __typename } }`,
    { input: { dictionary: dictionaries[0].id, entries: [{ source: 'rain', replacement: 'showers' }] } },
  );
  const dictionary = `/dictionaries/projects/${stage().organization.slug}?project=${project}`;
  return { project, dictionary, article: created.result.article.databaseId as number };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Preview changes' });
const side = (page: Page, which: 'before' | 'after') =>
  dialog(page).locator(`[data-side="${which}"]`).first();

test('an unsaved entry is previewed with its matches, missed matches and audio', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { project, dictionary, article } = await projectWith(request, 'Tried entries');
  await open(page, dictionary);
  await page.getByRole('button', { name: 'More actions for rain' }).click();
  await page.getByRole('menuitem', { name: 'Edit entry' }).click();
  const entry = page.getByRole('dialog', { name: 'Entry: rain' });
  await entry.getByRole('textbox', { name: 'Pronounced as' }).fill('wet weather');
  await entry.getByRole('button', { name: 'Preview on articles' }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('Checked 1 article.');
  await expect(dialog(page).getByText('1 sentence in 1 article would sound different.')).toBeVisible();
  await expect(side(page, 'before')).toContainText('There will be showers in Husum tomorrow.');
  await expect(side(page, 'after')).toContainText('There will be wet weather in Husum tomorrow.');
  const tried = dialog(page).getByTestId('previewed-entry');
  await expect(tried).toContainText('rain found once');
  await expect(tried).toContainText('Skipped once: part of another word.');
  await expect(dialog(page).getByRole('link', { name: 'Weather' })).toHaveAttribute(
    'href',
    `/projects/${project}/1/article/${article}`,
  );
  const heard = page.waitForResponse(/\/download\/audio\/preview-/);
  await side(page, 'after').getByRole('button', { name: /^Play/ }).click();
  expect((await heard).ok()).toBe(true);
  await expect(side(page, 'after').getByText('44 characters charged')).toBeVisible();
  await expectAccessible(page, { what: 'what an entry would change', within: 'dialog[open]:last-of-type' });
  await page.setViewportSize({ width: 375, height: 740 });
  await expectFits(page, 'what an entry would change');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  // What is typed is still there, and nothing was saved.
  await expect(entry.getByRole('textbox', { name: 'Pronounced as' })).toHaveValue('wet weather');
});

test('a dictionary’s scope, a rule and instructions are previewed on the same articles', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { project, dictionary } = await projectWith(request, 'Tried settings');
  await open(page, dictionary);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Speech service' }).click();
  await page.getByRole('option', { name: 'Google' }).click();
  await page.getByRole('button', { name: 'Preview on articles' }).click();
  await expect(side(page, 'before')).toContainText('showers');
  await expect(side(page, 'after')).toContainText('There will be rain in Husum tomorrow.');
  await expect(dialog(page).getByText('Skipped once: the dictionary isn’t for this voice.')).toBeVisible();

  await open(page, `/projects/${project}/processing-rules?new=rule`);
  await chooseKind(page, 'condition', 1, 'Title contains');
  await page.getByRole('textbox', { name: 'Title contains, condition 1' }).fill('Weather');
  await chooseKind(page, 'action', 1, 'Skip title');
  await page.getByRole('button', { name: 'Preview on articles' }).click();
  await expect(dialog(page).getByText('Matches 1 of 1 article')).toBeVisible();
  await expect(side(page, 'before')).toContainText('Weather');
  await expect(side(page, 'after')).toContainText('not spoken');

  await open(page, `/projects/${project}/settings#normalization`);
  await page.getByRole('button', { name: 'Start from default instructions' }).click();
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Short');
  await page.locator('#normalization').getByRole('button', { name: 'Preview on articles' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(/at least 10/i);
});
