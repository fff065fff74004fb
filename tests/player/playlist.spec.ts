import { expect, plays, players, stateOf, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

const long = 'A long look at the bridges of the old town, and at all the people who paint them every year';

function configure(stage: Stage, opened: boolean): void {
  const items = [
    stage.item({ seconds: 30 }),
    stage.item({ title: 'Not made yet', state: 'inProgress', audio: null }),
    stage.item({ title: long, tone: 'second', seconds: 30 }),
  ];
  stage.configure(
    'list',
    stage.config({ channel: { version: 3, kind: 'playlistPlayer', opened, cta: 'This week' }, items }),
  );
}

test('a playlist skips to the previous and next article, over those that are not ready', async ({
  page,
  stage,
}) => {
  configure(stage, false);
  await page.goto(stage.page('/list', stage.embed('list', '')));
  const player = players(page);
  const index = async () => (await stateOf(player))['index'];
  await expect(player.getByRole('button', { name: 'Previous article' })).toBeDisabled();
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  await player.getByRole('button', { name: 'Next article' }).click();
  await plays(page, 'second');
  expect(await index()).toBe(2);
  await expect(player.getByRole('button', { name: 'Next article' })).toBeDisabled();
  // First to the beginning, then to the one before.
  await player.getByRole('slider').press('PageUp');
  await player.getByRole('button', { name: 'Previous article' }).click();
  await expect.poll(async () => (await stateOf(player))['time'] as number).toBeLessThan(3);
  expect(await index()).toBe(2);
  await player.getByRole('button', { name: 'Previous article' }).click();
  await plays(page, 'first');
  expect(await index()).toBe(0);
});

test('a playlist lists its articles, opened or not, with titles of at most 66 characters', async ({
  page,
  stage,
}) => {
  configure(stage, false);
  const address = stage.page('/opened', stage.embed('list', ''));
  await page.goto(address);
  const list = players(page).getByRole('list', { name: 'Playlist' });
  await expect(list).toBeHidden();
  await players(page).getByRole('button', { name: 'Playlist' }).click();
  await expect(list).toBeVisible();
  configure(stage, true);
  await page.goto(address);
  await expect(list.getByRole('button')).toHaveCount(3);
  await expect(list.getByRole('button').nth(1)).toBeDisabled();
  await expect(list.locator('.entry-title').nth(2)).toHaveText(`${long.slice(0, 66)}…`);
  await list.getByRole('button').nth(2).click();
  await plays(page, 'second');
  await expect(list.locator('[aria-current=true]')).toContainText('A long look');
});
