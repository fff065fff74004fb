import { expect, hear, hearNothing, players, soundsOf, stateOf, told, test } from './player-page.ts';

test('plays what it should on a strict page, and stops', async ({ page, stage }) => {
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

test('plays intro, article, the sound between articles, the next article and outro, each once', async ({
  page,
  stage,
}) => {
  const items = [stage.item({ seconds: 3 }), stage.item({ title: 'The tram', tone: 'second', seconds: 3 })];
  const sounds = {
    intro: stage.sound('intro', 2),
    next: stage.sound('next', 2),
    outro: stage.sound('outro', 2),
  };
  stage.configure('list', stage.config({ channel: { kind: 'playlistPlayer', version: 3 }, items, sounds }));
  await page.goto(stage.page('/list', stage.embed('list', '')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).waitFor();
  const events = await told(player);
  await player.getByRole('button', { name: /^Play:/ }).click();
  for (const tone of ['intro', 'first', 'next', 'second', 'outro'] as const) await hear(page, tone);
  await expect.poll(async () => (await stateOf(player))['phase']).toBe('finished');
  const names = (await events()).map(({ type, percent }) => (percent ? `${type} ${percent}` : type));
  expect(names.filter((name) => name !== 'heard' && !/progress \d0$/.test(name))).toEqual([
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
      heard.filter((event) => event.id === id).reduce((sum, { from, to }) => sum + to! - from!, 0),
    ).toBeCloseTo(3, 0);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await hear(page, 'first');
});

test('counts what was heard, not what was skipped', async ({ page, stage }) => {
  stage.configure('heard', stage.config());
  await page.goto(stage.page('/heard', stage.embed('heard')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).waitFor();
  const events = await told(player);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect.poll(async () => (await stateOf(player))['time'] as number).toBeGreaterThan(2.2);
  // From about 2 s to 15 s.
  await player.evaluate((element) =>
    (element as never as { store: { request(request: object): void } }).store.request({
      type: 'seek',
      to: 15,
    }),
  );
  await expect.poll(async () => (await stateOf(player))['time'] as number).toBeGreaterThan(16.2);
  await player.getByRole('button', { name: /^Pause:/ }).click();
  const all = await events();
  expect(all.filter(({ type }) => type === 'progress').map(({ percent }) => percent)).toEqual([10, 80]);
  const stretches = all.filter(({ type }) => type === 'heard').map(({ from, to }) => [from!, to!] as const);
  expect(stretches[0]![0]).toBeCloseTo(0, 0);
  for (const [from, to] of stretches) expect(from < 5 ? to : 0).toBeLessThan(5);
  const { sum, real } = {
    sum: stretches.reduce((total, [from, to]) => total + to - from, 0),
    real: await player.evaluate(
      (element) => (element as never as { store: { media: HTMLAudioElement } }).store.media.played,
    ),
  };
  expect(real).toBeDefined();
  expect(sum).toBeGreaterThan(3);
  expect(sum).toBeLessThan(8);
});

test('one player at a time sounds, of ten', async ({ page, stage }) => {
  stage.configure('one', stage.config());
  stage.configure('two', stage.config({ items: [stage.item({ tone: 'second', title: 'The tram' })] }));
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

test('keeps the pitch at any speed, and goes between silence and half on mute', async ({ page, stage }) => {
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

test('jumps 15 seconds back and ahead, and to chapters', async ({ page, stage }) => {
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
  await player.getByRole('button', { name: 'Ahead 15 seconds' }).click();
  expect(await time()).toBe(15);
  await player.getByRole('button', { name: 'Ahead 15 seconds' }).click();
  await player.getByRole('button', { name: 'Back 15 seconds' }).click();
  expect(await time()).toBe(15);
  await player.getByRole('button', { name: 'Chapters' }).click();
  await player.getByRole('button', { name: '0:25 The first boats' }).click();
  expect(await time()).toBe(25);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await hear(page, 'first');
  expect(await time()).toBeGreaterThanOrEqual(25);
});

test('falls silent by itself at the end of the article, or after the minutes asked for', async ({
  page,
  stage,
}) => {
  await page.clock.install();
  const items = [stage.item({ seconds: 3 }), stage.item({ tone: 'second' })];
  stage.configure('sleep', stage.config({ channel: { version: 3, kind: 'playlistPlayer' }, items }));
  await page.goto(stage.page('/sleep', stage.embed('sleep')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await player.getByRole('button', { name: 'Sleep timer' }).click();
  await player.getByRole('button', { name: 'End of article' }).click();
  await expect(player.getByRole('button', { name: 'Sleep timer: End of article' })).toBeVisible();
  await expect.poll(async () => (await stateOf(player))['index']).toBe(1);
  await hearNothing(page);
  expect(await stateOf(player)).toMatchObject({ wanted: false, sleep: null });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await hear(page, 'second');
  await player.getByRole('button', { name: 'Sleep timer' }).click();
  await player.getByRole('button', { name: '5 min', exact: true }).click();
  await page.clock.fastForward(4 * 60_000);
  expect(await stateOf(player)).toMatchObject({ wanted: true, sleep: 5 });
  await page.clock.fastForward(60_000);
  await hearNothing(page);
  expect(await stateOf(player)).toMatchObject({ wanted: false, sleep: null, problem: null });
});

test("tells the device's controls what sounds, and obeys them", async ({ page, stage }) => {
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
  await hear(page, 'first');
  const press = (action: string, details = {}) =>
    page.evaluate(
      ([name, with_]) =>
        (window as never as { press: Record<string, (d: object) => void> }).press[name as string]!(
          with_ as object,
        ),
      [action, details] as const,
    );
  expect(
    await page.evaluate(() => [
      navigator.mediaSession.metadata?.title,
      navigator.mediaSession.metadata?.artist,
      navigator.mediaSession.playbackState,
    ]),
  ).toEqual(['The harbour wakes before the city does', 'The Morning Paper', 'playing']);
  await press('seekto', { seekTime: 12 });
  expect(Math.floor((await stateOf(player))['time'] as number)).toBe(12);
  await press('seekbackward', {});
  expect((await stateOf(player))['time'] as number).toBeLessThan(2);
  await press('pause');
  await hearNothing(page);
  await press('play');
  await hear(page, 'first');
});

test('goes on where an article was left, only with consent', async ({ page, stage }) => {
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
    await expect.poll(async () => (await stateOf(players(page)))['time'] as number).toBeGreaterThan(31);
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
  await hear(page, 'first');
  await expect.poll(async () => (await stateOf(players(page)))['time'] as number).toBeGreaterThan(32);
});
