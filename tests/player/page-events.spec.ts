import type { Page } from '@playwright/test';
import type { PageEventDetail } from '../../client/player/page-event-types.ts';
import type { PlayerFeature } from '../../client/player/player-config.ts';
import { expect, players, plays, stateOf, test } from './player-page.ts';
import type { ConfigChange, Stage } from './publisher-pages.ts';

/** Analytics are scripts of the publisher's own, which the strict policy of the other tests would refuse. */
const open = { 'content-security-policy': "default-src * 'unsafe-inline'" };

interface Told {
  type: string;
  target: string;
  detail: PageEventDetail;
}
type Recording = Window & {
  told: Told[];
  dataLayer?: Record<string, unknown>[];
  tagged?: unknown[][];
  _paq?: unknown[][];
};

/** What a publisher writes: one listener on the document for each event. */
const record = `window.told = [];
for (const type of ['load', 'seen', 'play', 'pause', 'progress', 'finished', 'ad', 'error'])
  document.addEventListener('parlance:' + type, ({ target, detail }) =>
    told.push({ type, target: target.className || target.localName, detail }));`;

const script = (text: string): string => `<script>${text}</script>`;
const recorded = (page: Page) =>
  page.evaluate(() => {
    const { told, dataLayer, tagged, _paq } = window as unknown as Recording;
    return JSON.parse(JSON.stringify({ told, dataLayer, tagged, _paq })) as Partial<Recording>;
  });
const types = async (page: Page): Promise<string[]> =>
  (await recorded(page)).told!.map(({ type, detail }) =>
    detail.percent ? `${type} ${detail.percent}` : type,
  );

async function openPage(page: Page, stage: Stage, slug: string, change: ConfigChange, head = '') {
  const config = stage.config({ ...change, channel: { slug, ...change.channel } });
  stage.configure(slug, config);
  await page.goto(
    stage.page(`/${slug}`, `<h1>Harbour</h1>${stage.embed(slug)}`, {
      headers: open,
      head: script(record) + head,
    }),
  );
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .waitFor();
  return config;
}

test('events bubble to the document with article, channel and second', async ({ page, stage }) => {
  const item = stage.item({ tone: 'first', seconds: 3, externalId: 'wp-17' });
  await openPage(page, stage, 'told', { items: [item] });
  const player = players(page);
  await expect.poll(() => types(page)).toEqual(['load', 'seen']);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  await player.getByRole('button', { name: /^Pause:/ }).click();
  await expect.poll(() => types(page)).toContain('pause');
  await player.getByRole('button', { name: /^Play:/ }).click();
  await expect.poll(() => types(page)).toContain('finished');
  const told = await types(page);
  expect(told.filter((type) => !type.startsWith('progress'))).toEqual([
    'load',
    'seen',
    'play',
    'pause',
    'play',
    'finished',
  ]);
  expect(told.filter((type) => type.startsWith('progress'))).toEqual(
    [10, 25, 50, 75, 90].map((percent) => `progress ${percent}`),
  );
  const { told: all } = await recorded(page);
  const { id, title, url } = item;
  for (const { target, detail } of all!) {
    expect(target).toBe('parlance-player');
    expect(detail).toMatchObject({ article: { id, externalId: 'wp-17', title, url }, channel: 'told' });
    expect(detail.duration).toBeCloseTo(3, 0);
  }
  const half = all!.find(({ detail }) => detail.percent === 50)!;
  expect(half.detail.seconds).toBeGreaterThanOrEqual(1.5);
  expect(half.detail.seconds).toBeLessThan(2.5);
});

test('seeking emits no progress events', async ({ page, stage }) => {
  await openPage(page, stage, 'sought', { items: [stage.item({ seconds: 20 })] });
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  await player.evaluate((element) =>
    (element as never as { store: { request(request: object): void } }).store.request({
      type: 'seek',
      to: 17.5,
    }),
  );
  await expect.poll(() => types(page)).toContain('progress 90');
  expect((await types(page)).filter((type) => /^progress (?:25|50|75)$/.test(type))).toEqual([]);
});

test('missing audio emits an error event', async ({ page, stage }) => {
  const item = stage.item();
  const config = await openPage(page, stage, 'lost', { items: [item] });
  await expect.poll(() => types(page)).toEqual(['load', 'seen']);
  stage.configure('lost', { ...config, items: [{ ...item, state: 'gone', audio: null }] });
  const player = players(page);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await plays(page, 'first');
  await page.locator('.parlance-player').dispatchEvent('parlance:refresh');
  await expect.poll(() => types(page)).toContain('error');
  const { told } = await recorded(page);
  expect(told!.at(-1)!.detail.reason).toBe('gone');
});

const analytics = (...features: PlayerFeature[]): ConfigChange => ({ channel: { features } });
const playToEnd = async (page: Page): Promise<void> => {
  await players(page)
    .getByRole('button', { name: /^Play:/ })
    .click();
  await expect.poll(() => types(page)).toContain('finished');
};

test('plays go to gtag if Google Analytics is enabled, or else to dataLayer; to Matomo only if enabled', async ({
  page,
  stage,
}) => {
  const items = [stage.item({ seconds: 2, externalId: 'wp-3', title: 'Harbour' })];
  await openPage(page, stage, 'layer', { items, ...analytics('googleAnalytics') });
  await playToEnd(page);
  const { dataLayer, _paq } = await recorded(page);
  expect(
    dataLayer!.map(({ event, percent }) => (percent ? `${event as string} ${percent as number}` : event)),
  ).toEqual([
    'parlance_load',
    'parlance_seen',
    'parlance_play',
    ...[10, 25, 50, 75, 90].map((percent) => `parlance_progress ${percent}`),
    'parlance_finished',
  ]);
  expect(dataLayer![2]).toMatchObject({
    channel: 'layer',
    article_id: items[0]!.id,
    article_external_id: 'wp-3',
    article_title: 'Harbour',
    seconds: 0,
    duration: 2,
  });
  expect(_paq).toBeUndefined();

  const gtag = script(
    'window.dataLayer = []; window.tagged = []; function gtag(...all) { tagged.push(all); }',
  );
  await openPage(page, stage, 'tag', { items, ...analytics('googleAnalytics', 'matomo') }, gtag);
  await playToEnd(page);
  const both = await recorded(page);
  expect(both.dataLayer).toEqual([]);
  expect(both.tagged!.map(([command, name]) => `${command as string} ${name as string}`)).toContain(
    'event parlance_finished',
  );
  expect(both._paq!.map(([command, category, action]) => [command, category, action])).toEqual(
    [
      'load',
      'seen',
      'play',
      ...[10, 25, 50, 75, 90].map((percent) => `progress ${percent} %`),
      'finished',
    ].map((action) => ['trackEvent', 'Parlance', action]),
  );
});

test('analytics get nothing without consent, and queued events after it', async ({ page, stage }) => {
  const both = analytics('googleAnalytics', 'matomo');
  const items = [stage.item({ seconds: 2 })];
  await openPage(page, stage, 'never', { items, ...both, consent: { provider: 'never' } });
  await playToEnd(page);
  expect(await recorded(page)).toMatchObject({ told: expect.anything() as Told[] });
  expect((await recorded(page)).dataLayer).toBeUndefined();
  expect((await recorded(page))._paq).toBeUndefined();

  const platform = script(`window.__tcfapi = (command, version, callback) => {
    if (command === 'addEventListener') window.answer = callback;
  };`);
  const iab = { provider: 'iab' as const, vendorId: 1181 };
  await openPage(page, stage, 'asked', { items, ...both, consent: iab }, platform);
  await playToEnd(page);
  expect((await recorded(page)).dataLayer).toBeUndefined();
  const consents = Object.fromEntries([...Array(11).keys()].map((purpose) => [purpose, true]));
  await page.evaluate((given) => {
    const data = {
      eventStatus: 'useractioncomplete',
      gdprApplies: true,
      listenerId: 1,
      purpose: { consents: given },
      vendor: { consents: { 1181: true } },
    };
    (window as unknown as { answer(data: object, isRead: boolean): void }).answer(data, true);
  }, consents);
  await expect.poll(async () => (await stateOf(players(page)))['consent']).toBe(true);
  const { dataLayer, _paq } = await recorded(page);
  expect(dataLayer!.at(0)).toMatchObject({ event: 'parlance_load' });
  expect(dataLayer!.at(-1)).toMatchObject({ event: 'parlance_finished' });
  expect(_paq).toHaveLength(dataLayer!.length);
});
