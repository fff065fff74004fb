import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { viewsAndListens } from '../../server/areas/listening/listening/views-and-listens.ts';
import {
  dayOf,
  prepareDay,
  preparedDays,
  prepareDays,
} from '../../server/areas/listening/listening/partitions.ts';
import { forgetEvents } from '../../server/areas/listening/listening/forget-events.ts';
import { recountListening, sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import { HyperLogLog } from '../../server/areas/listening/listening/hyperloglog.ts';
import { writeEvents, type CountedEvent } from '../../server/areas/listening/listening/write-events.ts';
import type { App } from '../../server/kernel/app.ts';
import { seed } from '../support/run-seed.ts';
import { useDatabase } from '../support/databases.ts';
import { factories } from '../support/factories.ts';

const db = useDatabase();
const make = factories(db);
const app = { db, config: { retention: { eventsDays: 30, logsDays: 30 } } } as unknown as App;
const dayMs = 86_400_000;
const actions = ['seen', 'load', 'play', 'playlist_play', 'pause', 'progress', 'finished', 'close'] as const;
let made = 0;

interface Given {
  action?: CountedEvent['reported']['action'];
  at?: number;
  articleId?: number;
  channelId?: number;
  u?: string | null;
  heardMs?: number;
  percent?: number | null;
  teaser?: boolean;
  projectId?: number;
}

function event({
  action = 'play',
  at = Date.now(),
  articleId = 1,
  channelId = 0,
  u = null,
  heardMs = 0,
  percent = null,
  teaser = false,
  projectId = 1,
}: Given = {}): CountedEvent {
  const nothing = {
    positionMs: null,
    durationMs: null,
    x: null,
    y: null,
    rate: null,
    status: null,
    page: null,
  };
  const reported = {
    ...nothing,
    id: (++made).toString(16).padStart(32, '0'),
    action,
    channel: '',
    article: articleId,
    audio: '',
    age: 0,
    percent,
    u,
    heardMs,
    heard: [],
  };
  return { reported, at, place: { projectId, channelId, articleId, teaser, sites: [] } };
}

async function arrive(events: CountedEvent[], now = Date.now()): Promise<void> {
  await prepareDay(db, dayOf(now));
  await writeEvents(db.sql, events, now);
}

const hours = async () =>
  (
    await db.prisma.listeningHour.findMany({
      orderBy: [{ hour: 'asc' }, { articleId: 'asc' }, { channelId: 'asc' }],
    })
  ).map((row) => ({ ...row, heardMs: Number(row.heardMs) }));

test('events are aggregated by the hour in which they happened, article and channel', async () => {
  const now = Date.parse(`${dayOf(Date.now())}T12:30:00Z`);
  await arrive([
    event({ action: 'load', at: now }),
    event({ action: 'seen', at: now }),
    event({ action: 'play', at: now, u: 'ada' }),
    event({ action: 'play', at: now, u: 'ada' }),
    event({ action: 'playlist_play', at: now, u: 'bob', channelId: 7 }),
    event({ action: 'resume', at: now, u: 'eve' }),
    event({ action: 'progress', at: now, heardMs: 1_500 }),
    event({ action: 'finished', at: now, heardMs: 500 }),
    event({ action: 'seen', at: now - 3_600_000, articleId: 2 }),
  ]);
  expect(await sumListening(app)).toEqual({ summed: 9 });
  const hour = new Date(now - 1_800_000);
  const none = {
    views: 0,
    listens: 0,
    finishes: 0,
    heardMs: 0,
    listeners: 0,
    teaserViews: 0,
    teaserListens: 0,
    teaserFinishes: 0,
    reached: [],
    ads: [],
  };
  expect(await hours()).toEqual([
    {
      ...none,
      projectId: 1,
      hour: new Date(hour.getTime() - 3_600_000),
      articleId: 2,
      channelId: 0,
      views: 1,
    },
    {
      ...none,
      projectId: 1,
      hour,
      articleId: 1,
      channelId: 0,
      views: 1,
      listens: 2,
      finishes: 1,
      heardMs: 2_000,
      listeners: 1,
    },
    { ...none, projectId: 1, hour, articleId: 1, channelId: 7, listens: 1, listeners: 1 },
  ]);
  expect(await sumListening(app)).toEqual({ summed: 0 });
  expect(
    [...(await viewsAndListens(app, [1, 2, 3])).values()].sort((a, b) => a.articleId - b.articleId),
  ).toEqual([
    { articleId: 1, views: 1, listens: 3 },
    { articleId: 2, views: 1, listens: 0 },
  ]);
  expect((await viewsAndListens(app, [1, 2], hour, null)).has(2)).toBe(false);
  expect([...(await viewsAndListens(app, [1, 2], null, hour)).keys()]).toEqual([2]);
});

test('a recount equals the incremental sums of concurrent, late and unordered events', async () => {
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  // Clocks go forward and back there, and midnight is not that of UTC.
  const { id: organizationId } = await make.organization({ timezone: 'America/St_Johns' });
  const project = await make.project({ organizationId });
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (let round = 0; round < 12; round++) {
    const now = Date.now() - Math.floor(random() * 3) * dayMs;
    const some = Array.from({ length: 200 }, () =>
      event({
        action: pick(actions),
        at: now - Math.floor(random() * random() * 7 * dayMs),
        articleId: 1 + Math.floor(random() * 5),
        channelId: pick([0, 0, 3, 4]),
        u: pick([null, 'ada', 'bob', 'eve', 'kim']),
        heardMs: pick([0, 0, 1_000, 2_345]),
        percent: pick([null, 0, 10, 25, 90, 100]),
        teaser: pick([false, false, true]),
        projectId: pick([1, 1, project.id]),
      }),
    );
    await prepareDay(db, dayOf(now));
    const parts = [some.slice(0, 50), some.slice(50, 51), some.slice(51)];
    await Promise.all([
      ...parts.map((part) => arrive(part, now)),
      sumListening(app),
      ...(random() < 0.5 ? [sumListening(app)] : []),
    ]);
    // The same again is a replay, which no sum hears of.
    expect((await writeEvents(db.sql, some.slice(0, 20), now)).get(1)).toBe(20);
  }
  await sumListening(app);
  // As far back as all events are there: what arrived before the first day is not.
  const recount = await recountListening(app, { repair: false });
  expect(recount.counted).toBeGreaterThan(50);
  expect(recount.wrong).toBe(0);
  const sums = await hours();
  await db.prisma.listeningHour.updateMany({
    where: { articleId: 2, hour: { gte: recount.since! } },
    data: { listens: { increment: 1 } },
  });
  const tampered = await recountListening(app, { repair: true });
  expect(tampered.wrong).toBeGreaterThan(0);
  expect(await hours()).toEqual(sums);
  await db.prisma.listenerDay.updateMany({ data: { listeners: { increment: 1 } } });
  expect((await recountListening(app, { repair: true })).wrong).toBeGreaterThan(0);
  expect(await recountListening(app, { repair: false })).toMatchObject({ wrong: 0 });
  // What is known of listeners is as right as before: the same ones again are no new ones.
  await arrive([event({ u: 'new' }), event({ u: 'new' })]);
  await sumListening(app);
  expect(await recountListening(app, { repair: false })).toMatchObject({ wrong: 0 });
});

test('listeners are counted by day in the time zone, separately for teasers and whole articles', async () => {
  const { id: organizationId } = await make.organization({ timezone: 'Asia/Kolkata' });
  const project = await make.project({ organizationId });
  const midnight = Date.parse(`${dayOf(Date.now() - dayMs)}T18:30:00Z`);
  const began = (u: string | null, at: number, teaser = false) =>
    event({ u, at, teaser, projectId: project.id });
  await arrive([
    began('ada', midnight - 1),
    began('ada', midnight),
    began('ada', midnight + 1, true),
    began('bob', midnight, true),
    began(null, midnight),
    event({ u: 'eve', at: midnight, action: 'seen', projectId: project.id }),
  ]);
  await sumListening(app);
  // Once more, late, and then as the whole article.
  await arrive([began('ada', midnight + 2), began('kim', midnight + 3), began('kim', midnight - 3)]);
  await sumListening(app);
  const days = await db.prisma.listenerDay.findMany({
    where: { projectId: project.id },
    orderBy: { day: 'asc' },
  });
  const told = days.map(({ day, listeners, teaserListeners, wholeListeners, bothListeners, wholeSketch }) => [
    dayOf(day.getTime()),
    listeners,
    teaserListeners,
    wholeListeners,
    bothListeners,
    wholeSketch && new HyperLogLog().merge(wholeSketch).count(),
  ]);
  expect(told).toEqual([
    [dayOf(midnight), 2, 0, 2, 0, null],
    [dayOf(midnight + dayMs), 3, 2, 2, 1, 2],
  ]);
  expect(days.map(({ sketch }) => new HyperLogLog().merge(sketch).count())).toEqual([2, 3]);
});

test('an interrupted aggregation is repeated from the start', async () => {
  await arrive([event({ action: 'seen' }), event({ u: 'ada' })]);
  // Fails where it is nearly done.
  await db.pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken off'; END $$`,
  );
  await db.pool.query(
    `CREATE TRIGGER fail BEFORE UPDATE ON "ListeningProgress" FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
  await expect(sumListening(app)).rejects.toThrow('broken off');
  await db.pool.query('DROP FUNCTION fail CASCADE');
  expect([await hours(), await db.prisma.hourListener.count()]).toEqual([[], 0]);
  expect(await sumListening(app)).toEqual({ summed: 2 });
  expect(await hours()).toMatchObject([{ views: 1, listens: 1, listeners: 1 }]);
});

describe('daily partitions', () => {
  test('are created in advance, once by any number of processes', async () => {
    const now = Date.parse('2031-12-30T23:59:59.999Z');
    await Promise.all([prepareDays(db, now), prepareDays(db, now), prepareDays(db, now + 1)]);
    const days = (await preparedDays(db.sql)).filter((day) => day >= '2031');
    expect(days).toEqual(['2031-12-30', '2031-12-31', '2032-01-01', '2032-01-02', '2032-01-03']);
    // One millisecond lies between two days.
    await writeEvents(db.sql, [event({ at: now })], now);
    await writeEvents(db.sql, [event({ at: now + 1 })], now + 1);
    const rows = await db.prisma.playerEvent.findMany({ orderBy: { day: 'asc' }, select: { day: true } });
    expect(rows.map(({ day }) => dayOf(day.getTime()))).toEqual(['2031-12-30', '2031-12-31']);
    await expect(writeEvents(db.sql, [event()], Date.parse('2040-01-01'))).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('that expire are dropped once they are aggregated; the sums stay', async () => {
    const { project, article } = await make.newsroom();
    const old = Date.now() - 31 * dayMs;
    await arrive([event({ at: old, u: 'ada', articleId: article.id })], old);
    await arrive([event({ articleId: article.id })]);
    await db.prisma.adUse.create({
      data: {
        id: '00000000-0000-4000-8000-000000000000',
        projectId: project.id,
        channelId: 0,
        articleId: 0,
        provider: 'x',
        createdAt: new Date(old),
      },
    });
    for (const hour of [new Date(old), new Date()])
      await db.prisma.refusedEvents.create({ data: { hour, projectId: 0, reason: 'bot', count: 1 } });
    expect(await forgetEvents(app)).toBeGreaterThanOrEqual(1);
    expect((await preparedDays(db.sql)).every((day) => day >= dayOf(Date.now() - 30 * dayMs))).toBe(true);
    expect([
      await db.prisma.playerEvent.count(),
      await db.prisma.hourListener.count(),
      await db.prisma.adUse.count(),
      await db.prisma.refusedEvents.count(),
    ]).toEqual([1, 0, 0, 1]);
    expect((await viewsAndListens(app, [article.id])).get(article.id)?.listens).toBe(2);
    expect(await recountListening(app, { repair: false })).toMatchObject({ wrong: 0 });
  });
});
