/**
 * Which article a player is for when the page's address does not identify it: several articles on a page,
 * single-page applications whose canonical address stays, and routers that change the address late.
 */
import type { Page } from '@playwright/test';
import type { Stage } from './publisher-pages.ts';
import { expect, players, plays, test } from './player-page.ts';
import { serveEvents } from './told-events.ts';

const play = /^Play:/;
const container = '<div class="parlance-player" data-channel="address"></div>';
/** Pages whose own scripts may write markup. */
const open = { headers: { 'content-security-policy': '' } };

const ids = new Map<string, number>();
const idOf = (name: string): number => {
  if (!ids.has(name)) ids.set(name, ids.size + 1);
  return ids.get(name)!;
};

/** Answers with the end of the address that is asked for as title. @returns what was asked */
function configure(stage: Stage): string[] {
  const asked: string[] = [];
  const { url: eventsUrl } = serveEvents(stage);
  stage.configure('address', ({ searchParams }) => {
    const address = searchParams.get('url') ?? searchParams.get('externalId') ?? searchParams.get('article')!;
    const name = address.split('/').at(-1)!;
    asked.push(name);
    return stage.config({ eventsUrl, items: [stage.item({ id: idOf(name), title: name, seconds: 60 })] });
  });
  return asked;
}

const loader = ({ service }: Stage): string =>
  `<script async src="${service.url}/player/loader.js"></script>`;
const embed = (stage: Stage): string => container + loader(stage);
const move = (page: Page, how: 'pushState' | 'replaceState', to: string) =>
  page.evaluate(([name, path]) => history[name as 'pushState']({}, '', path), [how, to] as const);
const draw = (page: Page, selector: string, html: string) =>
  page.locator(selector).evaluate((node, text) => void (node.innerHTML = text), html);
const playOf = (page: Page, within: string, name: string) =>
  page.locator(within).getByRole('button', { name: `Play: ${name}`, exact: true });

/** Waits until the player has looked at the page as it is now. */
async function looked(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const mark = Object.assign(document.createElement('div'), { className: 'parlance-player' });
    mark.dataset['channel'] = 'mark';
    mark.dataset['article'] = '1';
    document.body.append(mark);
    while (!performance.getEntriesByType('resource').some(({ name }) => name.includes('/player/mark/config')))
      await new Promise((resolve) => setTimeout(resolve));
    performance.clearResourceTimings();
    mark.remove();
  });
}

test('a container identifies its article by URL or the publisher’s own id, and keeps it', async ({
  page,
  stage,
}) => {
  const asked: string[] = [];
  stage.configure('named', ({ search }) => {
    asked.push(search);
    return stage.config();
  });
  const named = (attributes: string): string =>
    `<div class="parlance-player" data-channel="named" ${attributes}></div>`;
  await page.goto(
    stage.page(
      '/section/page',
      [
        named('data-url="two"'),
        named('data-url="/three?a=1#top"'),
        named('data-url="https://paper.example/four"'),
        named('data-external-id="post 17"'),
        named('data-external-id="post 18" data-url="/five"'),
        named('data-article="6" data-external-id="post 19"'),
        named('data-url="http://["'),
        '<parlance-player channel="named" external-id="post 20"></parlance-player>',
        loader(stage),
      ].join(''),
    ),
  );
  await expect(players(page)).toHaveCount(7);
  const at = (path: string): string => new URLSearchParams({ url: stage.publisher.url + path }).toString();
  expect(asked.toSorted()).toEqual(
    [
      `?${at('/section/two')}`,
      `?${at('/three?a=1')}`,
      '?url=https%3A%2F%2Fpaper.example%2Ffour',
      '?externalId=post+17',
      `?externalId=post+18&${at('/five')}`,
      '?article=6&externalId=post+19',
      '?externalId=post+20',
    ].toSorted(),
  );
  await move(page, 'replaceState', '/elsewhere/page');
  await looked(page);
  expect(asked).toHaveLength(7);
  await page
    .locator('[data-url=two]')
    .evaluate((node) => void ((node as HTMLElement).dataset['url'] = 'seven'));
  await expect.poll(() => asked.at(-1)).toBe(`?${at('/elsewhere/seven')}`);
});

const related = '<h3><a rel="bookmark" href="/related">Related</a></h3>';
const permalinks: Record<string, (name: string) => string> = {
  'rel=bookmark': (name) =>
    `<article><h2>${name}</h2><a rel="bookmark" href="${name}">Link</a>${container}${related}</article>`,
  itemid: (name) =>
    `<article itemscope itemtype="https://schema.org/Article" itemid="/${name}"><h2>${name}</h2>${container}</article>`,
  'a link in the heading': (name) =>
    `<article><h2><a href="/${name}">${name}</a></h2>${container}<h2><a href="/related">Related</a></h2></article>`,
  'a link around the heading': (name) =>
    `<article><a href="/${name}"><h2>${name}</h2></a>${container}<article><h3><a rel="bookmark" href="/comment">Comment</a></h3></article></article>`,
  'a link of schema.org': (name) =>
    `<article itemscope itemtype="https://schema.org/NewsArticle"><span itemprop="author" itemscope><a itemprop="url" href="/author">Author</a></span>
      <h2>${name}</h2><link itemprop="mainEntityOfPage" href="/${name}">${container}</article>`,
  'JSON-LD': (name) =>
    `<article><h2>${name}</h2><script type="application/ld+json">{"@type":"NewsArticle","mainEntityOfPage":{"@id":"/${name}"},"author":{"url":"/author"}}</script>${container}</article>`,
};

for (const [what, article] of Object.entries(permalinks))
  test(`articles on one page, with ${what}, keep their players while the URL changes`, async ({
    page,
    stage,
  }) => {
    const asked = configure(stage);
    const server = serveEvents(stage);
    const names = ['one', 'two', 'three'];
    await page.goto(
      stage.page(
        '/one',
        `${names.map((name) => `<section id="${name}">${article(name)}</section>`).join('')}${loader(stage)}`,
        open,
      ),
    );
    for (const name of names) await expect(playOf(page, `#${name}`, name)).toBeVisible();
    await playOf(page, '#one', 'one').click();
    await plays(page, 'first');
    for (const name of ['two', 'three', 'two', 'one']) {
      await move(page, name === 'three' ? 'pushState' : 'replaceState', `/${name}`);
      await looked(page);
    }
    // More come at the end.
    await page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      `<section id="four">${article('four')}</section>`,
    );
    await expect(playOf(page, '#four', 'four')).toBeVisible();
    await move(page, 'replaceState', '/four');
    await looked(page);
    await expect(page.locator('#one').getByRole('button', { name: 'Pause: one' })).toBeVisible();
    for (const name of ['two', 'three', 'four']) await expect(playOf(page, `#${name}`, name)).toBeVisible();
    await plays(page, 'first');
    expect(asked.toSorted()).toEqual(['four', 'one', 'three', 'two']);
    await expect.poll(() => server.told('load').length).toBe(4);
    expect(new Set(server.told('load').map(({ a }) => a)).size).toBe(4);
  });

for (const how of ['replaceState', 'pushState'] as const)
  test(`articles without links get their URLs from the address bar (${how})`, async ({ page, stage }) => {
    const asked = configure(stage);
    const article = (name: string): string =>
      `<article id="${name}" style="height: 1200px"><h2>${name}</h2>${container}</article>`;
    await page.goto(stage.page('/one', `<main>${article('one')}</main>${loader(stage)}`, open));
    await playOf(page, '#one', 'one').click();
    await plays(page, 'first');
    await page.evaluate(
      (html) => document.querySelector('main')!.insertAdjacentHTML('beforeend', html),
      article('two') + article('three'),
    );
    await looked(page);
    // Nothing is better than the wrong article.
    await expect(players(page)).toHaveCount(1);
    for (const name of ['two', 'three', 'one']) {
      await page.locator(`#${name}`).evaluate((node) => node.scrollIntoView());
      await move(page, how, `/${name}`);
      const button = page.locator(`#${name}`).getByRole('button', { name: /^(?:Play|Pause):/ });
      await expect(button).toHaveAccessibleName(name === 'one' ? 'Pause: one' : `Play: ${name}`);
    }
    await plays(page, 'first');
    // The page's framework creates a container, then an article, while another address is shown.
    await move(page, 'replaceState', '/three');
    await page.locator('#two .parlance-player').evaluate((node) => node.replaceWith(node.cloneNode()));
    await expect(playOf(page, '#two', 'two')).toBeVisible();
    await page.locator('#three').evaluate((node) => node.scrollIntoView());
    await looked(page);
    expect(asked).toEqual(['one', 'two', 'three', 'two']);
  });

test('a moved container plays the article that it is now in', async ({ page, stage }) => {
  const asked = configure(stage);
  const article = (name: string, inner = ''): string =>
    `<article id="${name}"><h2><a href="/${name}">${name}</a></h2>${inner}</article>`;
  await page.goto(
    stage.page('/one', article('one', container) + article('two') + article('three') + loader(stage), open),
  );
  await expect(playOf(page, '#one', 'one')).toBeVisible();
  for (const name of ['two', 'three', 'one']) {
    await page.evaluate(
      (id) => document.getElementById(id)!.append(document.querySelector('.parlance-player')!),
      name,
    );
    await expect(playOf(page, `#${name}`, name)).toBeVisible();
  }
  expect(asked).toEqual(['one', 'two', 'three', 'one']);
});

test('links inside the only article of a page are ignored', async ({ page, stage }) => {
  const asked = configure(stage);
  await page.goto(
    stage.page(
      '/one',
      `<article><h2><a href="/politics">Politics</a></h2><h1>One</h1>${embed(stage)}<h2><a href="/other">Read also</a></h2>${related}</article>
      <article><h2><a href="/teaser">Teaser</a></h2></article>`,
    ),
  );
  await expect(playOf(page, 'article', 'one')).toBeVisible();
  expect(asked).toEqual(['one']);
});

const canonical = (path: string): string => `<link rel="canonical" href="${path}">`;
const story = (name: string): string => `<h1>${name}</h1>${container}<p>Text</p>`;

/** Opens a single-page application at article one. */
async function openSpa(page: Page, stage: Stage, head = '', text = story('One')): Promise<string[]> {
  const asked = configure(stage);
  await page.goto(stage.page('/one', `<main>${text}</main>${loader(stage)}`, { ...open, head }));
  await expect(playOf(page, 'main', 'one')).toBeVisible();
  return asked;
}

test('a canonical URL that does not change with the page is ignored', async ({ page, stage }) => {
  const asked = await openSpa(page, stage, canonical('/one'));
  for (const name of ['two', 'three']) {
    await move(page, 'pushState', `/${name}`);
    await draw(page, 'main', story(name));
    await expect(playOf(page, 'main', name)).toBeVisible();
  }
  await page.evaluate(() => history.back());
  await draw(page, 'main', story('two'));
  await expect(playOf(page, 'main', 'two')).toBeVisible();
  await page.evaluate(() => history.back());
  await draw(page, 'main', story('One'));
  await expect(playOf(page, 'main', 'one')).toBeVisible();
  expect(asked).toEqual(['one', 'two', 'three', 'two', 'one']);
});

test('a playlist keeps playing while the page around it changes', async ({ page, stage }) => {
  const asked: string[] = [];
  stage.configure('list', ({ searchParams }) => {
    asked.push(searchParams.get('url')!.split('/').at(-1)!);
    const items = [stage.item({ seconds: 60 }), stage.item({ seconds: 60, tone: 'second' })];
    return stage.config({ channel: { kind: 'playlistPlayer', version: 3 }, items });
  });
  await openSpa(page, stage, '', `${story('One')}`);
  await page.evaluate(
    (html) => document.body.insertAdjacentHTML('afterbegin', html),
    '<header><div class="parlance-player" data-channel="list"></div></header>',
  );
  await page.locator('header').getByRole('button', { name: play }).click();
  await plays(page, 'first');
  for (const name of ['two', 'three']) {
    await move(page, 'pushState', `/${name}`);
    await draw(page, 'main', story(name));
    await expect(playOf(page, 'main', name)).toBeVisible();
  }
  await expect(page.locator('header').getByRole('button', { name: /^Pause:/ })).toBeVisible();
  await expect(players(page)).toHaveCount(2);
  await plays(page, 'first');
  expect(asked).toEqual(['one']);
});

test('a page that is visited again counts as another view', async ({ page, stage }) => {
  await openSpa(page, stage);
  const server = serveEvents(stage);
  await move(page, 'pushState', '/front');
  await draw(page, 'main', '<h1>Front page</h1>');
  await looked(page);
  for (const name of ['two', 'front', 'two']) {
    await move(page, 'pushState', `/${name}`);
    await draw(page, 'main', name === 'front' ? '<h1>Front page</h1>' : story(name));
    if (name === 'front') await looked(page);
    else await expect(playOf(page, 'main', name)).toBeVisible();
  }
  const told = () => server.events.filter(({ a }) => a === idOf('two')).map(({ ac }) => ac);
  await expect.poll(told).toEqual(['load', 'seen', 'load', 'seen']);
});

test('a canonical URL that is corrected late is used', async ({ page, stage }) => {
  const asked = await openSpa(page, stage, canonical('/one'));
  await move(page, 'pushState', '/two?from=front');
  await draw(page, 'main', story('Two'));
  await expect(playOf(page, 'main', 'two?from=front')).toBeVisible();
  await page
    .locator('link[rel=canonical]')
    .evaluate((link) => void ((link as HTMLLinkElement).href = '/canonical-two'));
  await expect(playOf(page, 'main', 'canonical-two')).toBeVisible();
  expect(asked).toEqual(['one', 'two?from=front', 'canonical-two']);
});

for (const hasNavigation of [true, false])
  for (const isNew of [true, false])
    test(`the player waits for a router that changes the URL after rendering ${isNew ? 'a new' : 'around the same'} container, ${hasNavigation ? 'with' : 'without'} navigation events`, async ({
      page,
      stage,
    }) => {
      if (!hasNavigation)
        await page.addInitScript(() =>
          Object.defineProperty(window, 'navigation', { value: undefined, configurable: true }),
        );
      const asked = await openSpa(page, stage, canonical('/one'));
      const go = (name: string) =>
        page.evaluate(
          async ([title, html]) => {
            if (html) document.querySelector('main')!.innerHTML = html;
            else document.querySelector('h1')!.textContent = title;
            await new Promise((resolve) => setTimeout(resolve, 400));
            history.pushState({}, '', `/${title}`);
            if (!window.navigation) document.title = title;
          },
          [name, isNew ? story(name) : ''] as const,
        );
      for (const name of ['two', 'three']) {
        await go(name);
        await expect(playOf(page, 'main', name)).toBeVisible();
      }
      expect(asked).toEqual(['one', 'two', 'three']);
    });

test('a remaining container switches to the new article once its text is present', async ({
  page,
  stage,
}) => {
  const asked = await openSpa(page, stage, canonical('/one'));
  await move(page, 'pushState', '/two');
  await looked(page);
  await expect(playOf(page, 'main', 'one')).toBeVisible();
  // As React does it.
  await page.locator('h1').evaluate((heading) => void (heading.firstChild!.nodeValue = 'Two'));
  await expect(playOf(page, 'main', 'two')).toBeVisible();
  // Under the same heading it takes a moment.
  await move(page, 'pushState', '/three');
  await expect(playOf(page, 'main', 'three')).toBeVisible();
  expect(asked).toEqual(['one', 'two', 'three']);
});

test('a changed query means another article only with another text', async ({ page, stage }) => {
  const asked = await openSpa(page, stage, canonical('/one'));
  await move(page, 'replaceState', '/one?utm_source=x');
  await looked(page);
  await move(page, 'pushState', '/one?tab=comments');
  await draw(page, 'main', story('One'));
  await expect(playOf(page, 'main', 'one')).toBeVisible();
  await looked(page);
  expect(asked).toEqual(['one', 'one']);
  await move(page, 'pushState', '/one?id=2');
  await draw(page, 'main', story('Two'));
  await expect(playOf(page, 'main', 'one?id=2')).toBeVisible();
});

test('the module that identifies articles may fail to load', async ({ page, stage }) => {
  await page.route(/\/player\/article-addresses-/, (route) => route.abort());
  await openSpa(page, stage);
  await move(page, 'pushState', '/two');
  await draw(page, 'main', story('Two'));
  await expect(players(page).getByRole('button', { name: play })).toBeVisible();
});
