import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { dayOf, prepareDay } from '../../server/areas/listening/listening/partitions.ts';
import { sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import { writeEvents, type CountedEvent } from '../../server/areas/listening/listening/write-events.ts';
import { addDays } from '../../server/areas/listening/statistics/report-days.ts';
import { reports } from '../../server/areas/listening/statistics/report-registry.ts';
import type { ReportRequest } from '../../server/areas/listening/statistics/report.ts';
import type { App } from '../../server/kernel/app.ts';
import { useDatabase } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { seed } from '../support/run-seed.ts';

const db = useDatabase();
const make = factories(db);
const app = { db, config: { retention: { eventsDays: 30, logsDays: 30 } } } as unknown as App;

/** Around what is hard there. */
const places = [
  // Both changes of a year.
  ['Europe/Berlin', '2025-03-29'],
  ['Europe/Berlin', '2025-10-25'],
  // Half an hour from UTC, and three quarters.
  ['Asia/Kolkata', '2025-06-01'],
  ['Asia/Kathmandu', '2025-06-01'],
  // Half an hour more in summer.
  ['Australia/Lord_Howe', '2025-04-05'],
  ['America/St_Johns', '2025-11-01'],
  // Where midnight itself is skipped.
  ['Africa/Cairo', '2025-04-24'],
  // Years in which the rules changed: by half an hour, and by a whole day, which there never was.
  ['Asia/Pyongyang', '2018-05-04'],
  ['America/Caracas', '2016-04-30'],
  ['Pacific/Apia', '2011-12-29'],
] as const;

test.each(places)('every daily figure in %s around %s equals the count of its events', async (zone, day) => {
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { id: organizationId } = await make.organization({ timezone: zone });
  const project = await make.project({ organizationId });
  const article = await make.article(project.id);
  const begin = Date.parse(`${day}T00:00:00Z`) - 86_400_000;
  const events = Array.from({ length: 600 }, (_, number): CountedEvent => {
    const action = pick(['seen', 'play', 'play', 'progress', 'finished'] as const);
    const from = Math.floor(random() * 90_000);
    const heard = action === 'progress' ? [from, from + Math.floor(random() * 9_000)] : [];
    return {
      // Listeners over midnight, and whole seconds on both sides of it.
      at: begin + Math.floor(random() * 4 * 86_400) * 1_000,
      place: {
        projectId: project.id,
        channelId: pick([0, 3]),
        articleId: article.id,
        teaser: pick([false, true]),
        sites: [],
      },
      reported: {
        id: (number + 1).toString(16).padStart(32, '0'),
        action,
        channel: '',
        article: article.id,
        audio: '',
        age: 0,
        u: pick([null, 'ada', 'bob', 'eve', 'kim']),
        percent: null,
        positionMs: null,
        durationMs: 99_000,
        heardMs: heard.length > 0 ? heard[1]! - heard[0]! : 0,
        heard,
        x: null,
        y: null,
        rate: null,
        status: null,
        page: null,
      },
    };
  });
  const now = Date.now();
  await prepareDay(db, dayOf(now));
  // In any order, and some twice.
  const shuffled = [...events].sort(() => random() - 0.5);
  for (let at = 0; at < shuffled.length; at += 150) {
    const some = shuffled.slice(at, at + 150);
    await writeEvents(db.sql, some, now);
    await sumListening(app);
    await writeEvents(db.sql, some.slice(0, 40), now);
  }
  await sumListening(app);

  const asked: ReportRequest = {
    app,
    sql: db.sql,
    actor: { kind: 'system' },
    project: { ...project, organizationId } as unknown as ReportRequest['project'],
    zone,
    from: addDays(day, -2),
    to: addDays(day, 4),
  };
  const read = async (name: string) => reports.find((report) => report.name === name)!.read(asked);
  const localDay = ({ at }: CountedEvent): string =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
  const byDay = Map.groupBy(events, localDay);
  const count = (some: CountedEvent[], action: string): number =>
    some.filter(({ reported }) => reported.action === action).length;

  const days = await read('PlaysByDay');
  const users = new Map((await read('ActiveUsersByDay')).map((row) => [row.date, row]));
  let checked = 0;
  for (const { date, views, plays, finishes, minutes_heard } of days) {
    const own = byDay.get(date as string) ?? [];
    checked += own.length;
    const began = own.filter(({ reported }) => reported.action === 'play' && reported.u !== null);
    const heardMs = own.reduce((sum, { reported }) => sum + reported.heardMs, 0);
    expect([date, views, plays, finishes, minutes_heard]).toEqual([
      date,
      count(own, 'seen'),
      count(own, 'play'),
      count(own, 'finished'),
      Math.round(heardMs / 6) / 10_000,
    ]);
    expect(users.get(date)!.active_users).toBe(new Set(began.map(({ reported }) => reported.u)).size);
  }
  expect(checked).toBe(events.length);
  const heard = await db.prisma.articleHeard.findMany({ where: { projectId: project.id } });
  expect(heard.reduce((sum, { plays }) => sum + plays, 0)).toBe(count(events, 'play'));
  expect(heard.flatMap(({ parts }) => parts).reduce((sum, ms) => sum + ms, 0)).toBe(
    events.reduce((sum, { reported }) => sum + reported.heardMs, 0),
  );
  // Each report that is about the same sums adds up to the same whole.
  const total = (rows: readonly { plays?: unknown }[]): number =>
    rows.reduce((sum, { plays }) => sum + Number(plays), 0);
  for (const name of ['PlaysByWeek', 'PlaysByMonth', 'Articles', 'Channels', 'Sources', 'Authors', 'Labels'])
    expect([name, total(await read(name))]).toEqual([name, total(days)]);
});
