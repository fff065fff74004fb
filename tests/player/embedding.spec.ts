import type { Page } from '@playwright/test';
import { ranged } from './publisher-pages.ts';
import { expect, plays, isSilent, players, soundsOf, stateOf, test } from './player-page.ts';
import { wav } from '../support/media.ts';

const play = /^(Play|Try again):/;

test('the player appears in containers that are added later, however often the loader is included', async ({
  page,
  stage,
}) => {
  // Another release, which the page has kept in one of its templates. The one that comes first serves the
  // page.
  stage.release('/old');
  stage.configure('later', stage.config());
  const loader = (from: string): string =>
    `<script async src="${stage.service.url}${from}/player/loader.js"></script>`;
  await page.goto(stage.page('/later', `<main></main>${loader('')}${loader('')}${loader('/old')}`));
  expect(stage.service.requests.filter(({ path }) => path.includes('/player/later/config'))).toEqual([]);
  const add = () =>
    page.evaluate(() => {
      const container = document.createElement('div');
      container.className = 'parlance-player';
      container.dataset['channel'] = 'later';
      container.dataset['article'] = '1';
      document.querySelector('main')!.append(container);
    });
  await add();
  await expect(players(page)).toHaveCount(1);
  await add();
  await expect(players(page)).toHaveCount(2);
});

test('the player keeps playing while a single-page application navigates, and returns', async ({
  page,
  stage,
}) => {
  stage.configure('spa', (asked) =>
    stage.config({
      items: [
        stage.item({
          id: asked.searchParams.get('url')!.endsWith('/two') ? 2 : 1,
          title: asked.searchParams.get('url')!.slice(-3),
        }),
      ],
    }),
  );
  await page.goto(stage.page('/spa/one', `<main>${stage.embed('spa', '')}</main>`));
  const route = (to: string) =>
    page.evaluate((path) => {
      history.pushState({}, '', path);
      const container = document.createElement('div');
      container.className = 'parlance-player';
      container.dataset['channel'] = 'spa';
      document.querySelector('main')!.replaceChildren(document.createElement('h1'), container);
    }, to);
  await page.getByRole('button', { name: 'Play: one' }).click();
  await plays(page, 'first');
  await route('/spa/two');
  await expect(page.getByRole('button', { name: 'Play: two' })).toBeVisible();
  await expect(
    page.locator('parlance-audio[data-docked]').getByRole('button', { name: 'Pause: one' }),
  ).toBeVisible();
  await plays(page, 'first');
  await route('/spa/one');
  await expect(page.locator('main parlance-audio').getByRole('button', { name: 'Pause: one' })).toBeVisible();
  await expect(players(page)).toHaveCount(1);
  await plays(page, 'first');
  await route('/spa/two');
  await page.getByRole('button', { name: 'Play: two' }).click();
  await expect(page.locator('parlance-audio[data-docked]')).toHaveCount(1);
  await page.locator('parlance-audio[data-docked]').getByRole('button', { name: 'Close player' }).click();
  await expect(page.locator('parlance-audio[data-docked]')).toHaveCount(0);
  await expect.poll(async () => (await soundsOf(page)).filter(({ paused }) => !paused).length).toBe(1);
});

for (const action of ['before', 'after', 'inner-first', 'inner-last'] as const)
  test(`the player is placed ${action} the match of the selector`, async ({ page, stage }) => {
    stage.configure('place', stage.config({ channel: { placement: { action, selector: '#here' } } }));
    await page.goto(stage.page('/placed', `<p id="here"><b>Text</b></p>${stage.embed('place')}`));
    await expect(players(page)).toBeVisible();
    const path = {
      before: 'parlance-audio + #here',
      after: '#here + parlance-audio',
      'inner-first': '#here > parlance-audio:first-child',
      'inner-last': '#here > parlance-audio:last-child',
    };
    await expect(page.locator(path[action])).toHaveCount(1);
  });

test('the player stays in its container if the selector has no match or is invalid', async ({
  page,
  stage,
}) => {
  stage.configure('none', stage.config({ channel: { placement: { action: 'after', selector: '((' } } }));
  await page.goto(stage.page('/none', stage.embed('none')));
  await expect(page.locator('.parlance-player > parlance-audio')).toBeVisible();
});

test('the player shows nothing for a deleted channel, or without content', async ({ page, stage }) => {
  stage.configure('gone', { status: 410 });
  stage.configure('empty', stage.config({ items: [] }));
  stage.configure('here', stage.config());
  await page.goto(
    stage.page(
      '/gone',
      `<div class="parlance-player" data-channel="gone"></div><div class="parlance-player" data-channel="empty"></div>${stage.embed('here')}`,
    ),
  );
  await expect(players(page)).toHaveCount(1);
});

test('the player appears when the article is ready', async ({ page, stage }) => {
  let asked = 0;
  stage.configure('made', () =>
    (asked += 1) < 3
      ? stage.config({ items: [stage.item({ state: 'inProgress', audio: null })] })
      : stage.config(),
  );
  await page.clock.install();
  await page.goto(stage.page('/made', stage.embed('made')));
  await expect.poll(() => asked).toBe(1);
  await expect(players(page)).toHaveCount(0);
  await page.clock.runFor(2_100);
  await expect.poll(() => asked).toBe(2);
  await page.clock.runFor(3_100);
  await expect(players(page)).toBeVisible();
  expect(asked).toBe(3);
});

test('the player omits the query of a 10 kB URL, and uses the canonical URL if there is one', async ({
  page,
  stage,
}) => {
  const asked: string[] = [];
  stage.configure('long', (url) => {
    asked.push(url.searchParams.get('url')!);
    return stage.config();
  });
  const address = stage.page('/long', stage.embed('long', ''));
  await page.goto(`${address}?${'x'.repeat(10_000)}`);
  await expect(players(page)).toBeVisible();
  await page.goto(
    stage.page('/canonical', stage.embed('long', ''), {
      head: '<link rel="canonical" href="https://paper.example/story">',
    }),
  );
  await expect(players(page)).toBeVisible();
  expect(asked).toEqual([address, 'https://paper.example/story']);
});

test('the player switches to the whole article when the reader signs in, without a reload', async ({
  page,
  stage,
}) => {
  const id = 55;
  stage.configure('wall', ({ searchParams }) =>
    searchParams.get('signature') === 'good'
      ? stage.config({ items: [stage.item({ id, tone: 'second', seconds: 40 })] })
      : stage.config({ items: [stage.item({ id, teaser: true, seconds: 20 })] }),
  );
  await page.goto(stage.page('/wall', stage.embed('wall')));
  const player = players(page);
  await player.getByRole('button', { name: play }).click();
  await plays(page, 'first');
  await expect.poll(async () => (await stateOf(player))['time'] as number).toBeGreaterThan(1);
  await page.evaluate(() =>
    Object.assign((document.querySelector('.parlance-player') as HTMLElement).dataset, {
      timestamp: '1',
      signature: 'good',
    }),
  );
  await plays(page, 'second');
  const { time, duration } = await stateOf(player);
  expect(time as number).toBeGreaterThan(1);
  expect(duration).toBe(40);
  await expect(players(page)).toHaveCount(1);
});

test('the player switches to the whole article on a page that was left in the meantime', async ({
  page,
  stage,
}) => {
  stage.configure('wall', ({ searchParams }) =>
    searchParams.get('signature') === 'good'
      ? stage.config({ items: [stage.item({ id: 56, tone: 'second', seconds: 40 })] })
      : stage.config({ items: [stage.item({ id: 56, teaser: true, seconds: 20 })] }),
  );
  await page.goto(stage.page('/wall-left', `<main>${stage.embed('wall')}</main>`));
  await players(page).getByRole('button', { name: play }).click();
  await plays(page, 'first');
  // Its page goes, and comes back with another container.
  await page.evaluate(() => {
    const main = document.querySelector('main')!;
    const again = main.cloneNode(true);
    main.replaceWith('Elsewhere');
    Object.assign(window, { again });
  });
  await expect(page.locator('parlance-audio[data-docked]')).toBeVisible();
  await page.evaluate(() => document.body.append((window as unknown as { again: Node }).again));
  await expect(page.locator('main parlance-audio')).toBeVisible();
  await page.evaluate(() =>
    Object.assign((document.querySelector('.parlance-player') as HTMLElement).dataset, {
      timestamp: '1',
      signature: 'good',
    }),
  );
  await plays(page, 'second');
  await expect(players(page)).toHaveCount(1);
});

test('playback resumes where a network error interrupted it', async ({ page, stage }) => {
  const file = wav({ seconds: 30, frequency: 440, sampleRate: 8_000, bits: 8 });
  const whole = ranged(file);
  let broken = 0;
  stage.service.set('/download/audio/cut.wav', (request, response) => {
    if (broken >= 2) return whole(request, response);
    broken += 1;
    response.writeHead(200, {
      'content-type': 'audio/wav',
      'content-length': file.length,
      'access-control-allow-origin': '*',
    });
    response.write(file.subarray(0, 44 + 8_000 * 1.5));
    setTimeout(() => response.destroy(), 200);
  });
  stage.configure(
    'cut',
    stage.config({
      items: [stage.item({ audio: `${stage.service.url}/download/audio/cut.wav`, durationMs: 30_000 })],
    }),
  );
  await page.goto(stage.page('/cut', stage.embed('cut')));
  await players(page).getByRole('button', { name: play }).click();
  await expect.poll(async () => (await stateOf(players(page)))['time'] as number).toBeGreaterThan(2);
  await plays(page, 'cut');
  expect(broken).toBe(2);
});

test('the player shows a message if the audio is gone', async ({ page, stage }) => {
  let there = true;
  stage.service.set('/download/audio/gone.wav', {
    status: 410,
    headers: { 'access-control-allow-origin': '*' },
  });
  stage.configure('away', () =>
    there
      ? stage.config({ items: [stage.item({ audio: `${stage.service.url}/download/audio/gone.wav` })] })
      : { status: 404 },
  );
  await page.goto(stage.page('/away', stage.embed('away')));
  const player = players(page);
  await player.getByRole('button', { name: play }).waitFor();
  there = false;
  await player.getByRole('button', { name: play }).click();
  await expect(player.locator('.heading')).toHaveText('This audio is no longer available.');
  await expect(player.getByRole('status')).toHaveText('This audio is no longer available.');
  await expect(player.getByRole('button', { name: play })).toBeDisabled();
  await isSilent(page);
});

test('the player offers a retry if the server is unreachable', async ({ page, stage }) => {
  await page.clock.install();
  let up = false;
  const item = stage.item({ audio: `${stage.service.url}/download/audio/down.wav` });
  const whole = ranged(wav({ seconds: 20, frequency: 440, sampleRate: 8_000, bits: 8 }));
  let tries = 0;
  stage.service.set('/download/audio/down.wav', (request, response) => {
    if (up) return whole(request, response);
    if (request.method === 'GET') tries += 1;
    response.writeHead(503).end();
  });
  stage.configure('down', stage.config({ items: [item] }));
  await page.goto(stage.page('/down', stage.embed('down')));
  const player = players(page);
  await player.getByRole('button', { name: play }).click();
  // It is tried again, after ever longer waits.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(500);
        return player.getByRole('status').textContent();
      },
      { intervals: [20] },
    )
    .toBe('Couldn’t reach the audio. Try again in a moment.');
  expect(tries).toBeGreaterThan(3);
  up = true;
  await player.getByRole('button', { name: /^Try again:/ }).click();
  await plays(page, 'down');
});

test('the player can be included as a module', async ({ page, stage }) => {
  stage.configure('module', stage.config());
  await page.goto(
    stage.page('/module', stage.embed('module').replace('<script async', '<script type="module"')),
  );
  await expect(players(page)).toBeVisible();
});

/** Heights that the guide names. */
const heights = { 2: 64, 3: 152, 4: 56 } as const;
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

for (const [what, version, opened] of [
  ['version 2', 2, false],
  ['version 3', 3, false],
  ['version 4', 4, false],
  ['the playlist player', 3, false],
  ['the playlist player with its list', 3, true],
] as const)
  test(`${what} causes no layout shift when it appears or plays`, async ({ page, stage }) => {
    const items = Array.from({ length: 3 }, () =>
      stage.item({ transcript: `${stage.service.url}/transcript` }),
    );
    const isPlaylist = what.includes('playlist');
    stage.configure(
      'still',
      stage.config({
        items: isPlaylist ? items : items.slice(0, 1),
        channel: { version, opened, kind: isPlaylist ? 'playlistPlayer' : 'player' },
      }),
    );
    const height = opened ? 172 + 44 * items.length : heights[version];
    stage.publisher.set('/still.css', {
      headers: { 'content-type': 'text/css' },
      body: `.parlance-player { min-height: ${height}px !important; margin: 0 !important; }`,
    });
    await page.goto(
      stage.page('/still', `<h1>Harbour</h1>${stage.embed('still')}<p id="text">Text</p>`, {
        head: '<link rel="stylesheet" href="/still.css">',
      }),
    );
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .waitFor();
    const text = page.locator('#text');
    const at = (await text.boundingBox())!.y;
    expect(await shifted(page)).toBe(0);
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .click();
    await plays(page, 'first');
    await expect(players(page).getByRole('button', { name: 'Transcript' })).toBeVisible();
    expect((await text.boundingBox())!.y).toBe(at);
    // A player may change within its place, which on a slow machine is no longer right after the click.
    expect(await page.evaluate(() => (window as unknown as { around: number }).around)).toBe(0);
  });

test('the player fits into 120 pixels without being cut off', async ({ page, stage }) => {
  stage.publisher.set('/narrow.css', {
    headers: { 'content-type': 'text/css' },
    body: '.parlance-player { width: 120px; }',
  });
  const chapters = [
    { title: 'Dawn', startMs: 0 },
    { title: 'Boats', startMs: 10_000 },
  ];
  const items = [stage.item({ chapters }), stage.item({ tone: 'second' })];
  for (const [version, kind] of [
    [2, 'player'],
    [3, 'player'],
    [4, 'player'],
    [3, 'playlistPlayer'],
  ] as const) {
    stage.configure('narrow', stage.config({ channel: { version, kind, opened: true }, items }));
    await page.goto(
      stage.page('/narrow', stage.embed('narrow', ''), {
        head: '<link rel="stylesheet" href="/narrow.css">',
      }),
    );
    const cut = () =>
      players(page).evaluate((element) => {
        const host = element.getBoundingClientRect();
        return [
          ...element.shadowRoot!.querySelectorAll<HTMLElement>(
            'button, input, .time, .synthetic, .play-label',
          ),
        ]
          .filter((node) => node.checkVisibility() && !node.closest('.status'))
          .filter((node) => {
            const { left, right, width } = node.getBoundingClientRect();
            return (
              width > 1 &&
              (left < host.left - 1 || right > host.right + 1 || node.scrollWidth > node.clientWidth + 2)
            );
          })
          .map((node) => node.className);
      });
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .waitFor();
    expect(await cut(), `${kind} ${version}`).toEqual([]);
    await players(page)
      .getByRole('button', { name: /^Play:/ })
      .click();
    await plays(page, 'first');
    if (version === 4) await expect(page.locator('[data-stage=settled] .speed')).toBeVisible();
    expect(await cut(), `${kind} ${version}, played`).toEqual([]);
  }
});
