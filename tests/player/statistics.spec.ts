import type { Locator, Page } from '@playwright/test';
import { listenUntil, pass, putSoundsOnClock, stopClock } from './page-clock.ts';
import { expect, players, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';
import { serveEvents, type ToldEvent } from './told-events.ts';
import { request, timeOf } from './steering.ts';

const reaches = (player: Locator, seconds: number): Promise<void> =>
  listenUntil(player.page(), async () => (await timeOf(player)) >= seconds);
const seconds = (stretches: [number, number][]): number =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0);
const heardIn = (events: ToldEvent[]): [number, number][] => events.flatMap(({ h }) => h ?? []);
const cookies = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value, expires }) => ({ name, value, expires }));

async function open(
  page: Page,
  stage: Stage,
  change: Parameters<Stage['config']>[0] = {},
  { isOnClock = true } = {},
) {
  if (isOnClock) await putSoundsOnClock(page);
  const server = serveEvents(stage);
  const slug = 'told';
  const config = stage.config({ eventsUrl: server.url, ...change, channel: { slug, ...change.channel } });
  stage.configure(slug, config);
  await page.goto(`${stage.page('/told', `<h1>Harbour</h1>${stage.embed(slug)}<p>Text</p>`)}?secret=1`);
  const player = players(page);
  await expect(player).toBeVisible();
  if (isOnClock) await stopClock(page);
  return { server, player, config };
}

test('a play is reported action by action, with accurate seconds', async ({ page, stage }) => {
  const { server, player, config } = await open(page, stage);
  const [item] = config.items;
  const load = await server.heard('load');
  const seen = await server.heard('seen');
  expect(load).toMatchObject({
    au: item!.au,
    v: 0,
    ct: 0,
    d: 20,
    res: `${stage.publisher.url}/told`,
    c: 'told',
    a: item!.id,
    status: 'paused',
  });
  expect(load.u).toBe('');
  // The first answer gave the id, and all that follow bear it.
  expect(seen.u).toMatch(/^listener-\d+$/);

  await player.getByRole('button', { name: /^Play:/ }).click();
  const play = await server.heard('play');
  expect(play).toMatchObject({ status: 'playing', ct: 0, u: seen.u });
  expect(play.x).toBeGreaterThan(0);
  expect(play.y).toBeLessThan(100);
  // 0 to 3, then from 10 to 13 with a pause in it: the part in between was not played.
  await reaches(player, 3);
  const leftAt = await timeOf(player);
  await request(player, { type: 'seek', to: 10 });
  await reaches(player, 12);
  await request(player, { type: 'pause' });
  const pause = await server.heard('pause');
  expect(pause.status).toBe('paused');
  expect(pause.x).toBeUndefined();
  await request(player, { type: 'play' });
  const resume = await server.heard('resume');
  expect(resume.ct).toBeCloseTo(pause.ct, 0);
  await request(player, { type: 'seek', to: 17 });
  await listenUntil(page, async () => server.told('finished').length);
  await expect.poll(() => server.told('progress').at(-1)?.v).toBe(100);

  // Of the steps those that were played over; those that were jumped over are not told.
  expect(server.told('progress').map(({ v }) => v)).toEqual([10, 60, 90, 100]);
  const order = server.events.map(({ ac }) => ac).filter((ac) => ac !== 'progress');
  expect(order).toEqual(['load', 'seen', 'play', 'pause', 'resume', 'finished']);
  expect(new Set(server.events.map(({ id }) => id)).size).toBe(server.events.length);
  expect(server.events.every(({ id }) => /^[\w-]{22}$/.test(id))).toBe(true);
  for (const { contentType, cookie } of server.requests) {
    expect(contentType).toBe('text/plain;charset=UTF-8');
    expect(cookie).toBeUndefined();
  }

  const heard = heardIn(server.events);
  const expected = leftAt + (pause.ct - 10) + 3;
  expect(Math.abs(seconds(heard) - expected)).toBeLessThan(0.5);
  for (const [from, to] of heard) {
    expect(to).toBeGreaterThan(from);
    // Nothing of what was skipped.
    expect(from >= leftAt + 1 && to <= 9.9).toBe(false);
    expect(to <= leftAt + 0.6 || from >= 9.9).toBe(true);
  }
  await request(player, { type: 'close' });
  expect(await server.heard('close')).toMatchObject({ status: 'closed' });
  const [cookie] = (await cookies(page)).filter(({ name }) => name === 'btacv3');
  expect(cookie!.value).toBe(seen.u);
  const days = (cookie!.expires - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
});

test('without consent, no one is identified and nothing is stored', async ({ page, stage }) => {
  const { server, player } = await open(page, stage, { consent: { provider: 'never' } });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await listenUntil(page, async () => server.told('progress').length);
  await page.goto('about:blank');
  const pause = await server.heard('pause');
  expect(heardIn([...server.told('progress'), pause]).length).toBeGreaterThan(0);
  expect(server.events.every((event) => !('u' in event))).toBe(true);
  expect(await cookies(page)).toEqual([]);
  await page.goto(stage.page('/empty', 'Empty'));
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ]);
});

test('without consent unsent events are stored only in memory', async ({ page, stage }) => {
  const { server, player } = await open(page, stage, { consent: { provider: 'never' } });
  await player.getByRole('button', { name: /^Play:/ }).click();
  await server.heard('play');
  server.status = 503;
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await request(player, { type: 'pause' });
  await (await refused).finished();
  await request(player, { type: 'play' });
  await request(player, { type: 'pause' });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  server.status = 200;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await server.heard('pause', 2);
});

test('the played time is reported when the page closes', async ({ page, stage }) => {
  const { server, player } = await open(page, stage);
  await player.getByRole('button', { name: /^Play:/ }).click();
  await reaches(player, 4);
  const left = await timeOf(player);
  await page.close({ runBeforeUnload: true });
  const pause = await server.heard('pause');
  expect(Math.abs(seconds(heardIn(server.events)) - left)).toBeLessThan(0.3);
  expect(pause.status).toBe('paused');
  expect(server.told('pause')).toHaveLength(1);
});

test('unsent events are sent once later, also by the next page', async ({ page, stage }) => {
  const { server, player } = await open(page, stage);
  await server.heard('seen');
  await player.getByRole('button', { name: /^Play:/ }).click();
  await server.heard('play');
  server.status = 503;
  await request(player, { type: 'pause' });
  await request(player, { type: 'play' });
  await reaches(player, 2.5);
  await request(player, { type: 'pause' });
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('parlance-events')?.length ?? 0))
    .toBeGreaterThan(0);
  await pass(page, 30_000);
  const before = server.events.length;
  await page.goto(stage.page('/other', 'Nothing to hear'));
  server.status = 200;
  expect(server.events).toHaveLength(before);
  await page.goto(`${stage.publisher.url}/told`);
  await server.heard('pause', 2);
  expect(server.told('resume')).toHaveLength(1);
  expect(new Set(server.events.map(({ id }) => id)).size).toBe(server.events.length);
  // Ages refer to the event's time, whenever it is sent.
  const ages = server.told('pause').map(({ age }) => age);
  expect(
    ages.every((age) => age >= 30_000 && age < 40_000),
    `told after ${ages.join(' and ')} ms`,
  ).toBe(true);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('parlance-events'))).toBeNull();
});

test('a playlist reports each of its articles', async ({ page, stage }) => {
  const items = [stage.item({ seconds: 2 }), stage.item({ seconds: 2, tone: 'second' })];
  const { server, player } = await open(
    page,
    stage,
    { channel: { kind: 'playlistPlayer', version: 3 }, items },
    { isOnClock: false },
  );
  await request(player, { type: 'play' });
  await server.heard('finished', 2);
  expect(server.told('playlist_play').map(({ a }) => a)).toEqual(items.map(({ id }) => id));
  expect(server.told('play')).toEqual([]);
  for (const { id } of items) {
    const own = server.events.filter(({ a, ac }) => a === id && ac !== 'load' && ac !== 'seen');
    expect(own.filter(({ ac }) => ac === 'progress').map(({ v }) => v)).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90, 100,
    ]);
    expect(Math.abs(seconds(heardIn(own)) - 2)).toBeLessThan(0.5);
  }
});
