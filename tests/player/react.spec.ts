/**
 * Pages that React renders on the server, streams, and takes over in the browser: the player is there before,
 * nothing of the page is compared with it, and what was counted is counted once.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { build, type Rolldown } from 'vite';
import type { ConfigChange, Stage } from './publisher-pages.ts';
import { expect, players, plays, test as base } from './player-page.ts';
import { App, type AppProps } from './react-app.ts';
import { serveEvents, type EventServer } from './told-events.ts';

const play = /^Play:/;

const test = base.extend<{ warnings: string[] }, { bundle: string }>({
  bundle: [
    // Playwright insists on a pattern here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const built = (await build({
        configFile: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"development"' },
        build: {
          write: false,
          minify: false,
          lib: {
            entry: fileURLToPath(new URL('react-app.ts', import.meta.url)),
            formats: ['iife'],
            name: 'reactApp',
          },
        },
      })) as Rolldown.RolldownOutput[];
      await use(built[0]!.output[0].code);
    },
    { scope: 'worker' },
  ],
  warnings: [
    async ({ page }, use) => {
      const warnings: string[] = [];
      page.on('console', (message) => {
        const isOfFile = message.text().startsWith('Failed to load resource');
        if (/^(?:error|warning)$/.test(message.type()) && !isOfFile) warnings.push(message.text());
      });
      await use(warnings);
      expect(warnings).toEqual([]);
      expect(await page.evaluate(() => window.recovered)).toEqual([]);
    },
    { auto: true },
  ],
});

interface Opened {
  server: EventServer;
  /** Lets the page's own script, and what a server streams late, come. */
  takeOver(): Promise<void>;
  /** Lets what a server streams late come. */
  arrive(): void;
}

/** Opens a page of `App`, whose script waits. */
async function open(
  page: Page,
  { stage, bundle }: { stage: Stage; bundle: string },
  kind: AppProps['kind'],
  { channel = {}, isStrict = false }: { channel?: ConfigChange['channel']; isStrict?: boolean } = {},
): Promise<Opened> {
  const server = serveEvents(stage);
  stage.configure('react', stage.config({ eventsUrl: server.url, channel: { slug: 'react', ...channel } }));
  const props: AppProps = { kind, isStrict, loader: `${stage.service.url}/player/loader.js` };
  const held = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  stage.publisher.set('/react-app.js', async (_, response) => {
    await held.promise;
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
  });
  const setting = `window.app = ${JSON.stringify(props)}`;
  const path = `/react-${kind}`;
  if (kind === 'document')
    stage.publisher.set(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      const { pipe } = renderToPipeableStream(createElement(App, { ...props, arrives: late.promise }), {
        bootstrapScriptContent: setting,
        bootstrapScripts: ['/react-app.js'],
        onShellReady: () => void pipe(response),
      });
    });
  else
    stage.page(
      path,
      `<div id="root">${renderToString(createElement(App, props))}</div><script>${setting}</script>
      <script async src="${props.loader}"></script><script async src="/react-app.js"></script>`,
      { headers: { 'content-security-policy': '' } },
    );
  await page.goto(`${stage.publisher.url}${path}`, { waitUntil: 'commit' });
  return {
    server,
    async takeOver() {
      held.resolve();
      await expect(page.locator('#text')).toHaveText('Taken over');
    },
    arrive: () => late.resolve(),
  };
}

/** Marks what is there, to know it again. */
const mark = (page: Page) =>
  page.evaluate(() => {
    for (const node of document.querySelectorAll('h1, .parlance-player, parlance-player'))
      node.addEventListener('marked', (event) => event.preventDefault());
  });
const areMarked = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((nodes) =>
      nodes.map((node) => !node.dispatchEvent(new Event('marked', { cancelable: true }))),
    );

/** Counts what was told once all that can be told has been. */
async function counted({ heard, told }: EventServer, page: Page): Promise<number[]> {
  await players(page).getByRole('button', { name: play }).click();
  await plays(page, 'first');
  await heard('play');
  return [told('load').length, told('seen').length, told('play').length];
}

for (const kind of ['container', 'element'] as const)
  test(`the ${kind} that has its player before hydration keeps it`, async ({ page, stage, bundle }) => {
    const { server, takeOver } = await open(page, { stage, bundle }, kind);
    await expect(players(page)).toBeVisible();
    await server.heard('seen');
    await mark(page);
    await takeOver();
    const selector = kind === 'container' ? '.parlance-player' : 'parlance-player';
    expect(await areMarked(page, `h1, ${selector}`)).toEqual([true, true]);
    await expect(page.locator(`${selector} parlance-audio`)).toBeVisible();
    expect(await counted(server, page)).toEqual([1, 1, 1]);
  });

test('a player next to its target appears after hydration', async ({ page, stage, bundle }) => {
  const { server, takeOver } = await open(page, { stage, bundle }, 'container', {
    channel: { placement: { action: 'before', selector: 'h1' } },
  });
  await page.waitForResponse(/\/outside-container-/);
  await mark(page);
  await takeOver();
  await expect(page.locator('parlance-audio + h1')).toHaveCount(1);
  expect(await areMarked(page, 'h1')).toEqual([true]);
  expect(await counted(server, page)).toEqual([1, 1, 1]);
});

test('a streamed page keeps the player that appeared before its end', async ({ page, stage, bundle }) => {
  const { server, takeOver, arrive } = await open(page, { stage, bundle }, 'document');
  await expect(page.getByText('Loading')).toBeVisible();
  arrive();
  await expect(players(page)).toBeVisible();
  await server.heard('seen');
  await mark(page);
  await takeOver();
  expect(await areMarked(page, 'h1, .parlance-player')).toEqual([true, true]);
  expect(await counted(server, page)).toEqual([1, 1, 1]);
});

test('a streamed page may hydrate before its player arrives', async ({ page, stage, bundle }) => {
  const { server, takeOver, arrive } = await open(page, { stage, bundle }, 'document', { isStrict: true });
  await expect(page.getByText('Loading')).toBeVisible();
  await takeOver();
  arrive();
  await expect(players(page)).toBeVisible();
  expect(await counted(server, page)).toEqual([1, 1, 1]);
});

test('effects that run twice mount one player, which is counted once', async ({ page, stage, bundle }) => {
  const { server, takeOver } = await open(page, { stage, bundle }, 'mount', { isStrict: true });
  await page.waitForFunction(() => window.Parlance);
  await takeOver();
  await expect(page.locator('#place parlance-audio')).toBeVisible();
  await expect(players(page)).toHaveCount(1);
  expect(await counted(server, page)).toEqual([1, 1, 1]);
});

test('playback continues in a container that React re-creates, without a new page view', async ({
  page,
  stage,
  bundle,
}) => {
  const { server, takeOver } = await open(page, { stage, bundle }, 'container');
  await takeOver();
  await server.heard('seen');
  for (let turn = 0; turn < 3; turn++) {
    await mark(page);
    await page.locator('#again').click();
    expect(await areMarked(page, '.parlance-player')).toEqual([false]);
    await expect(players(page).getByRole('button', { name: play })).toBeVisible();
  }
  expect(await counted(server, page)).toEqual([1, 1, 1]);
  await page.locator('#again').click();
  await expect(
    page.locator('.parlance-player parlance-audio').getByRole('button', { name: /^Pause:/ }),
  ).toBeVisible();
  await expect(players(page)).toHaveCount(1);
  await plays(page, 'first');
});
