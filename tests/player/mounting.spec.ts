/** Players that a page writes itself or mounts by script, also where no selector finds them. */
import type { Page } from '@playwright/test';
import type { PlayerApi } from '../../client/player/mount-options.ts';
import type { Stage } from './publisher-pages.ts';
import { expect, isSilent, players, plays, test } from './player-page.ts';

declare global {
  interface Window {
    Parlance?: PlayerApi;
    handle: ReturnType<PlayerApi['mount']>;
  }
}

const play = /^Play:/;
const pause = /^Pause:/;

/** Answers with the article that is asked for as the title. */
function configure(stage: Stage): string[] {
  const asked: string[] = [];
  stage.configure('mounting', ({ searchParams }) => {
    asked.push(searchParams.toString());
    const title = searchParams.get('article') ?? searchParams.get('url')!.split('/').at(-1)!;
    return stage.config({ items: [stage.item({ title: `Article ${title}`, seconds: 60 })] });
  });
  return asked;
}

const loader = (stage: Stage): string =>
  `<script async src="${stage.service.url}/player/loader.js"></script>`;

/** Puts a host with a shadow tree, and in that an element, on the page. */
const addHost = (page: Page, name: string) =>
  page.evaluate((tag) => {
    const host = Object.assign(document.createElement('section'), { id: 'host' });
    const inner = document.createElement(tag);
    if (tag === 'parlance-player') {
      inner.setAttribute('channel', 'mounting');
      inner.setAttribute('article', '1');
    }
    // Nested, as components are.
    const nested = document.createElement('div');
    nested.attachShadow({ mode: 'open' }).append(inner);
    host.attachShadow({ mode: 'open' }).append(nested);
    document.body.append(host);
  }, name);

test('a page can contain the element directly, and change what it plays', async ({ page, stage }) => {
  const asked = configure(stage);
  await page.goto(
    stage.page(
      '/mounting',
      `<parlance-player channel="mounting" article="1"></parlance-player><p id="text">Text</p>${loader(stage)}`,
    ),
  );
  await expect(players(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Play: Article 1' })).toBeVisible();
  const [player, text] = [await players(page).boundingBox(), await page.locator('#text').boundingBox()];
  expect(player!.width).toBe(text!.width);
  expect(player!.height).toBeGreaterThanOrEqual(64);
  await page.locator('parlance-player').evaluate((element) => element.setAttribute('article', '2'));
  await expect(page.getByRole('button', { name: 'Play: Article 2' })).toBeVisible();
  await expect(players(page)).toHaveCount(1);
  expect(asked).toEqual(['article=1', 'article=2']);
  await page.getByRole('button', { name: play }).click();
  await plays(page, 'first');
});

for (const order of ['before', 'after'] as const)
  test(`an element in a shadow tree that appears ${order} the loader plays, and is docked with its host`, async ({
    page,
    stage,
  }) => {
    configure(stage);
    await page.goto(
      stage.page('/shadow', order === 'after' ? loader(stage) : '', {
        headers: { 'content-security-policy': '' },
      }),
    );
    if (order === 'after') await page.waitForFunction(() => window.Parlance);
    await addHost(page, 'parlance-player');
    if (order === 'before')
      await page.evaluate((src) => {
        document.head.append(Object.assign(document.createElement('script'), { async: true, src }));
      }, `${stage.service.url}/player/loader.js`);
    await page.getByRole('button', { name: 'Play: Article 1' }).click();
    await plays(page, 'first');
    await page.locator('#host').evaluate((host) => host.remove());
    await expect(
      page.locator('body > parlance-audio').getByRole('button', { name: 'Pause: Article 1' }),
    ).toBeVisible();
    await addHost(page, 'parlance-player');
    await expect(page.locator('#host').getByRole('button', { name: 'Pause: Article 1' })).toBeVisible();
    await expect(players(page)).toHaveCount(1);
    await plays(page, 'first');
    // Removed within its tree, which the page's own observers do not see.
    await page.locator('parlance-player').evaluate((element) => element.remove());
    await expect(page.locator('body > parlance-audio').getByRole('button', { name: pause })).toBeVisible();
  });

test('a script mounts a player in a shadow tree, with other options, and unmounts it', async ({
  page,
  stage,
}) => {
  configure(stage);
  await page.goto(stage.page('/script', loader(stage)));
  await page.waitForFunction(() => window.Parlance);
  await addHost(page, 'div');
  const mount = (article: number) =>
    page
      .locator('#host > div > div')
      .evaluate(
        (element, id) =>
          void (window.handle = window.Parlance!.mount(element, { channel: 'mounting', article: id })),
        article,
      );
  const place = page.locator('#host > div > div');
  await mount(1);
  await expect(place.getByRole('button', { name: 'Play: Article 1' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { first: window.handle }));
  await mount(2);
  await expect(place.getByRole('button', { name: 'Play: Article 2' })).toBeVisible();
  await expect(players(page)).toHaveCount(1);
  // What was mounted before is not what is there now.
  await page.evaluate(() => (window as unknown as { first: typeof window.handle }).first.unmount());
  await page.getByRole('button', { name: play }).click();
  await plays(page, 'first');
  await page.evaluate(() => window.handle.unmount());
  await expect(players(page)).toHaveCount(0);
  await isSilent(page);
  await page.evaluate(() => window.handle.unmount());
  await mount(3);
  await expect(place.getByRole('button', { name: 'Play: Article 3' })).toBeVisible();
});

test('a mounted element that the page removes during playback is docked', async ({ page, stage }) => {
  configure(stage);
  await page.goto(stage.page('/removed', `<main><div id="place"></div></main>${loader(stage)}`));
  await page.waitForFunction(() => window.Parlance);
  await page.evaluate(() =>
    window.Parlance!.mount(document.querySelector('#place')!, { channel: 'mounting', article: '1' }),
  );
  await page.getByRole('button', { name: play }).click();
  await plays(page, 'first');
  await page.evaluate(() => document.querySelector('main')!.replaceChildren());
  await expect(page.locator('body > parlance-audio').getByRole('button', { name: pause })).toBeVisible();
});

test('an element that is mounted before insertion gets its player when inserted', async ({ page, stage }) => {
  configure(stage);
  await page.goto(stage.page('/detached', loader(stage)));
  await page.waitForFunction(() => window.Parlance);
  await page.evaluate(() => {
    const place = document.createElement('div');
    window.Parlance!.mount(place, { channel: 'mounting', article: 1 });
    document.body.append(place);
  });
  await expect(page.getByRole('button', { name: 'Play: Article 1' })).toBeVisible();
});
