import { expect, type Page } from '@playwright/test';
import { wav } from '../support/media.ts';
import { beginRule, chooseKind, openRules, rules, saveRule } from './rule-parts.ts';
import { expectSound } from './sound-files.ts';
import { askAs, newProject, open, signIn, stage, test } from './stage.ts';

const graphql = '**/graphql';
const names = (page: Page) => rules(page).getByRole('heading').allTextContents();

test.beforeEach(({ page }) => signIn(page));

test('a rule from a template shows missing values, and reads like a sentence', async ({ page, request }) => {
  await open(page, `/projects/${await newProject(await askAs(request), 'Rules of templates')}`);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(
    page.getByText('Here you can add and edit project Rules by setting up conditions and actions.'),
  ).toBeVisible();
  await beginRule(page, /^Reject by label/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter at least one label')).toBeVisible();
  const labels = page.getByRole('combobox', { name: 'Label is, condition 1' });
  await labels.pressSequentially('sport,weather');
  await labels.press('Enter');
  await saveRule(page);
  await expect(rules(page)).toHaveCount(1);
  await expect(rules(page)).toContainText('IF label is sport or weather THEN set status rejected');
  await rules(page).getByRole('button', { name: 'Reject by label' }).click();
  await expect(rules(page).getByRole('term')).toHaveText(['IF', 'THEN']);
  await page.getByRole('main').getByRole('link', { name: 'Rules of templates' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rules of templates' })).toBeVisible();
});

test('a custom rule with an uploaded sound is created and played, and its draft survives a reload', async ({
  page,
  request,
}) => {
  const project = await newProject(await askAs(request), 'Rules with music');
  await openRules(page, project);
  await beginRule(page, /^Create Custom Rule/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fields IF and THEN is required and cannot be empty')).toBeVisible();
  await chooseKind(page, 'action', 1, 'Background music');
  await expect(page.getByText('Field IF is required and cannot be empty')).toBeVisible();
  await chooseKind(page, 'condition', 1, 'Length greater than');
  await expect(page.getByText('Field IF is required and cannot be empty')).toBeHidden();
  await page.getByRole('textbox', { name: 'Length greater than, condition 1' }).fill('1200');

  const upload = page.getByLabel('Upload sound: file');
  await upload.setInputFiles({ name: 'music.ogg', mimeType: 'audio/ogg', buffer: Buffer.from('OggS') });
  await expect(page.getByRole('alert').filter({ hasText: 'Choose an .mp3 or .wav file.' })).toBeVisible();
  // What is done while a file is on the way stays done.
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(graphql, async (route) => {
    if (route.request().headers()['x-parlance-upload']) await held;
    await route.continue();
  });
  await upload.setInputFiles({ name: 'Evening.wav', mimeType: 'audio/wav', buffer: wav({ seconds: 4 }) });
  await expect(page.getByRole('progressbar', { name: 'Uploading Evening.wav' })).toBeVisible();
  await page.getByRole('button', { name: 'Add action' }).click();
  await chooseKind(page, 'action', 2, 'Volume boost');
  arrive();
  await expect(page.getByRole('checkbox', { name: 'Evening.wav' })).toBeChecked();
  await page.unroute(graphql);
  await page.getByRole('button', { name: 'Play Evening.wav' }).click();
  await expectSound(page);

  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Evening.wav' })).toBeChecked();
  const boost = page.getByRole('slider', { name: 'Volume boost, action 2' });
  await boost.press('ArrowRight');
  await boost.press('ArrowRight');
  await expect(boost).toHaveAttribute('aria-valuetext', '+20');
  // A part whose kind was not chosen does not count.
  await page.getByRole('button', { name: 'Add condition' }).click();
  await saveRule(page);
  await expect(rules(page)).toContainText(
    'IF length greater than 1,200 THEN background music Evening.wav AND volume boost +20',
  );
  expect((await names(page))[0]).toContain('Length greater than');
});

test('built-in music plays under a regenerated article', async ({ page, request }) => {
  const ask = await askAs(request);
  const project = await newProject(ask, 'Rules for what is there');
  const length = async () => {
    const { project: found } = await ask(
      `{ project(id: ${project}) { articles { edges { node { status audio { durationMs } } } } } }`,
    );
    const article = found.articles.edges[0]?.node;
    return article?.status === 'READY' ? article.audio.durationMs : 0;
  };
  await open(page, `/projects/${project}/add-article/`);
  await page.getByLabel('Title').fill('A quiet street');
  await page.getByLabel('Text').fill('For six weeks no cars drove through Mill Street.');
  await page.getByRole('button', { name: 'Create new Article' }).click();
  await expect.poll(length).toBeGreaterThan(0);
  const plain = await length();

  await openRules(page, project);
  await beginRule(page, /^Create Custom Rule/);
  await chooseKind(page, 'condition', 1, 'Always');
  await chooseKind(page, 'action', 1, 'Background music');
  await page.getByRole('checkbox', { name: 'Calm pads' }).check();
  await expect(page.getByRole('checkbox', { name: 'Soft bell' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Play Calm pads' }).click();
  await expectSound(page);
  await saveRule(page);
  await open(page, `/projects/${project}`);
  await page.getByRole('button', { name: 'Actions for A quiet street' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate audio' }).click();
  // Three seconds of music before the words, six after them.
  await expect.poll(length).toBeGreaterThan(plain + 8_500);
  await page.getByRole('button', { name: 'Play A quiet street' }).click();
  await expectSound(page);
});

test('rules are edited, canceled, moved by keyboard and deleted', async ({ page, request }) => {
  const project = await newProject(await askAs(request), 'Rules in motion');
  await openRules(page, project);
  for (const template of [/^Don’t read title/, /^Hold for approval/, /^Reject longer than/]) {
    await beginRule(page, template);
    await saveRule(page);
    await expect(page.getByRole('heading', { name: 'New rule' })).toBeHidden();
  }
  const first = rules(page).first();
  await first.getByRole('button', { name: 'Don’t read title', exact: true }).click();
  await first.getByRole('button', { name: 'Edit' }).click();
  await first.getByLabel('Rule name').fill('Never saved');
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(first.getByRole('heading')).toHaveText('Don’t read title');
  await first.getByRole('button', { name: 'Edit' }).click();
  await first.getByLabel('Rule name').fill('Begin with the text');
  await saveRule(page);
  await expect(first.getByRole('heading')).toHaveText('Begin with the text');

  const down = page.getByRole('button', { name: 'Move Begin with the text down' });
  let moves = 0;
  const movedTwice = page.waitForResponse(
    (response) =>
      response.request().postDataJSON()?.operationName === 'RuleListMoveMutation' && (moves += 1) === 2,
  );
  await down.focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => names(page))
    .toEqual(['Hold for approval', 'Begin with the text', 'Reject longer than']);
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => names(page))
    .toEqual(['Hold for approval', 'Reject longer than', 'Begin with the text']);
  await expect(page.getByText('Begin with the text is now rule 3 of 3')).toHaveCount(1);
  // At the end there is only one way.
  await expect(page.getByRole('button', { name: 'Move Begin with the text up' })).toBeFocused();
  // Until here it is what the dashboard expects; from here what the server has.
  await movedTwice;
  await page.reload();
  await expect
    .poll(() => names(page))
    .toEqual(['Hold for approval', 'Reject longer than', 'Begin with the text']);

  await rules(page).first().getByRole('button', { name: 'Hold for approval', exact: true }).click();
  await rules(page).first().getByRole('button', { name: 'Delete' }).click();
  const warning = page.getByRole('dialog', { name: 'Warning!' });
  await warning.getByRole('button', { name: 'No' }).click();
  await expect(rules(page)).toHaveCount(3);
  await rules(page).first().getByRole('button', { name: 'Delete' }).click();
  await warning.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Deleted Hold for approval')).toBeVisible();
  await expect(rules(page)).toHaveCount(2);
});

test('a failed save reverts to the stored rule with the reason, and can restore the draft', async ({
  page,
  request,
}) => {
  const project = await newProject(await askAs(request), 'Rules that fail');
  await openRules(page, project);
  await beginRule(page, /^Don’t read title/);
  await saveRule(page);
  await rules(page).getByRole('button', { name: 'Don’t read title', exact: true }).click();
  await rules(page).getByRole('button', { name: 'Edit' }).click();
  await rules(page).getByLabel('Rule name').fill('Changed in vain');
  await page.route(graphql, async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'useUpdateRuleMutation') return route.continue();
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ errors: [{ message: 'Internal server error' }] }),
    });
  });
  await rules(page).getByRole('button', { name: 'Save' }).click();
  await expect(rules(page).getByRole('alert')).toContainText('The rule wasn’t saved. Internal server error');
  await expect(rules(page).getByRole('heading')).toHaveText('Don’t read title');
  await page.unroute(graphql);
  await rules(page).getByRole('button', { name: 'Restore my changes' }).click();
  await expect(rules(page).getByLabel('Rule name')).toHaveValue('Changed in vain');
  await saveRule(page);
  await expect(rules(page).getByRole('heading')).toHaveText('Changed in vain');
});

test('a viewer sees rules without actions', async ({ page }) => {
  await signIn(page, 'reader');
  await openRules(page, stage().newsroom);
  await expect(rules(page)).toHaveCount(2);
  await rules(page).last().getByRole('button').click();
  await expect(rules(page).last()).toContainText('a voice no longer available');
  for (const name of ['Edit', 'Delete', /^Move/])
    await expect(rules(page).getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add New Rule' })).toHaveCount(0);
  await open(page, `/projects/${stage().newsroom}/processing-rules?new`);
  await expect(rules(page)).toHaveCount(2);
});

test('without the feature rules and their tab are locked', async ({ page }) => {
  const { foreign } = stage();
  await open(page, `/projects/${foreign.project}`);
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Rules\s?, Locked$/ })).toBeVisible();
  await openRules(page, foreign.project);
  await expect(
    page.getByText('This feature is not enabled in your organization. Want to unlock it?'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    /^mailto:.+@.*\?subject=/,
  );
});

test('an article on hold gets audio when a user releases it', async ({ page, request }) => {
  const project = await newProject(await askAs(request), 'Rules that hold');
  await openRules(page, project);
  await beginRule(page, /^Hold for approval/);
  await saveRule(page);
  for (const title of ['Let go in the list', 'Let go on its screen']) {
    await open(page, `/projects/${project}/add-article/`);
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text').fill('It waits for somebody to read it first.');
    await page.getByRole('button', { name: 'Create new Article' }).click();
    await expect(page.getByTestId('article').filter({ hasText: title })).toBeVisible();
  }
  const row = page.getByTestId('article').filter({ hasText: 'Let go in the list' });
  await expect(row.getByRole('button', { name: 'waiting: On hold: rule “Hold for approval”' })).toBeVisible();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Release' }).click();
  await expect(row.locator('[data-status]')).toHaveAttribute('data-status', 'READY');

  await page.getByRole('link', { name: 'Let go on its screen' }).click();
  await expect(page.getByText('On hold: rule “Hold for approval”')).toBeVisible();
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Last generated audio file (status: ready)')).toBeVisible();
  await expect(page.getByText('On hold: rule')).toBeHidden();
});
