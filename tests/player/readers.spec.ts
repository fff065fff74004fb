/** What costs money or counts begins with a reader, and not with a request. */
import type { Page } from '@playwright/test';
import { expect, players, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

/** Serves a page that no article is known of yet. @returns what its player sends */
function unknownPage(stage: Stage, slug: string): { configs: string[]; events: string[]; address: string } {
  const configs: string[] = [];
  const events: string[] = [];
  let isStarted = false;
  const item = stage.item({});
  stage.service.set(`/player/${slug}/config`, (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      configs.push(
        request.method === 'GET' ? 'GET' : `${request.method} ${request.headers['content-type']} ${body}`,
      );
      if (request.method === 'POST' && body === 'the-token') isStarted = true;
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(
        JSON.stringify(
          stage.config({
            items: isStarted ? [item] : [],
            pageToken: isStarted ? null : 'the-token',
            eventsUrl: `${stage.service.url}/ev`,
          }),
        ),
      );
    });
  });
  stage.service.set('/ev', (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const sent = JSON.parse(body) as { ac: string } | { ac: string }[];
      events.push(...[sent].flat().map(({ ac }) => ac));
      response
        .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end('{}');
    });
  });
  return { configs, events, address: stage.page(`/${slug}`, stage.embed(slug, '')) };
}

/** Runs in the page before anything else: the page is rendered out of sight until the test shows it. */
/** @param kind `prerendered` or `in the background` */
function hidden(kind: string): void {
  let isHidden = true;
  Object.defineProperties(Document.prototype, {
    visibilityState: { get: () => (isHidden ? 'hidden' : 'visible'), configurable: true },
    prerendering: { get: () => isHidden && kind === 'prerendered', configurable: true },
  });
  addEventListener('show-page', () => {
    isHidden = false;
    for (const type of ['prerenderingchange', 'visibilitychange']) document.dispatchEvent(new Event(type));
  });
}
const show = (page: Page): Promise<void> =>
  page.evaluate(() => {
    dispatchEvent(new Event('show-page'));
  });

const posted = 'POST text/plain;charset=UTF-8 the-token';

test('a visible page starts audio generation with a token, without a preflight request', async ({
  page,
  stage,
}) => {
  const { configs, events, address } = unknownPage(stage, 'seen');
  await page.goto(address);
  await expect(players(page)).toHaveCount(1);
  expect(configs).toEqual(['GET', posted]);
  await expect.poll(() => events).toEqual(['load', 'seen']);
});

test('a background page starts audio generation when it becomes visible, with a new token', async ({
  page,
  stage,
}) => {
  const { configs, address } = unknownPage(stage, 'background');
  await page.addInitScript(hidden, 'in the background');
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  expect(configs).toEqual(['GET']);
  await show(page);
  await expect(players(page)).toHaveCount(1);
  expect(configs).toEqual(['GET', 'GET', posted]);
});

test('a prerendered page requests and counts nothing until it is opened', async ({ page, stage }) => {
  const { configs, events, address } = unknownPage(stage, 'ahead');
  await page.addInitScript(hidden, 'prerendered');
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  expect([configs, events, await players(page).count()]).toEqual([[], [], 0]);
  await show(page);
  await expect(players(page)).toHaveCount(1);
  expect(configs).toEqual(['GET', posted]);
  await expect.poll(() => events).toEqual(['load', 'seen']);
});
