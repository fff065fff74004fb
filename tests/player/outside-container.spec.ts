/**
 * Players outside of their containers: docked at the window's edge, beside what a selector finds, or among a
 * container's children. Whatever the page removes, audio never plays without its controls.
 */
import type { Page } from '@playwright/test';
import type { ConfigChange, Stage } from './publisher-pages.ts';
import { expect, isSilent, players, plays, sounding, test } from './player-page.ts';

const play = /^Play:/;
const pause = /^Pause:/;
const docked = (page: Page) => page.locator('parlance-audio[data-docked]');

/** Opens a page whose player plays, in a container or beside what a selector finds. */
async function playing(
  page: Page,
  stage: Stage,
  body: (embed: string) => string,
  channel: ConfigChange['channel'] = {},
): Promise<void> {
  stage.configure('outside', stage.config({ channel, items: [stage.item({ seconds: 60 })] }));
  await page.goto(stage.page('/outside', body(stage.embed('outside'))));
  await players(page).getByRole('button', { name: play }).click();
  await plays(page, 'first');
}

/** Replaces the page's body as Turbo Drive does. */
const replaceBody = (page: Page, name: string) =>
  page.evaluate((text) => {
    const body = document.createElement('body');
    body.append(Object.assign(document.createElement('h1'), { textContent: text }));
    document.body.replaceWith(body);
  }, name);

/** Replaces the page's body, and keeps what is in its main part. */
const replaceBodyAround = (page: Page) =>
  page.evaluate(() => {
    const body = document.createElement('body');
    const main = document.querySelector('main')!;
    document.body.replaceWith(body);
    body.append(main);
  });

test('a docked player survives every replacement of the body', async ({ page, stage }) => {
  await playing(page, stage, (embed) => `<main>${embed}</main>`);
  for (const name of ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']) {
    await replaceBody(page, name);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.locator('body > parlance-audio').getByRole('button', { name: pause })).toBeVisible();
    await plays(page, 'first');
  }
  await docked(page).getByRole('button', { name: pause }).click();
  await isSilent(page);
  // The keys of a keyboard or headset can start it again.
  await replaceBody(page, 'last');
  await docked(page).getByRole('button', { name: play }).click();
  await plays(page, 'first');
  await docked(page).getByRole('button', { name: 'Close player' }).click();
  await isSilent(page);
  await replaceBody(page, 'closed');
  await expect(players(page)).toHaveCount(0);
});

const removals: Record<string, () => void> = {
  'empties the body': () => {
    document.body.replaceChildren();
  },
  'swaps the body after a second': () => {
    document.body.replaceChildren(document.createElement('p'));
    setTimeout(() => document.body.replaceWith(document.createElement('body')), 1_000);
  },
  'removes what it does not know from the body, once': () => {
    document.querySelector('main')!.remove();
    new MutationObserver((_, observer) => {
      const foreign = document.querySelector('body > parlance-audio');
      if (!foreign) return;
      observer.disconnect();
      foreign.remove();
      document.documentElement.setAttribute('data-cleaned', '');
    }).observe(document.body, { childList: true });
  },
  'replaces the whole document element': () => {
    document.documentElement.replaceChildren(document.createElement('head'), document.createElement('body'));
  },
};

for (const [what, remove] of Object.entries(removals))
  test(`a playing player can be stopped when the page ${what}`, async ({ page, stage }) => {
    await playing(page, stage, (embed) => `<main>${embed}</main>`);
    await page.evaluate(remove);
    if (what.includes('once')) await expect(page.locator('html[data-cleaned]')).toHaveCount(1);
    if (what.includes('second')) await expect(page.locator('body > p')).toHaveCount(0);
    await docked(page).getByRole('button', { name: pause }).click();
    await isSilent(page);
  });

test('a player is docked while its place is hidden, and returns afterwards', async ({ page, stage }) => {
  await playing(page, stage, (embed) => `<main>${embed}</main>`);
  const hide = (isHidden: boolean) =>
    page.locator('main').evaluate((main, value) => void (main.style.display = value ? 'none' : ''), isHidden);
  for (let turn = 0; turn < 3; turn++) {
    await hide(true);
    await expect(docked(page).getByRole('button', { name: pause })).toBeVisible();
    await replaceBodyAround(page);
    await expect(docked(page).getByRole('button', { name: pause })).toBeVisible();
    await plays(page, 'first');
    await hide(false);
    await expect(page.locator('main parlance-audio').getByRole('button', { name: pause })).toBeVisible();
    await expect(players(page)).toHaveCount(1);
    await plays(page, 'first');
  }
  await hide(true);
  await docked(page).getByRole('button', { name: 'Close player' }).click();
  await isSilent(page);
  await expect(docked(page)).toHaveCount(0);
  await hide(false);
  await page.locator('main').getByRole('button', { name: play }).click();
  await plays(page, 'first');
  // Hidden first, and removed then.
  await hide(true);
  await expect(docked(page)).toBeVisible();
  await page.locator('main').evaluate((main) => main.remove());
  await replaceBody(page, 'second');
  await docked(page).getByRole('button', { name: pause }).click();
  await isSilent(page);
});

test('a docked player stops when the page removes it repeatedly', async ({ page, stage }) => {
  await playing(page, stage, (embed) => `<main>${embed}</main>`);
  await page.evaluate(() => {
    const state = Object.assign(window, { removed: 0 });
    new MutationObserver(() => {
      for (const foreign of document.querySelectorAll('body > parlance-audio')) {
        state.removed += 1;
        foreign.remove();
      }
    }).observe(document.documentElement, { childList: true, subtree: true });
    document.querySelector('main')!.remove();
  });
  await isSilent(page);
  await expect(players(page)).toHaveCount(0);
  const removed = () => page.evaluate(() => (window as unknown as { removed: number }).removed);
  const most = await removed();
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(10);
  await page.evaluate(() => document.body.append('More'));
  expect(await removed()).toBe(most);
});

test('a player stops when the docking code cannot be loaded', async ({ page, stage }) => {
  await page.route(/\/player\/outside-container-/, (route) => route.abort());
  await playing(page, stage, (embed) => `<main>${embed}</main>`);
  await replaceBody(page, 'second');
  await isSilent(page);
});

const beside = { placement: { action: 'after', selector: '#lead' } } as const;

test('a player next to a target follows it when it is re-rendered', async ({ page, stage }) => {
  await playing(page, stage, (embed) => `<header><p id="lead">Lead</p></header>${embed}`, beside);
  const draw = (text: string) =>
    page.evaluate((words) => {
      const lead = Object.assign(document.createElement('p'), { id: 'lead', textContent: words });
      document.querySelector('header')!.replaceChildren(...(words ? [lead] : []));
    }, text);
  for (const text of ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth']) {
    await draw(text);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.locator('#lead + parlance-audio').getByRole('button', { name: pause })).toBeVisible();
    await plays(page, 'first');
  }
  // Without its target it is in the container, until there is one.
  await draw('');
  await expect(page.locator('.parlance-player parlance-audio')).toBeVisible();
  await draw('Again');
  await expect(page.locator('#lead + parlance-audio')).toBeVisible();
  await plays(page, 'first');
  await expect(players(page)).toHaveCount(1);
});

for (const isHidden of [false, true])
  test(`a player that the page keeps removing from its target ${isHidden ? 'stops in a hidden container' : 'plays in its container'}`, async ({
    page,
    stage,
  }) => {
    await playing(
      page,
      stage,
      (embed) =>
        `<header><p id="lead">Lead</p></header>${isHidden ? embed.replace('<div', '<div hidden') : embed}`,
      beside,
    );
    await page.evaluate(() => {
      const clean = () => document.querySelector('header > parlance-audio')?.remove();
      new MutationObserver(clean).observe(document.body, { childList: true, subtree: true });
      clean();
    });
    await expect(page.locator('.parlance-player parlance-audio')).toHaveCount(1);
    if (isHidden) return isSilent(page);
    await expect(players(page).getByRole('button', { name: pause })).toBeVisible();
    await plays(page, 'first');
  });

test('a player next to a target is docked when its container is removed', async ({ page, stage }) => {
  await playing(page, stage, (embed) => `<p id="lead">Lead</p>${embed}`, beside);
  await page.evaluate(() => document.querySelector('.parlance-player')!.remove());
  await expect(docked(page).getByRole('button', { name: pause })).toBeVisible();
  await replaceBody(page, 'second');
  await expect(docked(page).getByRole('button', { name: pause })).toBeVisible();
  await plays(page, 'first');
});

test('a container that cannot have a shadow tree gets its player back, and finally stops', async ({
  page,
  stage,
}) => {
  await playing(
    page,
    stage,
    (embed) => `<ul>${embed.replace('<div', '<li').replace('</div>', '</li>')}</ul>`,
  );
  const inItem = page.locator('li > parlance-audio');
  await expect(inItem).toHaveCount(1);
  const empty = () => page.evaluate(() => document.querySelector('li')!.replaceChildren());
  await empty();
  await expect(inItem.getByRole('button', { name: pause })).toBeVisible();
  await plays(page, 'first');
  await page.evaluate(() => {
    const item = document.querySelector('li')!;
    new MutationObserver(() => item.firstChild && item.replaceChildren()).observe(item, { childList: true });
    item.replaceChildren();
  });
  await isSilent(page);
  expect(await sounding(page)).toEqual([]);
});
