import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { coarsenListening } from '../../server/areas/listening/listening/coarse-sums.ts';
import { dayOf, prepareDay } from '../../server/areas/listening/listening/partitions.ts';
import { daysBetween } from '../../server/areas/listening/listening/project-zones.ts';
import { recountCoarseSums } from '../../server/areas/listening/listening/recount-coarse-sums.ts';
import { recountListening, sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import { writeEvents, type CountedEvent } from '../../server/areas/listening/listening/write-events.ts';
import { addDays, type Days } from '../../server/areas/listening/statistics/report-days.ts';
import { reports } from '../../server/areas/listening/statistics/report-registry.ts';
import type { ReportRequest, Row } from '../../server/areas/listening/statistics/report.ts';
import type { App } from '../../server/kernel/app.ts';
import { execute } from '../../server/lib/database/db.ts';
import { localTime } from '../../server/lib/zoned-time.ts';
import { useDatabase } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { isFull } from '../support/full.ts';
import { seed } from '../support/run-seed.ts';

const db = useDatabase();
const make = factories(db);
const app = { db, config: { retention: { eventsDays: 30, logsDays: 30 } } } as unknown as App;
const dayMs = 86_400_000;
/** What is not about listening takes nothing from sums of it. */
const ofListening = reports.filter(({ name }) => !/^(TtsCost|Downloads|Ads$)/.test(name));

let made = 0;
function event(place: Partial<CountedEvent['place']>, at: number, given: object): CountedEvent {
  return {
    at,
    place: { projectId: 1, channelId: 0, articleId: 1, teaser: false, sites: [], ...place },
    reported: {
      id: (++made).toString(16).padStart(32, '0'),
      action: 'play',
      channel: '',
      article: 0,
      audio: '',
      age: 0,
      u: null,
      percent: null,
      positionMs: null,
      durationMs: 99_000,
      heardMs: 0,
      heard: [],
      x: null,
      y: null,
      rate: null,
      status: null,
      page: null,
      ...given,
    },
  };
}

async function arrive(events: readonly CountedEvent[]): Promise<void> {
  const now = Date.now();
  await prepareDay(db, dayOf(now));
  await writeEvents(db.sql, events, now);
  await sumListening(app);
}

interface Project {
  id: number;
  zone: string;
}

/** All that reports say of some days. */
async function tellAll({ id, zone }: Project, days: Days) {
  const asked = {
    app,
    sql: db.sql,
    actor: { kind: 'system' },
    zone,
    ...days,
    project: { id, organizationId: null },
  } as unknown as ReportRequest;
  const told: Record<string, readonly [rows: readonly Row[], total: Row | undefined]> = {};
  for (const report of ofListening)
    told[report.name] = [await report.read(asked), await report.readTotal?.(asked)];
  return told;
}

const coarse = ['CoarseListening', 'ProjectHour', 'ListeningDay', 'ListeningMonth', 'ListenerPeriod'];
const rowsOf = async (text: string): Promise<unknown[]> => (await execute(db.sql, text)).rows;

/** Projects whose coarser sums do not agree with the hours that they are of. */
const wrongOnes = () => recountCoarseSums(app, { repair: false });

test('coarser sums equal the hourly ones, with late, duplicate and unordered events, zone changes and deletions', async () => {
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const projects: (Project & { organizationId: number; articles: number[] })[] = [];
  // Hours that begin at half past, a change of clocks by half an hour, and the usual.
  for (const zone of ['Asia/Kolkata', 'Australia/Lord_Howe', 'Europe/Berlin']) {
    const { id: organizationId } = await make.organization({ timezone: zone });
    const { id } = await make.project({ organizationId });
    const articles = [];
    for (let number = 0; number < 4; number++) articles.push((await make.article(id)).id);
    projects.push({ id, zone, organizationId, articles });
  }
  const [begin, length] = [Date.parse('2025-01-28T00:00:00Z'), 110];
  const eventsUntil = (end: number, count: number): CountedEvent[] =>
    Array.from({ length: count }, () => {
      const { id, articles } = pick(projects);
      const action = pick(['seen', 'play', 'play', 'progress', 'finished', 'enhance', 'enhanced'] as const);
      return event(
        {
          projectId: id,
          articleId: pick(articles),
          channelId: pick([0, 3]),
          teaser: pick([false, false, true]),
        },
        begin + Math.floor(random() * ((end - begin) / 1000)) * 1000,
        {
          action,
          u: pick([null, 'ada', 'bob', 'eve', 'kim']),
          percent: action === 'enhanced' ? 100 : action === 'progress' ? pick([null, 10, 55, 90]) : null,
          heardMs: action === 'progress' ? Math.floor(random() * 9_000) : 0,
        },
      );
    });

  const compared = new Set<string>();
  /** Reads some days as they are, and again from hours and days alone. */
  const compare = async (): Promise<void> => {
    const asked = projects.flatMap((project) => {
      const ranges = [
        { from: '2025-01-20', to: '2025-05-31' },
        ...Array.from({ length: 3 }, () => {
          const from = addDays('2025-01-26', Math.floor(random() * length));
          return { from, to: addDays(from, Math.floor(random() * random() * length)) };
        }),
      ];
      return (isFull ? ranges : [pick(ranges)]).map((days) => ({ project, days }));
    });
    const told: Awaited<ReturnType<typeof tellAll>>[] = [];
    for (const { project, days } of asked) told.push(await tellAll(project, days));
    // As if nothing was coarse.
    await execute(db.sql, `UPDATE "CoarseListening" SET "until" = "until" - interval '100 years'`);
    await execute(db.sql, `UPDATE "ListenerPeriod" SET "grain" = 'no ' || "grain"`);
    for (const [at, { project, days }] of asked.entries()) {
      const again = await tellAll(project, days);
      expect({ ...days, told: told[at] }).toEqual({ ...days, told: again });
      for (const [name, [rows]] of Object.entries(again)) if (rows.length > 0) compared.add(name);
    }
    await execute(db.sql, `UPDATE "CoarseListening" SET "until" = "until" + interval '100 years'`);
    await execute(db.sql, `UPDATE "ListenerPeriod" SET "grain" = substr("grain", 4)`);
  };

  let end = begin + 20 * dayMs;
  for (let round = 0; round < (isFull ? 5 : 4); round++) {
    const some = eventsUntil(end, 250);
    await arrive(some);
    await arrive(some.slice(0, 30));
    if (round === 2) {
      const [first] = projects;
      // After a change of the time zone, existing hours and days keep their sums, and new ones use the new
      // zone.
      first!.zone = 'America/St_Johns';
      await db.sql
        .updateTable('Organization')
        .set({ timezone: first!.zone })
        .where('id', '=', first!.organizationId)
        .execute();
    }
    if (round === 3) {
      const [, second] = projects;
      await db.sql.deleteFrom('ListeningHour').where('articleId', '=', second!.articles[0]!).execute();
      await db.sql
        .deleteFrom('ListenerDay')
        .where('projectId', '=', second!.id)
        .where('day', '<', '2025-02-20')
        .execute();
      await db.sql
        .updateTable('ListeningHour')
        .set({ views: 7 })
        .where('articleId', '=', second!.articles[1]!)
        .execute();
    }
    await compare();
    expect(await wrongOnes()).toEqual([]);
    await coarsenListening(app, { now: end });
    await compare();
    expect(await wrongOnes()).toEqual([]);
    end += Math.floor((1 + random() * 25) * dayMs);
  }
  // All late events have arrived by then.
  await coarsenListening(app, { now: end + 10 * dayMs });
  await compare();
  expect([...compared].sort()).toEqual(
    ofListening
      .map(({ name }) => name)
      .filter((name) => name !== 'Playlists')
      .sort(),
  );
  const counts = await rowsOf(
    coarse.map((table) => `SELECT '${table}' AS t, count(*)::int AS n FROM "${table}"`).join(' UNION ALL '),
  );
  expect((counts as { n: number }[]).every(({ n }) => n > 2)).toBe(true);
  expect(await rowsOf('SELECT FROM "ListenerPeriod" WHERE "outdated"')).toEqual([]);
});

test('a recount that corrects hours corrects coarser sums, too', async () => {
  const at = Date.now() - 5 * dayMs;
  await prepareDay(db, dayOf(at));
  const { id } = await make.project({});
  await writeEvents(db.sql, [event({ projectId: id }, at, { u: 'ada' })], at);
  await sumListening(app);
  await coarsenListening(app);
  const days = () => rowsOf('SELECT * FROM "ListeningDay" ORDER BY "projectId", "articleId"');
  const right = await days();
  expect(right).toMatchObject([{ projectId: id, listens: 1, rows: 1 }]);
  await db.prisma.listeningHour.updateMany({ data: { listens: { increment: 4 } } });
  expect(await days()).toMatchObject([{ projectId: id, listens: 5, rows: 1 }]);
  expect((await recountListening(app, { repair: true })).wrong).toBeGreaterThan(0);
  expect(await days()).toEqual(right);
  expect(await wrongOnes()).toEqual([]);
});

test('undetected changes to sums are reported, and fixed by a repair', async () => {
  const [one, other] = [await make.project({}), await make.project({})];
  const begin = Date.parse('2025-01-01T12:00:00Z');
  const now = begin + 50 * dayMs;
  await arrive(
    [one, other].flatMap(({ id }) =>
      Array.from({ length: 40 }, (_, day) => event({ projectId: id }, begin + day * dayMs, { u: 'ada' })),
    ),
  );
  await coarsenListening(app, { now });
  const all = () => rowsOf('SELECT * FROM "ListeningMonth" ORDER BY 1, 2');
  const right = await all();
  expect(await wrongOnes()).toEqual([]);
  await execute(db.sql, 'UPDATE "ListeningMonth" SET "views" = "views" + 1 WHERE "projectId" = $1', [one.id]);
  expect(await wrongOnes()).toEqual([one.id]);
  expect(await recountCoarseSums(app, { repair: true })).toEqual([one.id]);
  await coarsenListening(app, { now });
  expect(await all()).toEqual(right);
  expect(await wrongOnes()).toEqual([]);
  // An operator who only requested a rebuild left the old ones.
  await execute(db.sql, 'DELETE FROM "CoarseListening" WHERE "projectId" = $1', [other.id]);
  await coarsenListening(app, { now });
  expect(await all()).toEqual(right);
  await execute(db.sql, 'TRUNCATE "ListeningHour", "ListenerDay"');
  for (const table of coarse) expect(await rowsOf(`SELECT FROM "${table}"`)).toEqual([]);
});

test('a project whose sums fail does not block others, and is reported', async () => {
  const begin = Date.parse('2025-01-01T12:00:00Z');
  const projects: { id: number }[] = [];
  for (let count = 0; count < 3; count++) projects.push(await make.project({}));
  await arrive(
    projects.flatMap(({ id }) =>
      Array.from({ length: 3 }, (_, day) => event({ projectId: id }, begin + day * dayMs, { u: 'ada' })),
    ),
  );
  const now = begin + 50 * dayMs;
  const bad = projects[0]!.id;
  await execute(db.sql, `ALTER TABLE "ProjectHour" ADD CONSTRAINT "fails" CHECK ("projectId" <> ${bad})`);
  onTestFinished(() => void execute(db.sql, 'ALTER TABLE "ProjectHour" DROP CONSTRAINT IF EXISTS "fails"'));
  await expect(coarsenListening(app, { now })).rejects.toThrow(/fails/);
  const done = () => rowsOf('SELECT DISTINCT "projectId" AS id FROM "ListeningMonth" ORDER BY 1');
  expect(await done()).toEqual(projects.slice(1).map(({ id }) => ({ id })));
  await execute(db.sql, 'ALTER TABLE "ProjectHour" DROP CONSTRAINT "fails"');
  await coarsenListening(app, { now });
  expect(await done()).toEqual(projects.map(({ id }) => ({ id })));
});

test('events that arrive during aggregation are included in all sums', async () => {
  const { id } = await make.project({});
  const begin = Date.parse('2025-01-01T12:00:00Z');
  const now = begin + 50 * dayMs;
  const some = () =>
    Array.from({ length: 40 }, (_, day) => event({ projectId: id }, begin + day * dayMs, { u: 'ada' }));
  await arrive(some());
  for (let round = 0; round < 3; round++) {
    await prepareDay(db, dayOf(Date.now()));
    await writeEvents(db.sql, some(), Date.now());
    // Hours that no job sums, as an operator would write them: the statement waits for the lock on the sums.
    const byHand = db.sql
      .insertInto('ListeningHour')
      .values({ projectId: id, articleId: 9, channelId: round, hour: new Date(begin + 3_600_000), views: 1 })
      .execute();
    await Promise.all([sumListening(app), coarsenListening(app, { now }), byHand]);
    await sumListening(app);
    await coarsenListening(app, { now });
    expect(await wrongOnes()).toEqual([]);
  }
  expect(await rowsOf('SELECT sum("listens")::int AS l, sum("views")::int AS v FROM "ProjectHour"')).toEqual([
    { l: 160, v: 3 },
  ]);
});

test('several processes aggregate sums concurrently, and one resumes where another was stopped', async () => {
  const { id } = await make.project({});
  const begin = Date.parse('2025-01-01T12:00:00Z');
  await arrive(
    Array.from({ length: 120 }, (_, day) => event({ projectId: id }, begin + day * dayMs, { u: 'ada' })),
  );
  const ended = AbortSignal.abort();
  const now = begin + 130 * dayMs;
  expect(await coarsenListening(app, { now, signal: ended })).toEqual({ coarsened: 0 });
  await Promise.all([1, 2, 3].map(() => coarsenListening(app, { now })));
  expect(await wrongOnes()).toEqual([]);
  expect(await rowsOf(`SELECT count(*)::int AS n, sum("listens")::int AS l FROM "ProjectHour"`)).toEqual([
    { n: 120, l: 120 },
  ]);
  expect(await coarsenListening(app, { now })).toEqual({ coarsened: 0 });
});

test.each([
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Pyongyang',
  'America/Caracas',
  'Pacific/Apia',
  'Africa/Casablanca',
])('days of %s begin at local midnight, in every quarter of an hour', (zone) => {
  // Years in which each changed its clocks or its rules; in St John's at a minute past midnight.
  for (const since of [
    '2010-10-20T00:00Z',
    '2011-12-20T00:00Z',
    '2016-04-20T10:00Z',
    '2018-02-10T03:00Z',
  ].map(Date.parse)) {
    const until = since + 25 * dayMs;
    const days = daysBetween(zone, since, until);
    for (let at = since; at < until; at += dayMs / 96)
      expect(days.findLast(({ begin }) => begin <= at)!.day).toBe(localTime(new Date(at), zone).day);
  }
});
