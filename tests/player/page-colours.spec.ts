/** A player can be read on every background that a page can have, also once the page changes it. */
import type { Page } from '@playwright/test';
import type { PlayerConfig } from '../../client/player/player-config.ts';
import { isFull } from '../support/full.ts';
import { contrastsOf } from './contrast.ts';
import { expect, players, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

type Channel = Partial<PlayerConfig['channel']>;

const versions: Record<string, Channel> = {
  2: { version: 2 },
  3: { version: 3 },
  4: { version: 4 },
  playlist: { version: 3, kind: 'playlistPlayer', opened: true },
};

/** Opens a page with a player of each version. @param style of the page, @param wrap around the players */
async function open(
  page: Page,
  stage: Stage,
  { style, channel = {}, wrap = ['', ''] }: { style: string; channel?: Channel; wrap?: [string, string] },
): Promise<void> {
  const items = [stage.item(), stage.item({ tone: 'second', title: 'The tram' })];
  for (const [name, own] of Object.entries(versions))
    stage.configure(
      `ground-${name}`,
      stage.config({ items, channel: { background: 'transparent', ...own, ...channel } }),
    );
  stage.publisher.set('/ground.css', { headers: { 'content-type': 'text/css' }, body: style });
  const containers = Object.keys(versions).map(
    (name) => `<div class="parlance-player" data-channel="ground-${name}" data-article="1"></div>`,
  );
  await page.goto(
    stage.page(
      '/ground',
      `${wrap[0]}${containers.join('')}${wrap[1]}<script async src="${stage.service.url}/player/loader.js"></script>`,
      { head: '<link rel="stylesheet" href="/ground.css">', headers: { 'content-security-policy': '' } },
    ),
  );
  await expect(players(page)).toHaveCount(4);
}

/** Waits until all that shows can be read. @param canvas what the test knows to be behind the page */
const canBeRead = (page: Page, canvas: string): Promise<void> =>
  expect
    .poll(async () => (await contrastsOf(page, canvas)).slice(0, 3), {
      message: `it can be read on ${canvas}`,
    })
    .toEqual([]);

/** Backgrounds of a page in the notations of CSS Color 4 and 5. */
const night = {
  'oklch()': 'oklch(0.205 0 0)',
  'oklab()': 'oklab(0.21 0.01 -0.03)',
  'lab()': 'lab(8 2 -6)',
  'lch()': 'lch(9 12 270)',
  'color(display-p3)': 'color(display-p3 0.08 0.1 0.16)',
  'color(srgb)': 'color(srgb 0.1 0.1 0.1)',
  'color-mix()': 'color-mix(in oklab, black 88%, rebeccapurple)',
  'hwb()': 'hwb(220 5% 88%)',
  'hsl()': 'hsl(220 40% 9%)',
  'a variable': 'var(--ground)',
};
const day = { 'oklch()': 'oklch(0.98 0.01 90)', 'color-mix()': 'color-mix(in srgb, white 92%, #c96)' };

/** One of each kind of notation; the others in `npm run test:full`. */
const common = ['oklch()', 'lab()', 'color(display-p3)', 'color-mix()'];

for (const [what, colour] of [...Object.entries(night), ...Object.entries(day)].filter(
  ([name]) => isFull || common.includes(name),
))
  test(`text has enough contrast on a page with ${what}: ${colour}`, async ({ page, stage }) => {
    await open(page, stage, { style: `:root { --ground: #12141a } body { background: ${colour} }` });
    await canBeRead(page, colour.replace('var(--ground)', '#12141a'));
  });

/** Where a page can have its background, and what is seen behind the players. */
const places: Record<string, { style: string; wrap?: [string, string]; seen: string }> = {
  'the root alone': {
    style: 'html { background: oklch(0.2 0 0) } body { background: none }',
    seen: 'oklch(0.2 0 0)',
  },
  'a section': {
    style: 'body { background: #fff } section { background: lab(10 0 0) }',
    wrap: ['<section>', '</section>'],
    seen: 'lab(10 0 0)',
  },
  'translucent layers over each other': {
    style:
      'body { background: #fff } section { background: rgb(0 0 0 / 45%) } div { background: rgb(0 0 0 / 70%) } .parlance-player { background: none }',
    wrap: ['<section><div>', '</div></section>'],
    seen: 'rgb(42 42 42)',
  },
  'a translucent layer in another notation': {
    style: 'html { background: #fff } section { background: oklch(0 0 0 / 0.85) }',
    wrap: ['<section>', '</section>'],
    seen: 'rgb(38 38 38)',
  },
  'the browser, for a dark page without a background': {
    style: 'html { color-scheme: dark; background: none } body { background: none }',
    seen: '#121212',
  },
  'a fixed layer below the page': {
    style:
      'html { background: none } body { background: none; } .fixed { position: fixed; inset: 0; z-index: -1; background: oklch(0.18 0.02 260) }',
    wrap: ['<div class="fixed"></div>', ''],
    seen: 'oklch(0.18 0.02 260)',
  },
  'a dark gradient': {
    style:
      'html { background: none } body { background: linear-gradient(oklch(0.15 0 0), #2b2b33); min-height: 100vh }',
    seen: '#2b2b33',
  },
  'a light gradient': {
    style:
      'html { background: none } body { background: linear-gradient(to right, #fff, color-mix(in srgb, #fff 90%, blue)) }',
    seen: '#fff',
  },
};
for (const [what, { style, wrap, seen }] of Object.entries(places))
  test(`text has enough contrast on a background of ${what}`, async ({ page, stage }) => {
    await open(page, stage, { style, ...(wrap && { wrap }) });
    await canBeRead(page, seen);
    expect(await players(page).locator('.root[data-transparent]').count()).toBe(4);
  });

const unreadable = {
  'a gradient from black to white': 'linear-gradient(to right, #000, #fff)',
  'an image': `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>")`,
};
for (const [what, image] of Object.entries(unreadable))
  test(`the player uses its own background on ${what}`, async ({ page, stage }) => {
    await open(page, stage, { style: `html { background: none } body { background: ${image} #fff }` });
    await expect(players(page).locator('.root[data-transparent]')).toHaveCount(0);
    for (const canvas of ['#000', '#fff']) await canBeRead(page, canvas);
  });

const dark = 'oklch(0.2 0 0)';
const toggled = {
  'a class of the root': {
    style: `.dark body { background: ${dark} }`,
    toggle: () => document.documentElement.classList.add('dark'),
  },
  'a class of the body': {
    style: `body.night { background: ${dark} }`,
    toggle: () => document.body.classList.add('night'),
  },
  'data-theme': {
    style: `[data-theme=dark] body { background: ${dark} }`,
    toggle: () => document.documentElement.setAttribute('data-theme', 'dark'),
  },
  'an attribute of any name': {
    style: `[theme=noir] body { background: ${dark} }`,
    toggle: () => document.documentElement.setAttribute('theme', 'noir'),
  },
  'a style attribute': { style: '', toggle: () => void (document.body.style.background = 'oklch(0.2 0 0)') },
  'a class of a wrapper': {
    style: `main.dark { background: ${dark} }`,
    wrap: ['<main>', '</main>'] as [string, string],
    toggle: () => document.querySelector('main')!.classList.add('dark'),
  },
  'a variable': {
    style: `body { background: var(--page, #fff) }`,
    toggle: () => document.documentElement.style.setProperty('--page', 'oklch(0.2 0 0)'),
  },
  'a transition': {
    style: `body { background: #fff; transition: background-color 600ms } .dark body { background: ${dark} }`,
    toggle: () => document.documentElement.classList.add('dark'),
  },
  'a style sheet that comes late': {
    style: '',
    toggle: () => {
      const sheet = document.createElement('style');
      sheet.textContent = 'body { background: oklch(0.2 0 0) }';
      document.head.append(sheet);
    },
  },
};
for (const [what, { toggle, ...options }] of Object.entries(toggled))
  test(`the player follows ${what}`, async ({ page, stage }) => {
    await open(page, stage, { ...options, style: `body { background: #fff } ${options.style}` });
    await canBeRead(page, '#fff');
    await page.evaluate(toggle);
    await canBeRead(page, dark);
  });

test('the player follows a page’s theme switch without a script', async ({ page, stage }) => {
  await open(page, stage, {
    style: `body { background: #fff } body:has(#switch:checked) { background: ${dark} }`,
    wrap: ['<input type="checkbox" id="switch" aria-label="Dark">', ''],
  });
  await page.getByLabel('Dark').check();
  await canBeRead(page, dark);
});

test('the player follows the reader’s system in both directions', async ({ page, stage }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, stage, {
    style: `body { background: #fff } @media (prefers-color-scheme: dark) { body { background: ${dark} } }`,
  });
  for (const [colorScheme, canvas] of [
    ['dark', dark],
    ['light', '#fff'],
    ['dark', dark],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await canBeRead(page, canvas);
  }
});

test.describe('the player follows the channel’s setting', () => {
  const backgroundOf = (page: Page): Promise<string[]> =>
    players(page)
      .locator('.player:not(.pill)')
      .evaluateAll((nodes) => nodes.map((node) => getComputedStyle(node).backgroundColor));
  const white = Array<string>(3).fill('rgb(255, 255, 255)');
  const nights = Array<string>(3).fill('rgb(24, 25, 28)');
  for (const [scheme, on] of [
    [undefined, { '#fff': white, [dark]: white }],
    ['light', { '#fff': white, [dark]: white }],
    ['dark', { '#fff': nights, [dark]: nights }],
    ['auto', { '#fff': white, [dark]: nights }],
  ] as const)
    test(`${scheme ?? 'no scheme'}: players use their own background`, async ({ page, stage }) => {
      await open(page, stage, {
        style: `body { background: #fff } .dark body { background: ${dark} }`,
        channel: { background: '#fff', ...(scheme && { scheme }) },
      });
      for (const [canvas, expected] of Object.entries(on)) {
        await page.evaluate(
          (isDark) => void document.documentElement.classList.toggle('dark', isDark),
          canvas === dark,
        );
        await expect.poll(() => backgroundOf(page)).toEqual(expected);
        await canBeRead(page, canvas);
      }
    });
  for (const scheme of ['light', 'dark', 'auto'] as const)
    test(`${scheme}: transparent players match the page`, async ({ page, stage }) => {
      await open(page, stage, {
        style: `body { background: #fff } .dark body { background: ${dark} }`,
        channel: { scheme },
      });
      for (const canvas of ['#fff', dark]) {
        await page.evaluate(
          (isDark) => void document.documentElement.classList.toggle('dark', isDark),
          canvas === dark,
        );
        await canBeRead(page, canvas);
      }
    });
});
