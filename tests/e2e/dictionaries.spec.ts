import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFits } from '../support/axe.ts';
import { askAs, newProject, open, signIn, stage, test, type Ask } from './stage.ts';

const entries = (page: Page) => page.getByTestId('dictionary-entry');
const cell = (page: Page, column: 'Word' | 'Pronounced as', text: string) =>
  page.getByRole('button', { name: `${column}: ${text}`, exact: true });
const field = (page: Page, column: 'Word' | 'Pronounced as') =>
  page.getByRole('table').getByRole('textbox', { name: column });

/** Creates the dictionary of a separate project, with these entries. */
async function dictionaryWith(ask: Ask, name: string, ...given: { source: string; replacement: string }[]) {
  const project = await newProject(ask, name);
  const { dictionaries } = await ask(`{ dictionaries(level: PROJECT, project: "${project}") { id } }`);
  const id: string = dictionaries[0].id;
  const { result } = await ask(
    `mutation ($input: AddDictionaryEntriesInput!) {
      result: addDictionaryEntries(input: $input) { ... on AddDictionaryEntriesSuccess { entries { id } } }
    }`,
    { input: { dictionary: id, entries: given } },
  );
  const path = `/dictionaries/projects/${stage().organization.slug}?project=${project}`;
  return { id, project, path, entries: result.entries.map((entry: { id: string }) => entry.id) as string[] };
}

test('entries are added, edited, checked, deleted and restored by keyboard and mouse', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { path } = await dictionaryWith(await askAs(request), 'Names', {
    source: 'AfD',
    replacement: 'A F D',
  });
  await open(page, '/dictionaries');
  await expect(page).toHaveURL(new RegExp(`/dictionaries/projects/${stage().organization.slug}$`));
  await open(page, path);
  await expect(entries(page)).toHaveCount(1);
  await expectAccessible(page, { what: 'dictionaries' });

  // A template is never saved; a word is needed.
  await page.keyboard.press('n');
  await expect(field(page, 'Word')).toHaveValue('Word in the article');
  await field(page, 'Word').fill('');
  await page.getByRole('searchbox', { name: 'Search words' }).focus();
  await expect(page.getByText('fill in')).toBeVisible();
  await field(page, 'Word').fill('Merz');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Pronounced as')).toBeFocused();
  await page.keyboard.type('Mertz');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Word', 'Merz')).toBeVisible();
  // The next one is written over the template at once, and warns of nothing that it is not.
  await page.keyboard.type('Kiew');
  await expect(field(page, 'Word')).toHaveValue('Kiew');
  await expect(page.getByText('This word is in the dictionary more than once')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Newest first.
  await expect(entries(page).first()).toContainText('Merz');

  // A double click edits, leaving saves, and Escape does not.
  await cell(page, 'Pronounced as', 'Mertz').dblclick();
  await field(page, 'Pronounced as').fill('A F D');
  await page.getByRole('searchbox', { name: 'Search words' }).focus();
  await expect(cell(page, 'Pronounced as', 'A F D')).toHaveCount(2);
  await expect(page.getByText('Another word has this pronunciation')).toBeVisible();
  await cell(page, 'Word', 'Merz').press('F2');
  await field(page, 'Word').fill('AfD');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'Word', 'Merz')).toBeFocused();
  await page.keyboard.press('F2');
  await field(page, 'Word').fill('AfD');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This word is in the dictionary more than once')).toBeVisible();

  // An empty replacement can be saved.
  await entries(page)
    .first()
    .getByRole('button', { name: /^Pronounced as/ })
    .dblclick();
  await field(page, 'Pronounced as').fill('');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Pronounced as', '(silent)')).toBeVisible();

  await entries(page).first().getByRole('button', { name: 'More actions for AfD' }).click();
  await page.getByRole('menuitem', { name: 'Delete entry' }).click();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'More actions for this dictionary' }).click();
  await page.getByRole('menuitem', { name: 'Deleted entries' }).click();
  await page.getByRole('button', { name: 'Restore AfD' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(entries(page)).toHaveCount(2);

  // Columns of a spreadsheet.
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Scholz\tScholts\nKiel;Kihl');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(page.getByRole('textbox', { name: 'Words, one per line' })).toHaveValue(/Scholz/);
  await page.getByRole('button', { name: 'Add 2 entries' }).click();
  await expect(entries(page)).toHaveCount(4);
  // Several are deleted at once, and one with its key.
  await page.getByRole('checkbox', { name: 'Select Scholz' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Select Kiel' }).check();
  await page.getByRole('button', { name: 'Delete 2 entries' }).click();
  await expect(entries(page)).toHaveCount(2);
  await cell(page, 'Pronounced as', '(silent)').focus();
  await page.keyboard.press('Delete');
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search words' }).fill('af');
  await expect(entries(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=af/);
});

test('a dictionary is created, scoped, exported, imported and deleted after confirmation', async ({
  page,
}) => {
  await signIn(page);
  await open(page, '/dictionaries/organizations');
  const { slug } = stage().organization;
  await expect(page).toHaveURL(new RegExp(`/dictionaries/organizations/${slug}$`));
  await expect(page.getByRole('heading', { name: 'No dictionaries' })).toBeVisible();
  await page.getByRole('button', { name: 'New dictionary' }).click();
  const create = page.getByRole('button', { name: 'Create' });
  await expect(create).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Speech service' })).toHaveValue('Google');
  await page.getByRole('textbox', { name: 'Name' }).fill('People');
  await page.getByRole('combobox', { name: 'Speech service' }).click();
  await page.getByRole('option', { name: 'All services' }).click();
  await create.click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await expect(page.getByText('English (United States)', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Politicians');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Politicians' })).toBeVisible();

  const file = page.getByLabel('File to import');
  await file.setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('Merz;Mertz\n') });
  await expect(page.getByText('Successfully imported')).toBeVisible();
  await expect(cell(page, 'Pronounced as', 'Mertz')).toBeVisible();
  await file.setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Kiel;Kihl\n;x\n;y\n'),
  });
  await expect(page.getByText(/Line 2: the word is missing.*Line 3: the word is missing/)).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'More actions for Politicians' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Politicians.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('Merz');

  await page.getByRole('button', { name: 'More actions for Politicians' }).click();
  await page.getByRole('menuitem', { name: 'Delete dictionary' }).click();
  await page.getByRole('button', { name: 'Delete dictionary' }).click();
  await expect(page.getByText(/One entry of Politicians is deleted too/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete dictionary and entries' }).click();
  await expect(page.getByRole('heading', { name: 'No dictionaries' })).toBeVisible();
  await page.getByRole('button', { name: 'Deleted dictionaries' }).click();
  await page.getByRole('button', { name: 'Restore Politicians' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(cell(page, 'Word', 'Merz')).toBeVisible();
});

test('phonemes are entered with an on-screen keyboard, and unsupported ones are marked', async ({
  page,
  request,
}) => {
  await signIn(page);
  const { path } = await dictionaryWith(await askAs(request), 'Sounds', {
    source: 'Merz',
    replacement: 'Mertz',
  });
  await open(page, path);
  const dialog = page.getByRole('dialog', { name: 'Entry: Merz' });
  await cell(page, 'Word', 'Merz').press('Shift+Enter');
  await dialog.getByRole('radio', { name: 'Phonetic (IPA)' }).check();
  await expect(dialog.getByText(/read “Mertz”/)).toContainText('OpenAI');
  await dialog.getByRole('textbox', { name: 'Phonetic (IPA)' }).fill('mɛʘ');
  await expect(dialog.getByText(/doesn’t use ʘ/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Phonetic (IPA)' }).fill('mɛ');
  for (const sound of ['r', 't', 's']) await dialog.getByRole('button', { name: sound, exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Phonetic (IPA)' })).toHaveValue('mɛrts');
  await expectAccessible(page, { what: 'the editor of an entry', within: 'dialog[open]' });
  const heard = page.waitForResponse(/\/download\/audio\/preview-/);
  await dialog.getByRole('button', { name: 'Listen' }).click();
  expect((await heard).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(entries(page).first()).toContainText('mɛrts');

  // What it said before is there, and taken back with a click.
  await page.getByRole('button', { name: 'More actions for Merz' }).click();
  await page.getByRole('menuitem', { name: 'Edit entry' }).click();
  await dialog.getByText('Change history').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, { what: 'what an entry said before', within: 'dialog[open]' });
  await dialog.getByRole('button', { name: /^Use the version of/ }).click();
  await expect(dialog.getByRole('radio', { name: 'Respelling' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(entries(page).first()).not.toContainText('mɛrts');
  await page.setViewportSize({ width: 375, height: 740 });
  await expectFits(page, 'dictionaries');
});

test('the later of two editors sees the earlier change', async ({ page, request }) => {
  await signIn(page);
  const ask = await askAs(request, 'editor');
  const { path, entries: ids } = await dictionaryWith(ask, 'Two', { source: 'Merz', replacement: 'Mertz' });
  await open(page, path);
  await cell(page, 'Pronounced as', 'Mertz').dblclick();
  await ask(
    `mutation ($input: UpdateDictionaryEntryInput!) { updateDictionaryEntry(input: $input) { __typename } }`,
    { input: { id: ids[0], replacement: 'Merts' } },
  );
  await field(page, 'Pronounced as').fill('Märtz');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Merts');
  await dialog.getByRole('button', { name: 'Save my changes' }).click();
  await expect(cell(page, 'Pronounced as', 'Märtz')).toBeVisible();
});

test('articles with a word are found, and one or all are regenerated', async ({ page, request }) => {
  await signIn(page, 'admin');
  const ask = await askAs(request);
  const { path, project } = await dictionaryWith(ask, 'Used', { source: 'rain', replacement: 'wet weather' });
  const { result } = await ask(
    `mutation ($input: CreateArticleInput!) {
      result: createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project: String(project), title: 'Weather', text: 'There will be rain in Kiel today.' } },
  );
  await expect
    .poll(async () => (await ask(`{ article(id: ${result.article.databaseId}) { status } }`)).article.status)
    .toMatch(/^ready$/i);
  await open(page, path);
  await page.getByRole('checkbox', { name: 'Select rain' }).check();
  await page.getByRole('button', { name: 'Find usage of 1 entry' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usage in articles' });
  await expect(dialog.getByRole('link', { name: 'Weather' })).toHaveAttribute(
    'href',
    `/projects/${project}/1/article/${result.article.databaseId}`,
  );
  await expect(dialog.locator('mark')).toHaveText('rain');
  await dialog.getByRole('button', { name: 'Resound All Articles' }).click();
  await expect(dialog.getByText('All of these articles already use this pronunciation.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await cell(page, 'Pronounced as', 'wet weather').dblclick();
  await field(page, 'Pronounced as').fill('showers');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Changes 1 article, 1 sentence/)).toBeVisible();
  await page.getByRole('button', { name: 'Regenerate these sentences' }).click();
  await expect(page.getByText('Regenerating 1 article')).toBeVisible();

  // How far it is.
  await page.getByRole('button', { name: 'Regeneration jobs' }).click();
  const own = ordersShown(page).filter({ hasText: '1 article, 1 sentence, 36 characters' });
  await expect(own).toContainText('Finished.');
  await expectAccessible(page, { what: 're-voicing jobs', within: 'dialog[open]' });
});

test('an entry is created from a word that is selected in an article', async ({ page, request }) => {
  await signIn(page);
  const ask = await askAs(request);
  const { project, id } = await dictionaryWith(ask, 'Marked', { source: 'a', replacement: 'b' });
  const { result } = await ask(
    `mutation ($input: CreateArticleInput!) {
      result: createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project: String(project), title: 'Schleswig', text: 'The Rendsburg bridge was closed.' } },
  );
  const article: number = result.article.databaseId;
  await expect
    .poll(async () => (await ask(`{ article(id: ${article}) { status } }`)).article.status)
    .toMatch(/^ready$/i);
  const dialog = page.getByRole('dialog', { name: 'New entry' });
  const said = async (sound: string): Promise<void> => {
    await dialog.getByRole('textbox', { name: 'Pronounced as' }).fill(sound);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };

  await open(page, `/projects/${project}/1/article/${article}`);
  await expect(page.getByRole('button', { name: 'Fix pronunciation' }).first()).toBeVisible();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.evaluate((field: HTMLTextAreaElement) => {
    field.focus();
    const start = field.value.indexOf('Rendsburg');
    field.setSelectionRange(start, start + 'Rendsburg'.length);
  });
  await page.keyboard.press('ControlOrMeta+e');
  await expect(dialog.getByRole('textbox', { name: 'Word' })).toHaveValue('Rendsburg');
  await said('Rentsburg');
  // The change's effect on the archive takes the place of the dialog, with the focus on what comes next.
  const saved = page.getByRole('dialog', { name: 'Pronunciation saved' });
  await expect(saved.getByText('Changes 1 article, 1 sentence')).toBeVisible();
  // Only administrators regenerate all articles at once.
  await expect(saved.getByRole('button', { name: 'Show sentences' })).toBeFocused();
  await expectAccessible(page, { what: 'saved pronunciation', within: 'dialog[open]' });
  await saved.getByRole('button', { name: 'Show sentences' }).click();
  const usage = page.getByRole('dialog', { name: 'Usage in articles' });
  await usage.getByRole('button', { name: 'Regenerate Schleswig' }).click();
  await expect(usage.getByRole('button', { name: 'Generating' })).toBeDisabled();

  const { dictionary } = await ask(
    `{ dictionary(id: "${id}") { entries(first: 5) { edges { node { source replacement } } } } }`,
  );
  expect(dictionary.entries.edges.map(({ node }: any) => node)).toEqual([
    { source: 'Rendsburg', replacement: 'Rentsburg' },
    { source: 'a', replacement: 'b' },
  ]);
});

/** All orders of the house, among them those of other tests. */
const ordersShown = (page: Page) =>
  page.getByRole('dialog', { name: 'Regeneration jobs' }).getByTestId('revoicing-job');

test('regeneration of articles can be stopped', async ({ page, request }) => {
  await signIn(page, 'admin');
  const ask = await askAs(request, 'admin');
  const { project, entries: ids } = await dictionaryWith(await askAs(request), 'Stopped', {
    source: 'fog',
    replacement: 'mist',
  });
  const { result } = await (
    await askAs(request)
  )(
    `mutation ($input: CreateArticleInput!) {
      result: createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } }
    }`,
    { input: { project: String(project), title: 'Harbour', text: 'The fog lies over the harbour.' } },
  );
  await expect
    .poll(async () => (await ask(`{ article(id: ${result.article.databaseId}) { status } }`)).article.status)
    .toMatch(/^ready$/i);
  const update = `mutation ($input: UpdateDictionaryEntryInput!) { updateDictionaryEntry(input: $input) { __typename } }`;
  const begin = `mutation ($input: StartRevoicingJobInput!) {
    result: startRevoicingJob(input: $input) { ... on StartRevoicingJobSuccess { job { id } } }
  }`;
  const order = { entries: ids, project: String(project), charactersPerDay: 1 };
  // One article is more than a day may have: what comes after it waits for the next day.
  await ask(update, { input: { id: ids[0], replacement: 'haze' } });
  await ask(begin, { input: order });
  await ask(update, { input: { id: ids[0], replacement: 'murk' } });
  await ask(begin, { input: order });
  await open(page, '/dictionaries/global');
  await page.getByRole('button', { name: 'Regeneration jobs' }).click();
  const stop = ordersShown(page)
    .filter({ hasText: 'Waiting.' })
    .first()
    .getByRole('button', { name: 'Stop' });
  await stop.click();
  const stopped = ordersShown(page).filter({ hasText: 'Stopped.' });
  await expect(stopped).toHaveCount(1);
  await expect(stopped.getByRole('progressbar')).toHaveCount(0);
});

test('entries are created from suggestions, and changes by others appear live', async ({ page, request }) => {
  await signIn(page);
  const ask = await askAs(request);
  const { path, project, id } = await dictionaryWith(ask, 'Suggested', { source: 'a', replacement: 'b' });
  await ask(`mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename } }`, {
    input: {
      project: String(project),
      title: 'Sports',
      text: 'Yesterday the trainer Xhavit Brnja spoke. We saw Xhavit again, and Xhavit laughed.',
    },
  });
  await open(page, path);
  await page.getByRole('button', { name: 'More actions for this dictionary' }).click();
  await page.getByRole('menuitem', { name: 'Words voices may mispronounce' }).click();
  const dialog = page.getByRole('dialog', { name: 'Words voices may mispronounce' });
  await expect(dialog.getByTestId('suggestion').first()).toContainText('Xhavit');
  await expectAccessible(page, { what: 'suggestions', within: 'dialog[open]' });
  await dialog.getByRole('button', { name: 'Add entry for Xhavit' }).click();
  await expect(dialog.getByRole('button', { name: 'Added' })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'Pronunciation of Xhavit' })).toBeFocused();
  await page.keyboard.type('Jahvit');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Xhavit is pronounced “Jahvit”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(cell(page, 'Pronounced as', 'Jahvit')).toBeVisible();

  // Another user adds one.
  await (
    await askAs(request, 'editor')
  )(`mutation ($input: AddDictionaryEntriesInput!) { addDictionaryEntries(input: $input) { __typename } }`, {
    input: { dictionary: id, entries: [{ source: 'Brnja', replacement: 'Bernya' }] },
  });
  await expect(cell(page, 'Pronounced as', 'Bernya')).toBeVisible();
});

test('a viewer sees why actions are disabled, and nothing without permission', async ({ page }) => {
  await signIn(page, 'reader');
  await open(page, `/dictionaries/projects/${stage().archive}`);
  await expect(page.getByRole('heading', { name: 'Project Dictionary' })).toBeVisible();
  // It looks disabled, and says why.
  await page.getByRole('button', { name: 'New entry' }).click({ force: true });
  await expect(
    page.getByText('You don’t have permission to change these dictionaries. Ask an administrator.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Global' })).toHaveCount(0);
  await open(page, '/dictionaries/global');
  await expect(
    page.getByRole('heading', { name: 'You don’t have access to these dictionaries' }),
  ).toBeVisible();
});
