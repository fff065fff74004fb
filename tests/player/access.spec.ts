import { expectAccessible } from '../support/axe.ts';
import { expect, plays, players, stateOf, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

const chapters = [
  { title: 'Dawn', startMs: 0 },
  { title: 'Boats', startMs: 10_000 },
];

/** All kinds of the player under one another. */
function allKinds(stage: Stage, colour?: string): string {
  const color = colour ?? '#5d72e4';
  const items = [stage.item({ chapters }), stage.item({ tone: 'second', title: 'The tram' })];
  stage.configure('k2', stage.config({ channel: { color }, items }));
  stage.configure('k3', stage.config({ channel: { version: 3, color, background: 'transparent' }, items }));
  stage.configure('k4', stage.config({ channel: { version: 4, color: colour ?? '#b2dfd9' }, items }));
  stage.configure(
    'kp',
    stage.config({ channel: { version: 3, kind: 'playlistPlayer', color, opened: true }, items }),
  );
  const containers = ['k2', 'k3', 'k4'].map(
    (slug) => `<div class="parlance-player" data-channel="${slug}" data-article="1"></div>`,
  );
  return `<main><h1>Harbour</h1>${containers.join('')}${stage.embed('kp', '')}</main>`;
}

/** All that colours decide. */
const ofColours = ['color-contrast'];

for (const [what, colour, rules] of [
  ['their own colours', undefined, undefined],
  ['a light colour', '#ffe9a8', ofColours],
  ['a dark colour', '#14213d', ofColours],
] as const)
  test(`axe finds no violations, with ${what}`, async ({ page, stage }) => {
    await page.goto(
      stage.page('/kinds', allKinds(stage, colour), { headers: { 'content-security-policy': '' } }),
    );
    await expect(players(page)).toHaveCount(4);
    await expectAccessible(page, { rules });
    await players(page)
      .nth(2)
      .getByRole('button', { name: /^Play:/ })
      .click();
    await expect(page.locator('[data-stage=settled]')).toBeVisible();
    for (const at of [0, 1, 2, 3]) await players(page).nth(at).locator('.speed').click();
    await expectAccessible(page, { rules });
  });

test('axe finds no violations on a dark page', async ({ page, stage }) => {
  stage.publisher.set('/night.css', {
    headers: { 'content-type': 'text/css' },
    body: 'html, body { background: #121110; color: #eee; }',
  });
  await page.goto(
    stage.page('/night', allKinds(stage), {
      headers: { 'content-security-policy': '' },
      head: '<link rel="stylesheet" href="/night.css">',
    }),
  );
  await expect(players(page)).toHaveCount(4);
  await expectAccessible(page, { rules: ofColours });
  await expect(players(page).nth(1).locator('.title')).toHaveCSS('color', 'rgb(245, 243, 240)');
});

test('every control works with the keyboard alone', async ({ page, stage }) => {
  stage.configure(
    'keys',
    stage.config({ channel: { version: 3 }, items: [stage.item({ seconds: 60, chapters })] }),
  );
  await page.goto(
    stage.page('/keyboard', `<a href="#before">Before</a>${stage.embed('keys')}<a href="#after">After</a>`),
  );
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).waitFor();
  await page.getByRole('link', { name: 'Before' }).focus();
  const reached: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      let focused = document.activeElement!;
      while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      return focused.getAttribute('aria-label') ?? focused.textContent;
    });
    reached.push(name!);
    if (name === 'After' || reached.length > 20) break;
  }
  expect(reached).toEqual([
    'Play: The harbour wakes before the city does',
    'Position',
    'Back 15 seconds',
    'Forward 15 seconds',
    'Playback speed: 1×',
    'Chapters',
    'Sleep timer',
    'Mute',
    'After',
  ]);
  const time = async () => Math.floor((await stateOf(player))['time'] as number);
  await player.getByRole('button', { name: /^Play:/ }).focus();
  await page.keyboard.press('Enter');
  await plays(page, 'first');
  await page.keyboard.press('Space');
  await expect(player.getByRole('button', { name: /^Play:/ })).toBeFocused();
  const slider = player.getByRole('slider', { name: 'Position' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect.poll(time).toBe(0);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'PageUp']) await page.keyboard.press(key);
  expect(await time()).toBe(20);
  await expect(slider).toHaveAttribute('aria-valuetext', '0:20 of 1:00');
  await page.keyboard.press('End');
  await expect.poll(time).toBe(60);
  await page.keyboard.press('Home');
  await page.keyboard.press('l');
  expect(await time()).toBe(15);
  await page.keyboard.press('m');
  expect((await stateOf(player))['volume']).toBe(0);
  await player.getByRole('button', { name: /^Playback speed/ }).focus();
  await page.keyboard.press('Enter');
  await expect(player.getByRole('button', { name: '1×', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(player.getByRole('button', { name: 'Playback speed: 1.25×' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(player.getByRole('button', { name: 'Playback speed: 1.25×' })).toBeFocused();
});

test('controls have names, roles and values for screen readers', async ({ page, stage }) => {
  stage.configure('aria', stage.config());
  await page.goto(stage.page('/aria', stage.embed('aria')));
  await expect(players(page).locator('.root')).toMatchAriaSnapshot(`
    - 'group "Audio player: The harbour wakes before the city does"':
      - 'button "Play: The harbour wakes before the city does"'
      - text: "Listen to this article: AI voice"
      - slider "Position"
      - 'button "Playback speed: 1×"'
      - status
  `);
});

test('forced colors of the listener are respected', async ({ page, stage }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(stage.page('/forced', allKinds(stage)));
  await expect(players(page)).toHaveCount(4);
  for (const at of [0, 1, 2, 3]) {
    const [border, background, canvas] = await players(page)
      .nth(at)
      .locator('.play')
      .evaluate((node) => [
        getComputedStyle(node).borderTopStyle,
        getComputedStyle(node).backgroundColor,
        getComputedStyle(document.body).color,
      ]);
    expect(border).toBe('solid');
    expect(background).not.toBe(canvas);
  }
});

test('the slider announces changes by the listener, not those by playback', async ({ page, stage }) => {
  stage.configure('words', stage.config({ channel: { version: 3 }, items: [stage.item({ seconds: 60 })] }));
  await page.goto(stage.page('/words', stage.embed('words')));
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  const slider = player.getByRole('slider', { name: 'Position' });
  await slider.focus();
  const words = await slider.evaluateHandle((node) => {
    const changes: (string | null)[] = [];
    new MutationObserver(() => changes.push(node.getAttribute('aria-valuetext'))).observe(node, {
      attributeFilter: ['aria-valuetext'],
    });
    return changes;
  });
  const time = async () => (await stateOf(player))['time'] as number;
  const before = await time();
  await expect.poll(time).toBeGreaterThan(before + 3);
  expect(await words.jsonValue()).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => words.jsonValue()).toHaveLength(1);
  expect(Number(await slider.inputValue())).toBeGreaterThan(before + 3);
});
