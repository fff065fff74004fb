import { listenUntil, pass, putSoundsOnClock, stopClock } from './page-clock.ts';
import { expect, isSilent, players, plays, soundsOf, stateOf, told, test } from './player-page.ts';
import { request, timeOf } from './steering.ts';

test('played time is counted, not skipped time', async ({ page, stage }) => {
  await putSoundsOnClock(page);
  stage.configure('heard', stage.config());
  await page.goto(stage.page('/heard', stage.embed('heard')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).waitFor();
  await stopClock(page);
  const events = await told(player);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await listenUntil(page, async () => (await timeOf(player)) > 2.2);
  const leftAt = await player.evaluate((element) =>
    (element as never as { store: { now(): number } }).store.now(),
  );
  await request(player, { type: 'seek', to: 15 });
  await listenUntil(page, async () => (await timeOf(player)) > 16.2);
  await player.getByRole('button', { name: /^Pause:/ }).click();
  const all = await events();
  expect(all.filter(({ type }) => type === 'progress').map(({ percent }) => percent)).toEqual([10, 80]);
  const stretches = all.filter(({ type }) => type === 'heard').map(({ from, to }) => [from!, to!] as const);
  const end = await timeOf(player);
  const near = (stretch: readonly [number, number]) => stretch.map((at) => expect.closeTo(at, 1));
  // Told when a tenth is reached, and when the stretch ends.
  expect(stretches).toEqual([near([0, 2]), near([2, leftAt]), near([15, 16]), near([16, end])]);
});

test('the player jumps 15 seconds back and ahead, and to chapters', async ({ page, stage }) => {
  const chapters = [
    { title: 'Dawn', startMs: 0 },
    { title: 'The first boats', startMs: 25_000 },
  ];
  stage.configure(
    'jump',
    stage.config({ channel: { version: 3 }, items: [stage.item({ seconds: 60, chapters })] }),
  );
  await page.goto(stage.page('/jump', stage.embed('jump')));
  const player = players(page);
  const time = async () => Math.floor((await stateOf(player))['time'] as number);
  await player.getByRole('button', { name: 'Forward 15 seconds' }).click();
  expect(await time()).toBe(15);
  await player.getByRole('button', { name: 'Forward 15 seconds' }).click();
  await player.getByRole('button', { name: 'Back 15 seconds' }).click();
  expect(await time()).toBe(15);
  await player.getByRole('button', { name: 'Chapters' }).click();
  await player.getByRole('button', { name: '0:25 The first boats' }).click();
  expect(await time()).toBe(25);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  expect(await time()).toBeGreaterThanOrEqual(25);
});

test('the sleep timer stops at the end of the article, or after the chosen minutes', async ({
  page,
  stage,
}) => {
  await putSoundsOnClock(page);
  const items = [stage.item({ seconds: 60 }), stage.item({ tone: 'second', seconds: 400 })];
  stage.configure('sleep', stage.config({ channel: { version: 3, kind: 'playlistPlayer' }, items }));
  await page.goto(stage.page('/sleep', stage.embed('sleep')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  await player.getByRole('button', { name: 'Sleep timer' }).click();
  await player.getByRole('button', { name: 'End of article' }).click();
  await expect(player.getByRole('button', { name: 'Sleep timer: End of article' })).toBeVisible();
  await listenUntil(page, async () => (await stateOf(player))['index'] === 1, { stepMs: 10_000 });
  await isSilent(page);
  expect(await stateOf(player)).toMatchObject({ wanted: false, sleep: null });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'second');
  await player.getByRole('button', { name: 'Sleep timer' }).click();
  await player.getByRole('button', { name: '5 min', exact: true }).click();
  await pass(page, 4 * 60_000);
  expect(await stateOf(player)).toMatchObject({ wanted: true, sleep: 5 });
  await pass(page, 60_000);
  await isSilent(page);
  expect(await stateOf(player)).toMatchObject({ wanted: false, sleep: null, problem: null });
});

test('media session controls show the article and work', async ({ page, stage }) => {
  await page.addInitScript(() => {
    const handlers: Record<string, (details: object) => void> = {};
    (window as unknown as { press: typeof handlers }).press = handlers;
    const real = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler as never;
      real(action, handler);
    };
  });
  stage.configure('keys', stage.config());
  await page.goto(stage.page('/keys', stage.embed('keys')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  const press = (action: string, details = {}) =>
    page.evaluate(
      ([name, with_]) =>
        (window as never as { press: Record<string, (d: object) => void> }).press[name as string]!(
          with_ as object,
        ),
      [action, details] as const,
    );
  // Its code loads when the audio is requested, and may arrive after it.
  const shown = () =>
    page.evaluate(() => [
      navigator.mediaSession.metadata?.title,
      navigator.mediaSession.metadata?.artist,
      navigator.mediaSession.playbackState,
      navigator.mediaSession.metadata?.artwork[0]?.src,
    ]);
  const sign = `${stage.service.url}/favicon.svg`;
  await expect
    .poll(shown)
    .toEqual(['The harbour wakes before the city does', 'The Morning Paper', 'playing', sign]);
  await press('seekto', { seekTime: 12 });
  expect(Math.floor((await stateOf(player))['time'] as number)).toBe(12);
  await press('seekbackward', {});
  expect((await stateOf(player))['time'] as number).toBeLessThan(2);
  await press('pause');
  await isSilent(page);
  await press('play');
  await plays(page, 'first');
});

test('an article resumes where the listener stopped, only with consent', async ({ page, stage }) => {
  await putSoundsOnClock(page);
  const items = [stage.item({ seconds: 60 })];
  const keep = (provider: 'always' | 'never') =>
    stage.configure('place', stage.config({ items, consent: { provider } }));
  const address = stage.page('/place', stage.embed('place'));
  const listen = async (): Promise<void> => {
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .click();
    await players(page).getByRole('slider').press('PageUp');
    await players(page).getByRole('slider').press('PageUp');
    await listenUntil(page, async () => (await timeOf(players(page))) > 31);
    await players(page)
      .getByRole('button', { name: /^Pause:/ })
      .click();
  };
  keep('never');
  await page.goto(address);
  await listen();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  keep('always');
  await page.reload();
  await listen();
  await page.reload();
  await expect(players(page).locator('.time')).toHaveText(/^0:3\d \/ 1:00$/);
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .click();
  await plays(page, 'first');
  await listenUntil(page, async () => (await timeOf(players(page))) > 32);
});

test('the chosen speed is remembered, only with consent', async ({ page, stage }) => {
  const address = stage.page('/speed', stage.embed('speed'));
  const speed = () => players(page).locator('.speed');
  const open = async (provider: 'always' | 'never'): Promise<void> => {
    stage.configure('speed', stage.config({ consent: { provider } }));
    await page.goto(address);
  };
  const choose = async (rate: string): Promise<void> => {
    await speed().click();
    await players(page).getByRole('button', { name: rate, exact: true }).click();
    await expect(speed()).toHaveText(rate);
  };
  await open('never');
  await choose('1.5×');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await open('always');
  await expect(speed()).toHaveText('1×');
  await choose('1.75×');
  await page.reload();
  await expect(speed()).toHaveText('1.75×');
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .click();
  await plays(page, 'first');
  expect((await soundsOf(page)).map(({ playbackRate }) => playbackRate)).toEqual([1.75]);
});

test('one player plays at a time, across all tabs of a site', async ({ page, stage, context }) => {
  stage.configure('one', stage.config({ items: [stage.item({ seconds: 60 })] }));
  const address = stage.page('/one', stage.embed('one'));
  await page.goto(address);
  const other = await context.newPage();
  await other.goto(address);
  const press = (tab: typeof page) =>
    players(tab)
      .getByRole('button', { name: /^Play:/ })
      .click();
  const wants = async (tab: typeof page) => (await stateOf(players(tab)))['wanted'];
  await press(page);
  await plays(page, 'first');
  await press(other);
  await expect.poll(() => wants(page)).toBe(false);
  expect(await wants(other)).toBe(true);
  await press(page);
  await expect.poll(() => wants(other)).toBe(false);
  expect(await wants(page)).toBe(true);
  await other.close();
});
