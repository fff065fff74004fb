import type { Locator } from '@playwright/test';
import { done, openWithAds, play } from './ad-page.ts';
import { serveAds, vast, type AdServer } from './ad-server.ts';
import { comes, listenUntil, pass, putSoundsOnClock, stopClock } from './page-clock.ts';
import { expect, isSilent, plays, stateOf, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';
import { request } from './steering.ts';

/**
 * The longest that the content may wait for what does not come, in milliseconds, and the second that may be
 * added.
 */
const timeoutMs = 4000;
const latestMs = timeoutMs + 10_000;

test('VAST wrappers are followed to the ad, and each is notified', async ({ page, stage }) => {
  await putSoundsOnClock(page);
  const server = serveAds(stage);
  let next = server.tag('inner', server.inline({ seconds: 2, duration: '00:00:02' }));
  for (const name of ['w5', 'w4', 'w3', 'w2', 'w1']) next = server.tag(name, server.wrapper(name, next));
  const player = await openWithAds(page, stage, [next]);
  await stopClock(page);
  await play(player);
  await comes(page, 'next');
  await comes(page, 'first');
  expect(server.tracked.filter((path) => path.endsWith('impression')).toSorted()).toEqual(
    [
      'impression',
      'w1-impression',
      'w2-impression',
      'w3-impression',
      'w4-impression',
      'w5-impression',
    ].toSorted(),
  );
});

for (const [name, make, code, waitsFor] of [
  [
    'a loop of wrappers',
    (server) => [server.tag('loop', server.wrapper('loop', server.tag('loop', '')))],
    'loop-error-302',
  ],
  [
    'a sixth wrapper',
    (server) => {
      let next = server.tag('inner', server.inline());
      for (const each of ['w6', 'w5', 'w4', 'w3', 'w2', 'w1'])
        next = server.tag(each, server.wrapper(each, next));
      return [next];
    },
    'w6-error-302',
  ],
  [
    'a wrapper that leads nowhere',
    (server) => [server.tag('w', server.wrapper('w', server.tag('gone', '', { status: 404 })))],
    'w-error-300',
  ],
  ['an empty answer', (server) => [server.tag('empty', vast(''))], null],
  ['no XML', (server) => [server.tag('broken', '<VAST version="4.1"><Ad>')], null],
  [
    'another document',
    (server) => [server.tag('html', '<html><script>throw 1</script></html>', { type: 'text/html' })],
    null,
  ],
  ['ten megabytes', (server) => [server.tag('huge', vast(`<Ad>${'<x/>'.repeat(2_500_000)}</Ad>`))], null],
  [
    'a server that is slow',
    (server) => [server.tag('slow', server.inline(), { afterMs: 30_000 })],
    null,
    '/tag/slow',
  ],
  [
    'a sound that does not come',
    (server, stage) => [server.tag('mute', server.inline({ file: slowSound(stage) }))],
    'ad-error-402',
    '/slow.wav',
  ],
  [
    'a file that is not there',
    (server, stage) => [server.tag('gone', server.inline({ file: `${stage.service.url}/none.wav` }))],
    'ad-error-401',
  ],
  [
    'a type that cannot be played',
    (server) => [server.tag('foreign', server.inline({ type: 'audio/x-none' }))],
    'ad-error-403',
  ],
  ['a video', (server) => [server.tag('video', server.inline({ type: 'video/webm' }))], 'ad-error-403'],
  [
    'an empty answer that a wrapper leads to',
    (server) => [server.tag('w', server.wrapper('w', server.tag('none', vast(''))))],
    'w-error-303',
  ],
  [
    'one longer than was agreed',
    (server) => [server.tag('long', server.inline({ duration: '00:00:40' }))],
    'ad-error-202',
  ],
  [
    'one that is longer than it says',
    (server) => [server.tag('liar', server.inline({ seconds: 30 }))],
    'ad-error-202',
  ],
  [
    'a script for a file',
    (server) => [server.tag('script', server.inline({ file: 'javascript:throw(1)' }))],
    'ad-error-403',
  ],
] as [string, (server: AdServer, stage: Stage) => string[], string | null, string?][]) {
  test(`the article plays without delay after ${name}`, async ({ page, stage, complaints }) => {
    const server = serveAds(stage);
    if (waitsFor) await putSoundsOnClock(page);
    const player = await openWithAds(page, stage, make(server, stage));
    await measureWait(player);
    if (waitsFor) await stopClock(page);
    const before = stage.service.requests.length;
    await play(player);
    if (waitsFor) {
      await expect
        .poll(() => stage.service.requests.slice(before).some(({ path }) => path === waitsFor))
        .toBe(true);
      await pass(page, timeoutMs - 500);
      expect(await stateOf(player)).toMatchObject({ phase: 'held' });
      await pass(page, 500);
    }
    await expect.poll(async () => (await stateOf(player))['phase']).toBe('playing');
    expect(await page.evaluate(() => (window as unknown as { waited: number }).waited)).toBeLessThan(
      latestMs,
    );
    expect(await stateOf(player)).toMatchObject({ ad: null });
    await (waitsFor ? comes : plays)(page, 'first');
    expect((await done(server)).status).toMatch(/^(?:failed|empty)$/);
    if (code) await expect.poll(() => server.tracked).toContain(code);
    expect(server.tracked.filter((path) => /^(?:impression|start)$/.test(path))).toEqual([]);
    // For XML that it cannot parse, the browser writes an error into a hidden document, with styles that this
    // page forbids.
    if (name === 'no XML')
      complaints.splice(
        0,
        complaints.length,
        ...complaints.filter((words) => words !== 'refused: style-src-attr inline'),
      );
  });
}

/**
 * How long the content is held, by the page's own clock: a busy machine makes a test slow, and not the
 * player.
 */
const measureWait = (player: Locator): Promise<void> =>
  player.evaluate((element) => {
    const { store } = element as unknown as {
      store: { on(type: string, hear: () => void): void; state: { phase: string } };
    };
    let since: number | undefined;
    store.on('change', () => {
      if (store.state.phase === 'held') since ??= performance.now();
      else if (since !== undefined)
        (window as unknown as { waited: number }).waited ??= performance.now() - since;
    });
  });

/** Headers, and then nothing. */
function slowSound(stage: Stage): string {
  stage.service.set('/slow.wav', (_, response) => {
    response
      .writeHead(200, {
        'content-type': 'audio/wav',
        'content-length': 1e6,
        'access-control-allow-origin': '*',
      })
      .write('RIFF');
  });
  return `${stage.service.url}/slow.wav`;
}

test('the next ad tag is requested if the first has no ad', async ({ page, stage }) => {
  await putSoundsOnClock(page);
  const server = serveAds(stage);
  const tags = [
    server.tag('none', vast('')),
    server.tag('some', server.inline({ seconds: 2, duration: '00:00:02' })),
  ];
  const player = await openWithAds(page, stage, tags);
  await stopClock(page);
  await play(player);
  await comes(page, 'next');
  await comes(page, 'first');
});

test('an ad can be paused, clicked and skipped', async ({ page, stage }) => {
  const server = serveAds(stage);
  const inline = server.inline({ seconds: 12, duration: '00:00:12', skip: '00:00:01' });
  const player = await openWithAds(page, stage, [server.tag('skip', inline)]);
  stage.publisher.set('/shop', '<h1>Shoes</h1>');
  await play(player);
  await plays(page, 'next');
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    player.getByRole('button', { name: 'Learn more' }).click(),
  ]);
  await expect(shop.getByRole('heading')).toHaveText('Shoes');
  await shop.close();
  await isSilent(page);
  await expect.poll(() => server.tracked).toContain('pause');
  expect(server.tracked).toContain('click');
  await request(player, { type: 'play' });
  await plays(page, 'next');
  const skip = player.getByRole('button', { name: 'Skip ad' });
  await expect(skip).toBeVisible();
  await skip.click();
  await plays(page, 'first');
  expect(server.tracked).toEqual(expect.arrayContaining(['resume', 'skip']));
  expect(server.tracked).not.toContain('complete');
  expect((await done(server)).status).toBe('skipped');
});

test('closing the player ends the ad', async ({ page, stage }) => {
  const server = serveAds(stage);
  const player = await openWithAds(page, stage, [
    server.tag('close', server.inline({ seconds: 12, duration: '00:00:12' })),
  ]);
  await play(player);
  await plays(page, 'next');
  await request(player, { type: 'close' });
  await isSilent(page);
  expect(await stateOf(player)).toMatchObject({ ad: null, closed: true, phase: 'idle' });
  await expect.poll(() => server.tracked).toContain('close');
});

test('the number of articles between two ads equals the interval', async ({ page, stage }) => {
  await putSoundsOnClock(page);
  const server = serveAds(stage);
  const items = Array.from({ length: 5 }, () => stage.item({ seconds: 2 }));
  const tag = server.tag('interval', server.inline({ seconds: 2, duration: '00:00:02' }));
  const player = await openWithAds(page, stage, [tag], {
    items,
    ads: { provider: 'sevenone', tags: [tag], interval: 2, lengthS: 15 },
    channel: { kind: 'playlistPlayer', version: 3 },
  });
  await player.evaluate((element) => {
    const { store } = element as unknown as {
      store: { on(type: string, hear: () => void): void; state: { ad: object | null; index: number } };
    };
    const heard: number[] = ((window as unknown as { heard: number[] }).heard = []);
    let sounds = false;
    store.on('change', () => {
      if (store.state.ad && !sounds) heard.push(store.state.index);
      sounds = store.state.ad !== null;
    });
  });
  await stopClock(page);
  await request(player, { type: 'play' });
  await listenUntil(page, async () => (await stateOf(player))['phase'] === 'finished', { stepMs: 1000 });
  expect(await page.evaluate(() => (window as unknown as { heard: number[] }).heard)).toEqual([0, 2, 4]);
});

test('IMA is loaded a second after the player, and uses its element', async ({ page, stage }) => {
  await putSoundsOnClock(page);
  const server = serveAds(stage);
  const loads: number[] = [];
  await page.route('https://imasdk.googleapis.com/js/sdkloader/ima3.js', async (route) => {
    loads.push(Date.now());
    await route.fulfill({
      contentType: 'text/javascript',
      body: `(${standIn.toString()})(${JSON.stringify(stage.sound('next', 3))})`,
    });
  });
  const headers = { 'content-security-policy': "default-src * 'unsafe-inline'" };
  const tag = 'https://pubads.g.doubleclick.net/gampad/ads?ad_type=audio';
  const start = Date.now();
  const player = await openWithAds(
    page,
    stage,
    [],
    { ads: { provider: 'google', tags: [tag], interval: 10, lengthS: 15 } },
    headers,
  );
  await expect.poll(() => loads.length).toBe(1);
  expect(loads[0]! - start).toBeGreaterThan(1000);
  await stopClock(page);
  await play(player);
  await comes(page, 'next');
  expect(await page.evaluate(() => (window as unknown as { asked: string }).asked)).toBe(tag);
  expect(await stateOf(player)).toMatchObject({ phase: 'held', ad: { title: 'From Google', duration: 3 } });
  await comes(page, 'first');
  expect(await done(server)).toMatchObject({ status: 'done', provider: 'google', unit: 'g-1' });
});

test('a page without IMA plays the article', async ({ page, stage }) => {
  const server = serveAds(stage);
  await page.route('https://imasdk.googleapis.com/**', (route) => route.abort());
  const headers = { 'content-security-policy': "default-src * 'unsafe-inline'" };
  const player = await openWithAds(
    page,
    stage,
    [],
    { ads: { provider: 'google', tags: ['https://x.example/'], interval: 10, lengthS: 15 } },
    headers,
  );
  await play(player);
  await plays(page, 'first');
  expect((await stateOf(player))['ad']).toBeNull();
  expect(server.reports.every(({ status }) => status !== 'done')).toBe(true);
});

/** Speaks as much of the SDK's interface as its reference describes and the player uses; runs in the page. */
function standIn(sound: string): void {
  const target = () => {
    const listeners: Record<string, ((event: object) => void)[]> = {};
    return {
      addEventListener: (type: string, listener: (event: object) => void) =>
        void (listeners[type] ??= []).push(listener),
      tell: (type: string, event: object = {}) => listeners[type]?.forEach((listener) => listener(event)),
    };
  };
  const names = ['STARTED', 'AD_PROGRESS', 'SKIPPED', 'USER_CLOSE', 'ALL_ADS_COMPLETED'];
  class AdsLoader {
    addEventListener: unknown;
    requestAds: unknown;
    constructor() {
      const { addEventListener, tell } = target();
      this.addEventListener = addEventListener;
      this.requestAds = ({ adTagUrl }: { adTagUrl: string }) => {
        (window as unknown as { asked: string }).asked = adTagUrl;
        setTimeout(() => tell('loaded', { getAdsManager: (media: HTMLAudioElement) => manager(media) }), 50);
      };
    }
    destroy(): void {}
  }
  const manager = (media: HTMLAudioElement) => {
    const { addEventListener, tell } = target();
    const ad = { getAdId: () => 'g-1', getTitle: () => 'From Google', getDuration: () => 3 };
    return {
      addEventListener,
      init() {},
      setVolume: (volume: number) => (media.volume = volume),
      start() {
        media.addEventListener('playing', () => tell('STARTED', { getAd: () => ad }), { once: true });
        media.addEventListener('timeupdate', () =>
          tell('AD_PROGRESS', {
            getAdData: () => ({ currentTime: media.currentTime, duration: media.duration }),
          }),
        );
        media.addEventListener('ended', () => tell('ALL_ADS_COMPLETED'), { once: true });
        media.src = sound;
        void media.play();
      },
      pause: () => media.pause(),
      resume: () => void media.play(),
      destroy() {},
    };
  };
  const container = class {
    initialize(): void {}
    destroy(): void {}
  };
  (window as unknown as { google: object }).google = {
    ima: {
      AdDisplayContainer: container,
      AdsLoader,
      AdsRequest: class {},
      AdsRenderingSettings: class {},
      AdsManagerLoadedEvent: { Type: { ADS_MANAGER_LOADED: 'loaded' } },
      AdErrorEvent: { Type: { AD_ERROR: 'error' } },
      AdEvent: { Type: Object.fromEntries(names.map((name) => [name, name])) },
      ViewMode: { NORMAL: 'normal' },
    },
  };
}
