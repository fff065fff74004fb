/** Where no player appears the console says why, once, with a page that says what to do. */
import type { Page } from '@playwright/test';
import type { PlayerConfig } from '../../client/player/player-config.ts';
import { expect, players, plays, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

/** Collects what the player says in the console. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Parlance')) said.push(`${message.type()} ${message.text()}`);
  });
  return said;
}

const help = (stage: Stage, reason: string): RegExp =>
  new RegExp(`^info Parlance: no player.* ${stage.service.url}/player/help#${reason}$`);

const twice = (stage: Stage, slug: string): string => stage.embed(slug, '') + stage.embed(slug, '');

const answers: Record<string, (stage: Stage) => PlayerConfig | { status: number }> = {
  'unknown-channel': () => ({ status: 404 }),
  'deleted-channel': () => ({ status: 410 }),
  'no-reader': () => ({ status: 403 }),
  unreachable: () => ({ status: 503 }),
  'no-article': (stage) => stage.config({ items: [] }),
  'no-audio': (stage) => stage.config({ items: [{ ...stage.item(), audio: null, state: 'gone' }] }),
  'in-progress': (stage) => stage.config({ items: [{ ...stage.item(), audio: null, state: 'inProgress' }] }),
};
for (const [reason, answer] of Object.entries(answers))
  test(`the console explains the response: ${reason}`, async ({ page, stage }) => {
    const said = listen(page);
    stage.configure('why', answer(stage));
    await page.goto(stage.page('/why', twice(stage, 'why')));
    await expect.poll(() => said).toEqual([expect.stringMatching(help(stage, reason))]);
    // Another one that plays appears, and no more is said.
    stage.configure('other', stage.config());
    await page.evaluate(() => {
      const container = document.createElement('div');
      container.className = 'parlance-player';
      container.dataset['channel'] = 'other';
      document.body.append(container);
    });
    await expect(players(page)).toHaveCount(1);
    expect(said.length).toBe(1);
  });

test('the console explains a container without a channel', async ({ page, stage }) => {
  const said = listen(page);
  await page.goto(stage.page('/why', stage.embed('why', '').replace(/data-channel="why"/, '')));
  await expect.poll(() => said).toEqual([expect.stringMatching(help(stage, 'no-channel'))]);
});

test('the console explains a page without a container, or with one in a shadow tree', async ({
  page,
  stage,
}) => {
  const said = listen(page);
  const script = stage.embed('why').replace(/<div.*<\/div>/, '');
  stage.publisher.set('/shadow.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `const host = document.createElement('div'); document.body.append(host);
const container = document.createElement('div'); container.className = 'parlance-player';
host.attachShadow({ mode: 'open' }).append(container);`,
  });
  await page.goto(
    stage.page('/why', `${script}<script src="/shadow.js"></script>`, {
      headers: { 'content-security-policy': '' },
    }),
  );
  await expect.poll(() => said).toEqual([expect.stringMatching(help(stage, 'no-container'))]);
});

/** A theme's own script with the loader in it. @param change of the loader */
async function join(stage: Stage, change: (loader: string) => string): Promise<string> {
  const loader = await (await fetch(`${stage.service.url}/player/loader.js`)).text();
  stage.publisher.set('/theme.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `window.theme = true;\n${change(loader)}`,
  });
  stage.configure('joined', stage.config());
  return stage.page(
    '/joined',
    '<div class="parlance-player" data-channel="joined" data-article="1"></div><script src="/theme.js"></script>',
    { headers: { 'content-security-policy': '' } },
  );
}

test('a loader that a theme bundles with other scripts finds its server, and plays', async ({
  page,
  stage,
}) => {
  const said = listen(page);
  await page.goto(await join(stage, (loader) => loader));
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .click();
  await plays(page, 'first');
  expect(said).toEqual([]);
});

test('a copy of the previous release’s loader works', async ({ page, stage }) => {
  const said = listen(page);
  await page.goto(await join(stage, (loader) => loader.replace(/start-[\w-]+\.js/, 'start-earlier.js')));
  await expect.poll(() => said).toEqual([expect.stringMatching(help(stage, 'not-loaded'))]);
});

/** Runs in the page before anything else: removes what only later browsers have than those supported. */
/** @param which `later`, `style sheets` or `arrays` */
function forget(which: string): void {
  const gone: [object, string[]][] =
    which === 'style sheets'
      ? [[Document.prototype, ['adoptedStyleSheets']]]
      : which === 'arrays'
        ? [[Array.prototype, ['toSpliced']]]
        : [
            [URL, ['canParse', 'parse']],
            [Promise, ['withResolvers', 'try']],
            [Object, ['groupBy']],
            [Map, ['groupBy']],
            [Array, ['fromAsync']],
            [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf']],
            [
              Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
              ['map', 'filter', 'toArray'],
            ],
            [window, ['OffscreenCanvas', 'navigation', 'scheduler', 'requestIdleCallback']],
            [Document.prototype, ['startViewTransition']],
          ];
  for (const [from, names] of gone) for (const name of names) Reflect.deleteProperty(from, name);
}

for (const what of ['style sheets', 'arrays'] as const)
  test(`the player handles a browser without ${what}`, async ({ page, stage }) => {
    const said = listen(page);
    await page.addInitScript(forget, what);
    stage.configure('old', stage.config());
    await page.goto(stage.page('/old', stage.embed('old')));
    await expect.poll(() => said).toEqual([expect.stringMatching(help(stage, 'old-browser'))]);
  });

test('the oldest supported browsers play all versions', async ({ page, stage }) => {
  await page.addInitScript(forget, 'later');
  for (const version of [2, 3, 4] as const) {
    stage.configure('oldest', stage.config({ channel: { version, background: 'transparent' } }));
    await page.goto(stage.page('/oldest', stage.embed('oldest')));
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .click();
    await plays(page, 'first');
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBeTruthy();
  }
});
