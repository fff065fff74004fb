import { expect, type Page } from '@playwright/test';
import { isFull } from '../support/full.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectSound } from './sound-files.ts';
import { open, signIn, stage, test } from './stage.ts';

const chooser = (project: number) => `/projects/${project}/add-channel`;
const at = (path: string) => new RegExp(`${path}$`);
const channels = (page: Page) => page.getByTestId('channel');
const row = (page: Page, name: string) => channels(page).filter({ hasText: name });

test.beforeEach(async ({ page }) => {
  // Leaving what is not saved asks first; what was typed is back afterwards.
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(page);
});

test('the chooser offers the booked kinds, and an email for the others', async ({ page }) => {
  const { newsroom, foreign } = stage();
  await open(page, chooser(newsroom));
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Integrated Webplayer',
    'Podcast',
    'Playlist Player',
    'JSON Feed',
    'Alexa Skill',
    'Alexa Flash Briefing',
    'Google Action',
  ]);
  await expect(page.getByRole('link', { name: /^Add / })).toHaveCount(7);
  await open(page, `${chooser(foreign.project)}/`);
  await expect(page.getByRole('link', { name: /^Contact about / })).toHaveCount(6);
  await expect(page.getByRole('link', { name: 'Contact about Podcast' })).toHaveAttribute(
    'href',
    'mailto:admin@example.com?subject=Podcast%20for%20Foreign%20affairs',
  );
  await page.getByRole('link', { name: 'Add Integrated Webplayer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Player Channel' })).toBeVisible();
});

const headings = {
  'alexa-skill': 'New Alexa Skill',
  'alexa-fb': 'New Alexa Flash Briefing',
  'google-action': 'New Google Action',
  'playlist-player': 'New Playlist Player Channel',
  podcast: 'New Podcast',
  json: 'New JSON Feed',
  player: 'New Player Channel',
};

/** A page takes a second: with a slash at its end, and where it is not booked, a few of them, or all. */
const withSlash = isFull ? Object.keys(headings) : ['podcast'];
const whereNotBooked = isFull ? Object.keys(headings) : ['alexa-skill', 'json'];

test('every channel form opens if its feature is booked, and redirects otherwise', async ({ page }) => {
  test.slow();
  const { newsroom, foreign } = stage();
  for (const [kind, heading] of Object.entries(headings))
    for (const slash of withSlash.includes(kind) ? ['', '/'] : [''])
      await test.step(`add-channel-${kind}${slash}`, async () => {
        await open(page, `${chooser(newsroom)}-${kind}${slash}`);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Back to project' })).toBeVisible();
        if (kind === 'player' || !whereNotBooked.includes(kind)) return;
        await open(page, `${chooser(foreign.project)}-${kind}${slash}`);
        await expect(page).toHaveURL(
          at(kind === 'json' ? `/projects/${foreign.project}` : chooser(foreign.project)),
        );
      });
});

test('a podcast can be created, opened by its URL after a reload, edited and deleted', async ({ page }) => {
  test.slow();
  const { newsroom } = stage();
  await open(page, `${chooser(newsroom)}-podcast`);
  await page.getByRole('button', { name: 'Create new Podcast' }).click();
  await expect(page.getByText('Field is required and cannot be empty')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Morning <news> & more');
  await page.getByRole('textbox', { name: 'Description' }).fill('What matters today.');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'News', exact: true }).click();
  await page.getByRole('combobox', { name: 'Subcategory' }).click();
  await page.getByRole('option', { name: 'Daily News' }).click();
  await page.getByRole('combobox', { name: 'New episode' }).click();
  await page.getByRole('option', { name: 'After a number of articles' }).click();
  await expect(page.getByRole('textbox', { name: 'Articles per episode' })).toHaveValue('10');
  await expect(page.getByText(/\/podcast\/newsroom-podcast/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Morning <news> & more');
  // The notice is visible for only two seconds, so the wait starts before it appears.
  const told = page.getByText('Podcast created').waitFor();
  await page.getByRole('button', { name: 'Create new Podcast' }).click();
  await told;
  await expect(page).toHaveURL(at(`/projects/${newsroom}`));
  await expect(page.getByText('Podcast created')).toBeHidden();

  await row(page, 'Morning').getByRole('link', { name: 'Morning <news> & more' }).click();
  await expect(page.getByRole('textbox', { name: 'Podcast URL' })).toHaveValue(
    /\/podcast\/newsroom-podcast(-\d+)?$/,
  );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Subcategory' })).toHaveValue('Daily News');
  await page.getByRole('textbox', { name: 'Title' }).fill('Evening news');
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Back to project' }).click();
  await row(page, 'Evening news').getByRole('button', { name: 'Delete Evening news' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this channel?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Evening news')).toBeVisible();
  await row(page, 'Evening news').getByRole('button', { name: 'Delete Evening news' }).click();
  await dialog.getByRole('button', { name: 'Delete channel' }).click();
  await expect(row(page, 'Evening news')).toHaveCount(0);
});

const forms = [
  { kind: 'alexa-skill', field: 'Name', name: 'The Gazette skill', type: 'Alexa Skill', create: 'Save' },
  {
    kind: 'alexa-fb',
    field: 'Title',
    name: 'Gazette briefing',
    type: 'Alexa Flash Briefing',
    create: 'Save',
  },
  { kind: 'google-action', field: 'Name', name: 'Gazette action', type: 'Google Action', create: 'Save' },
  { kind: 'json', field: 'Title', name: 'Gazette feed', type: 'JSON-feed', create: 'Save' },
  {
    kind: 'player',
    field: 'Call to action (CTA)',
    name: 'Hear the Gazette',
    type: 'Integrated Webplayer',
    create: 'Save',
  },
];

// Every form opens (above), and all are made from declarations: two go the whole way in a quick run.
for (const { kind, field, name, type, create } of isFull ? forms : [forms[0]!, forms.at(-1)!])
  test(`a channel of type ${type} is created, edited after a reload, and deleted in its editor`, async ({
    page,
  }) => {
    const { newsroom } = stage();
    await open(page, `${chooser(newsroom)}-${kind}/`);
    await page.getByRole('textbox', { name: field, exact: true }).fill(name);
    await page.getByRole('button', { name: create, exact: true }).click();
    if (type === 'Integrated Webplayer') {
      // Its code is what one makes it for.
      await expect(page).toHaveURL(/\/channel\/\d+$/);
      await expect(page.getByRole('button', { name: 'Copy embed code' })).toBeFocused();
      await open(page, `/projects/${newsroom}/channels`);
    } else await expect(page).toHaveURL(at(`/projects/${newsroom}`));
    await expect(row(page, name)).toContainText(type);
    await row(page, name).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: type })).toBeVisible();
    await page.reload();
    const input = page.getByRole('textbox', { name: field, exact: true });
    await expect(input).toHaveValue(name);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await input.fill(`${name} II`);
    await page.reload();
    await expect(input).toHaveValue(`${name} II`);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(input).toHaveValue(name);
    await input.fill(`${name} II`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(input).toHaveValue(`${name} II`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete channel' }).click();
    await expect(page).toHaveURL(at(`/projects/${newsroom}`));
    await expect(page.getByRole('heading', { name: 'Channels', exact: true })).toBeVisible();
    await expect(row(page, name)).toHaveCount(0);
  });

test('a URL without a channel, or with one of another project, redirects to the project', async ({
  page,
}) => {
  const { newsroom, archive } = stage();
  await open(page, `${chooser(archive)}-json`);
  await page.getByRole('button', { name: 'Save' }).click();
  const link = channels(page).getByRole('link').first();
  const path = await link.getAttribute('href');
  for (const wrong of [
    `/projects/${newsroom}/channel/2147483647`,
    path!.replace(`/${archive}/`, `/${newsroom}/`),
  ]) {
    await open(page, wrong);
    await expect(page).toHaveURL(at(`/projects/${newsroom}`));
    await expect(page.getByRole('heading', { level: 1, name: 'Newsroom' })).toBeVisible();
  }
  await open(page, path!);
  await expect(page.getByRole('heading', { level: 1, name: 'JSON-feed' })).toBeVisible();
});

test('the user who saves last sees the other changes, and chooses', async ({ page, context }) => {
  const { attic } = stage();
  await open(page, `${chooser(attic)}-alexa-fb`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Briefing');
  await page.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Briefing').getByRole('link', { name: 'Briefing' }).click();
  const input = page.getByRole('textbox', { name: 'Title' });
  await input.fill('My briefing');
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('textbox', { name: 'Title' }).fill('Their briefing');
  await other.getByRole('textbox', { name: 'Number of articles' }).fill('3');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(input).toHaveValue('My briefing');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'This channel has been changed in the meantime' });
  await expect(dialog.getByRole('row')).toHaveText([
    'SettingBeforeTheirsYours',
    /^TitleBriefingTheir briefingMy briefing$/,
    /^Number of articles53unchanged$/,
  ]);
  await expectAccessible(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: 'Save my changes' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(input).toHaveValue('My briefing');
  await expect(page.getByRole('textbox', { name: 'Number of articles' })).toHaveValue('3');
});

/** A picture of real pixels, encoded by the browser. */
async function picture(
  page: Page,
  width: number,
  height: number,
  type: 'image/png' | 'image/jpeg',
): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ({ width, height, type }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#c33';
      context.fillRect(0, 0, width / 2, height);
      const blob = await canvas.convertToBlob({ type });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { width, height, type },
  );
  return Buffer.from(bytes);
}

test('invalid artwork is refused, and valid artwork is cropped by keyboard and saved', async ({ page }) => {
  test.slow();
  const { attic } = stage();
  await open(page, `${chooser(attic)}-podcast`);
  const field = page.getByRole('group', { name: 'Upload image' });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const name of ['cover.svg', 'cover.png']) {
    await choose(name, 'image/png', svg);
    await expect(field.getByRole('alert')).toHaveText('File type not accepted, sorry!');
  }
  await choose('cover.jpg', 'image/jpeg', Buffer.alloc(10_048_577));
  await expect(field.getByRole('alert')).toHaveText('File is too large.');
  await choose('cover.png', 'image/png', await picture(page, 1399, 1399, 'image/png'));
  await expect(field.getByRole('alert')).toHaveText(
    'This image is 1399 × 1399 px. Upload one of at least 1400 × 1400 px.',
  );
  const wide = await picture(page, 2400, 1600, 'image/jpeg');
  await choose('wide.jpg', 'image/jpeg', wide);
  const dialog = page.getByRole('dialog', { name: 'Crop image' });
  await expect(dialog.getByRole('status')).toHaveText('1600 × 1600 px');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('img', { name: 'Artwork' })).toHaveCount(0);
  await choose('wide.jpg', 'image/jpeg', wide);
  await expect(dialog.getByRole('status')).toHaveText('1600 × 1600 px');
  await expectAccessible(page, { within: 'dialog' });
  await dialog.getByRole('button', { name: /^Resize the crop frame.*: bottom right$/ }).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('status')).not.toHaveText('1600 × 1600 px');
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  const shown = page.getByRole('img', { name: 'Artwork' });
  await expect(shown).toBeVisible();
  await expect
    .poll(() =>
      shown.evaluate(
        (image: HTMLImageElement) => image.naturalWidth === image.naturalHeight && image.naturalWidth,
      ),
    )
    .toBeGreaterThanOrEqual(1400);
  const title = 'Pictured';
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Create new Podcast' }).click();
  await row(page, title).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/channel\/\d+$/);
  await page.reload();
  await expect(shown).toBeVisible();
});

test('maintainers choose the time zone of the organization', async ({ page }) => {
  await open(page, `/projects/organization/${stage().organization.slug}`);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.fill('Europe/Lis');
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue('Europe/Lisbon');
  await signIn(page, 'reader');
  await page.reload();
  await expect(page.getByText('Europe/Lisbon')).toBeVisible();
  await expect(zone).toHaveCount(0);
});

test('a playlist player can be saved with a call to action, a playlist and a start time', async ({
  page,
}) => {
  const { archive } = stage();
  await open(page, `/projects/${archive}`);
  const made = await page.evaluate(async (path) => {
    const body = JSON.stringify({ name: 'Morning', type: 'manual' });
    return (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).ok;
  }, `/api/projects/${archive}/playlists`);
  expect(made).toBe(true);
  await open(page, `${chooser(archive)}-playlist-player`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await save.focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'To save, add a call to action, select a playlist and set when a playlist goes live.',
  );
  await page.getByRole('textbox', { name: 'Call to action (CTA)' }).fill('Hear our playlists');
  await page.getByRole('combobox', { name: 'Add playlist' }).click();
  await page.getByRole('option', { name: 'Morning' }).click();
  await expect(page.getByText('Not ready yet: To save, set when a playlist goes live.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Morning: goes live at, date', exact: true }).fill('2027-03-28');
  await page.getByLabel('Morning: goes live at, time').fill('02:30');
  await expect(page.getByText('Time zone: Europe/Berlin').first()).toBeVisible();
  await expect(page.getByText(/The clocks in Europe\/Berlin skip 02:30 on this day/)).toBeVisible();
  const untilDate = page.getByRole('textbox', { name: 'Morning: published until, date', exact: true });
  await untilDate.fill('2027-03-27');
  await save.click();
  await expect(page.getByText('Choose a time after the playlist goes live.')).toBeVisible();
  // The form focuses this field; text typed before that would end up in it.
  await expect(untilDate).toBeFocused();
  await untilDate.fill('2027-10-31');
  await page.getByLabel('Morning: published until, time').fill('02:30');
  await expect(page.getByText(/02:30 occurs twice on this day/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Morning: goes live at, time')).toHaveValue('02:30');
  await save.click();
  await expect(page).toHaveURL(at(`/projects/${archive}`));
  await row(page, 'Hear our playlists').getByRole('link', { name: 'Hear our playlists' }).click();
  await expect(untilDate).toHaveValue('31 Oct 2027');
  await page.getByRole('switch', { name: 'Show the article list expanded' }).check();
  await save.click();
  await expect(page).toHaveURL(at(`/projects/${archive}`));
});

test('an editor can play texts and sounds, one at a time', async ({ page }) => {
  const { newsroom } = stage();
  await open(page, `${chooser(newsroom)}-alexa-skill`);
  await page.getByRole('textbox', { name: 'Intro text' }).fill('Good morning from the newsroom.');
  await page.getByRole('button', { name: 'Preview text: Intro text' }).click();
  await expectSound(page);
  await expect(page.getByRole('button', { name: 'Pause text: Intro text' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sound between articles' }).click();
  await page.getByRole('option').last().click();
  await page.getByRole('button', { name: 'Play Sound between articles' }).click();
  await expect(page.getByRole('button', { name: 'Preview text: Intro text' })).toBeVisible();
  await expect(page.locator('audio')).toHaveCount(1);
  await page.getByRole('button', { name: 'Preview my skill' }).click();
  await expectSound(page);
});

test('the channels table updates live, and shows loading errors', async ({ page, context }) => {
  const { attic } = stage();
  await open(page, `/projects/${attic}`);
  await expect(page.getByRole('heading', { name: 'Channels', exact: true })).toBeVisible();
  const other = await context.newPage();
  await open(other, `${chooser(attic)}-json`);
  await other.getByRole('textbox', { name: 'Title' }).fill('Made elsewhere');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Made elsewhere')).toBeVisible();
  await row(other, 'Made elsewhere').getByRole('button', { name: 'Delete Made elsewhere' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete channel' }).click();
  await expect(row(page, 'Made elsewhere')).toHaveCount(0);

  await page.route('**/graphql', (route) =>
    route.request().postDataJSON()?.operationName === 'ChannelsPanelQuery'
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ errors: [{ message: 'Internal server error' }] }),
        })
      : route.continue(),
  );
  await page.reload();
  await expect(page.getByText('Couldn’t load the channels.')).toBeVisible();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Couldn’t load the channels.')).toHaveCount(0);
});

test('a viewer sees channels without actions', async ({ page }) => {
  const { attic } = stage();
  await open(page, `${chooser(attic)}-json`);
  await page.getByRole('textbox', { name: 'Title' }).fill('For all to see');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'For all to see')).toBeVisible();
  const path = await row(page, 'For all to see')
    .getByRole('link', { name: 'For all to see' })
    .getAttribute('href');
  await signIn(page, 'reader');
  await open(page, `/projects/${attic}`);
  await expect(row(page, 'For all to see')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add channel' })).toHaveCount(0);
  await expect(
    row(page, 'For all to see').getByRole('link', { name: 'For all to see', exact: true }),
  ).toHaveCount(0);
  await expect(row(page, 'For all to see').getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  for (const refused of [chooser(attic), `${chooser(attic)}-json`, path!]) {
    await open(page, refused);
    await expect(page.getByRole('heading', { name: /^(You don’t have access|Not found)$/ })).toBeVisible();
  }
});
