import { expect, plays, isSilent, players, stateOf, test } from './player-page.ts';
import type { ConfigChange } from './publisher-pages.ts';

const long = 'The harbour wakes before the city does, and nobody hears it but the bakers';
const pill = (change: ConfigChange['channel'] = {}): ConfigChange => ({
  channel: { version: 4, color: '#b2dfd9', ...change },
});

test('the pill expands when it plays: its shape by 500 ms, its controls by 1500 ms', async ({
  page,
  stage,
}) => {
  await page.clock.install();
  stage.configure('pill', stage.config(pill()));
  await page.goto(stage.page('/pill', `<div class="four">${stage.embed('pill')}</div>`));
  const player = players(page).locator('.pill');
  const button = players(page).getByRole('button', { name: /^Play:/ });
  await expect(button).toHaveText('Play');
  await expect(players(page).getByRole('slider')).toBeHidden();
  const mini = (await player.boundingBox())!.width;
  await page.clock.pauseAt(Date.now() + 60_000);
  await button.click();
  // The display updates in a separate task, soon after the click.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1);
        return player.getAttribute('data-stage');
      },
      { intervals: [20] },
    )
    .toBe('unfolding');
  await page.clock.runFor(498);
  await expect(player).toHaveAttribute('data-stage', 'unfolding');
  await page.clock.runFor(2);
  await expect(player).toHaveAttribute('data-stage', 'unfolded');
  await page.clock.runFor(1_000);
  await expect(player).toHaveAttribute('data-stage', 'settled');
  await expect(players(page).getByRole('slider')).toBeVisible();
  expect((await player.boundingBox())!.width).toBeGreaterThan(mini);
  await page.clock.resume();
  await plays(page, 'first');
  // Smaller again, it sounds on; and the focus is where it was.
  await players(page).getByRole('button', { name: 'Smaller player' }).click();
  await expect(players(page).getByRole('slider')).toBeHidden();
  await expect(players(page).getByRole('button', { name: /^Pause:/ })).toBeFocused();
  await plays(page, 'first');
});

test('closing the pill stops it, and resets it to 0', async ({ page, stage }) => {
  stage.configure('close', stage.config(pill()));
  await page.goto(stage.page('/close', stage.embed('close')));
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .click();
  await plays(page, 'first');
  await expect.poll(async () => (await stateOf(players(page)))['time'] as number).toBeGreaterThan(0);
  await players(page).getByRole('button', { name: 'Close player' }).click();
  await isSilent(page);
  expect(await stateOf(players(page))).toMatchObject({
    time: 0,
    closed: true,
    wanted: false,
    expanded: false,
    phase: 'idle',
  });
  await expect(players(page).locator('.time')).toHaveText('0:20');
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .click();
  await plays(page, 'first');
  expect((await stateOf(players(page)))['closed']).toBe(false);
});

test('the pill shows the channel’s texts, or else those of its language', async ({ page, stage }) => {
  const texts = {
    playButton: 'Anhören',
    pauseButton: 'Anhalten',
    speedSettingsTitle: 'Player-Geschwindigkeit ändern',
    speedSettingsBackButton: 'Schließen',
  };
  stage.configure('words', stage.config({ ...pill({ texts }), language: 'de' }));
  await page.goto(stage.page('/words', stage.embed('words')));
  await players(page)
    .getByRole('button', { name: /^Anhören:/ })
    .click();
  await expect(players(page).getByRole('button', { name: /^Anhalten:/ })).toBeVisible();
  await players(page)
    .getByRole('button', { name: /^Geschwindigkeit/ })
    .click();
  const speeds = players(page).getByRole('group', { name: 'Player-Geschwindigkeit ändern' });
  await expect(speeds.getByRole('button', { name: '1×', exact: true })).toBeFocused();
  await speeds.getByRole('button', { name: 'Schließen' }).click();
  await expect(players(page).getByRole('button', { name: /^Geschwindigkeit/ })).toBeFocused();
  stage.configure('mots', stage.config({ ...pill(), language: 'fr' }));
  await page.goto(stage.page('/mots', stage.embed('mots')));
  await expect(players(page).getByRole('button', { name: /^Écouter:/ })).toBeVisible();
  await expect(players(page).locator('.root')).toHaveAttribute('lang', 'fr');
});

test.describe('titles in the pill', () => {
  const scrolls = (page: Parameters<typeof players>[0]) =>
    players(page)
      .locator('.moving .heading')
      .evaluate(
        (node) =>
          node.getAnimations().filter((animation) => !(animation instanceof CSSTransition)).length > 0,
      );

  test('scroll above 25 characters', async ({ page, stage }) => {
    stage.configure('long', stage.config({ ...pill(), items: [stage.item({ title: long })] }));
    await page.goto(stage.page('/long', stage.embed('long')));
    await expect.poll(() => scrolls(page)).toBe(true);
    // And rest, within the five seconds after which a reader would need a way to stop them.
    const ends = await players(page)
      .locator('.moving .heading')
      .evaluate((node) =>
        node.getAnimations().map((animation) => {
          const { endTime } = animation.effect!.getComputedTiming();
          animation.finish();
          return Number(endTime);
        }),
      );
    expect(Math.max(...ends)).toBeLessThan(5_000);
    await expect(players(page).locator('.moving')).not.toHaveAttribute('data-scrolling');
    expect(await scrolls(page)).toBe(false);
  });

  test('do not scroll with 25 characters', async ({ page, stage }) => {
    stage.configure('short', stage.config({ ...pill(), items: [stage.item({ title: 'W'.repeat(25) })] }));
    await page.goto(stage.page('/short', stage.embed('short')));
    await expect(players(page).locator('.moving')).toBeVisible();
    expect(await scrolls(page)).toBe(false);
  });

  test('do not scroll with reduced motion', async ({ page, stage }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    stage.configure('still', stage.config({ ...pill(), items: [stage.item({ title: long })] }));
    await page.goto(stage.page('/still', stage.embed('still')));
    await expect(players(page).locator('.moving')).toBeVisible();
    expect(await scrolls(page)).toBe(false);
  });
});

test('the pill shows an ad on the timeline, and continues with the content after it', async ({
  page,
  stage,
}) => {
  stage.configure('ad', stage.config(pill()));
  await page.goto(stage.page('/ad', stage.embed('ad')));
  const player = players(page);
  const request = (body: object) =>
    player.evaluate(
      (element, ad) => (element as never as { store: { request(request: object): void } }).store.request(ad),
      body,
    );
  // As an advertisement does: it holds the content when that begins.
  await player.evaluate((element) => {
    const made = element as never as {
      store: { on(type: string, listener: () => void): void; hold(): () => void };
      release: () => void;
    };
    made.store.on('play', () => (made.release = made.store.hold()));
  });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await request({ type: 'ad', ad: { title: 'Bakery', time: 6, duration: 15 } });
  await expect(player.getByRole('slider', { name: 'Advertisement' })).toBeDisabled();
  await expect(player.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:06 of 0:15');
  await expect(player.getByText('Bakery')).toBeVisible();
  expect(await stateOf(player)).toMatchObject({ phase: 'held', wanted: true, time: 0 });
  await isSilent(page);
  await request({ type: 'ad', ad: null });
  await player.evaluate((element) => (element as never as { release(): void }).release());
  await plays(page, 'first');
  await expect(player.getByRole('slider', { name: 'Position' })).toBeEnabled();
});
