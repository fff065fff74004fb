/**
 * Tests that audio is really audible, and which file it is. Its consequences are tested beside this, without
 * listening.
 */
import { players, soundsOf, stateOf, told } from '../player-page.ts';
import { expect, hear, heardSoFar, hearNothing, test } from './heard-sound.ts';

test('the right audio plays on a strict page, and stops', async ({ page, stage }) => {
  stage.configure('morning', stage.config());
  await page.goto(stage.page('/article', `<h1>Harbour</h1>${stage.embed('morning')}<p>Text</p>`));
  const player = players(page);
  await expect(player.getByText('Listen to this article:')).toBeVisible();
  await player.getByRole('button', { name: /^Play: The harbour/ }).click();
  await hear(page, 'first');
  await expect(player.locator('.time')).toHaveText(/^0:0[1-9] \/ 0:20$/);
  await player.getByRole('button', { name: /^Pause:/ }).click();
  await hearNothing(page);
});

test('intro, article, the sound between articles, the next article and outro play once each', async ({
  page,
  stage,
}) => {
  const items = [
    stage.item({ seconds: 1.5 }),
    stage.item({ title: 'The tram', tone: 'second', seconds: 1.5 }),
  ];
  const sounds = {
    intro: stage.sound('intro', 1),
    next: stage.sound('next', 1),
    outro: stage.sound('outro', 1),
  };
  stage.configure('list', stage.config({ channel: { kind: 'playlistPlayer', version: 3 }, items, sounds }));
  await page.goto(stage.page('/list', stage.embed('list', '')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).waitFor();
  const events = await told(player);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect.poll(async () => (await stateOf(player))['phase']).toBe('finished');
  expect(await heardSoFar(page)).toEqual(['intro', 'first', 'next', 'second', 'outro']);
  const names = (await events()).map(({ type, percent }) => (percent ? `${type} ${percent}` : type));
  // The load and view events may be sent before or after this starts listening.
  expect(names.filter((name) => !/^(?:heard|load|seen|progress \d0)$/.test(name))).toEqual([
    'play',
    'progress 100',
    'finished',
    'play',
    'progress 100',
    'finished',
  ]);
  const heard = (await events()).filter(({ type }) => type === 'heard');
  for (const { id } of items)
    expect(
      Math.abs(
        heard.filter((event) => event.id === id).reduce((sum, { from, to }) => sum + to! - from!, -1.5),
      ),
    ).toBeLessThan(0.25);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await hear(page, 'first');
});

test('of ten players one plays at a time', async ({ page, stage }) => {
  // Long enough that neither ends before the other is recorded.
  stage.configure('one', stage.config({ items: [stage.item({ seconds: 60 })] }));
  stage.configure(
    'two',
    stage.config({ items: [stage.item({ tone: 'second', title: 'The tram', seconds: 60 })] }),
  );
  const container = (slug: string): string =>
    `<div class="parlance-player" data-channel="${slug}" data-article="1"></div>`;
  const body = Array.from({ length: 9 }, () => container('one')).join('') + stage.embed('two');
  await page.goto(stage.page('/ten', body));
  await expect(players(page)).toHaveCount(10);
  await players(page)
    .first()
    .getByRole('button', { name: /^Play:/ })
    .click();
  await hear(page, 'first');
  await players(page)
    .last()
    .getByRole('button', { name: /^Play:/ })
    .click();
  await hear(page, 'second');
  await expect(players(page).getByRole('button', { name: /^Pause:/ })).toHaveCount(1);
});

test('the pitch is kept at any speed, and mute switches between silence and half volume', async ({
  page,
  stage,
}) => {
  stage.configure('speed', stage.config({ channel: { version: 3 } }));
  await page.goto(stage.page('/speed', stage.embed('speed')));
  const player = players(page);
  await player.getByRole('button', { name: /^Playback speed/ }).click();
  await expect(player.locator('.chip[aria-pressed]')).toHaveText([
    '0.5×',
    '0.75×',
    '1×',
    '1.25×',
    '1.5×',
    '1.75×',
    '2×',
  ]);
  await player.getByRole('button', { name: '2×' }).click();
  await expect(player.getByRole('button', { name: 'Playback speed: 2×' })).toBeFocused();
  await player.getByRole('button', { name: /^Play:/ }).click();
  await hear(page, 'first');
  expect(await soundsOf(page)).toMatchObject([{ playbackRate: 2, preservesPitch: true, paused: false }]);
  await player.getByRole('button', { name: 'Mute' }).click();
  await hearNothing(page);
  await player.getByRole('button', { name: 'Unmute' }).click();
  await hear(page, 'first');
  expect(await soundsOf(page)).toMatchObject([{ volume: 0.5, muted: false }]);
});
