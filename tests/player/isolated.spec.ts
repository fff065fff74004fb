/**
 * Pages that are isolated from other sites show nothing of ours whose response does not allow it. The stage
 * sends the headers of the server's own code; that the server sends them with each response of the player is
 * tested in `tests/http/isolated-pages.test.ts`.
 */
import type { Page, Response } from '@playwright/test';
import { embeddableByAll, framableByAll, readableByOrigin } from '../../server/lib/requests/public-cors.ts';
import { expect, players, plays, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

const isolation = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': '',
};

/** The same page by a name of another site than the server's, whose responses are then not same-site. */
const onOtherSite = (address: string): string => address.replace('//127.0.0.1:', '//localhost:');

/** Sets up everything that a player asks for. @returns the responses of the server from now on */
function arrange(page: Page, stage: Stage, slug: string): Response[] {
  const { service } = stage;
  const item = stage.item({
    transcript: `${service.url}/download/audio/first.vtt`,
    image: `${service.url}/favicon.svg`,
  });
  stage.configure(
    slug,
    stage.config({
      channel: { version: 3, features: ['barPreview', 'share'], background: 'transparent' },
      items: [item],
      eventsUrl: `${service.url}/ev`,
    }),
  );
  service.set('/ev', ({ headers: { origin } }, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...readableByOrigin(origin) }).end('{}');
  });
  service.set('/favicon.svg', {
    headers: { 'content-type': 'image/svg+xml', ...embeddableByAll },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  });
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(service.url)) responses.push(response);
  });
  return responses;
}

const policyOf = (response: Response): string =>
  `${new URL(response.url()).pathname} ${response.headers()['cross-origin-resource-policy']}`;

/** Errors in the publisher's console: browsers report each response that they withhold. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test('the player plays on an isolated page of another site, which gets every response', async ({
  page,
  stage,
}) => {
  const responses = arrange(page, stage, 'isolated');
  const errors = consoleErrors(page);
  await page.goto(onOtherSite(stage.page('/isolated', stage.embed('isolated'), { headers: isolation })));
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const button = players(page).getByRole('button', { name: /^Play:/ });
  await expect(button).toBeVisible();
  await button.click();
  await plays(page, 'first');
  // As the lock screen shows it.
  const picture = page.evaluate(
    (src) =>
      new Promise<string>((resolve) => {
        const image = new Image();
        image.onload = () => resolve('shown');
        image.onerror = () => resolve('withheld');
        image.src = src;
      }),
    `${stage.service.url}/favicon.svg`,
  );
  expect(await picture).toBe('shown');
  const paths = responses.map((response) => new URL(response.url()).pathname);
  expect(paths).toEqual(expect.arrayContaining(['/player/isolated/config', '/ev', '/favicon.svg']));
  expect(responses.map(policyOf)).toEqual(paths.map((path) => `${path} cross-origin`));
  expect(errors).toEqual([]);
});

test('the player plays in a frame of an isolated page of another site', async ({ page, stage }) => {
  const responses = arrange(page, stage, 'framed');
  const errors = consoleErrors(page);
  stage.service.set('/player/framed/frame', {
    headers: { 'content-type': 'text/html; charset=utf-8', ...framableByAll(true) },
    body: `<!doctype html><html lang="en"><title>Player</title><body>${stage.embed('framed')}</body></html>`,
  });
  const frame = `<iframe src="${stage.service.url}/player/framed/frame" width="640" height="180" title="Player" allow="autoplay"></iframe>`;
  await page.goto(onOtherSite(stage.page('/framing', frame, { headers: isolation })));
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const player = page.frameLocator('iframe').locator('parlance-audio');
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect(player.getByRole('button', { name: /^Pause:/ })).toBeVisible();
  await expect(player.locator('.time')).toHaveText(/^0:0[1-9]/);
  expect(responses.map(policyOf).filter((policy) => !policy.endsWith(' cross-origin'))).toEqual([]);
  expect(errors).toEqual([]);
});

test('an isolated page of another site does not run a script without the header', async ({ page, stage }) => {
  stage.service.set('/withheld.js', {
    headers: { 'content-type': 'text/javascript' },
    body: 'document.title = "It ran";',
  });
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/withheld.js'));
  const script = `<script src="${stage.service.url}/withheld.js"></script>`;
  await page.goto(onOtherSite(stage.page('/withheld', script, { headers: isolation })));
  expect((await refused).failure()?.errorText).toContain('BLOCKED_BY_RESPONSE');
  await expect(page).toHaveTitle('The Morning Paper');
});
