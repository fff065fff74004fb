import { expect, test } from 'vitest';
import { renewAllowance } from '../../server/areas/access/allowance/allowance.ts';
import { renewDue } from '../../server/areas/access/allowance/renew-due.ts';
import { inZoneOf } from '../../server/areas/articles/articles/list.ts';
import { rateGroups } from '../../server/areas/review/review/quality/rating-groups.ts';
import { isTimeZone } from '../../server/lib/zoned-time.ts';
import { actorOf } from '../support/factories.ts';
import { usePipeline } from './pipeline.ts';
import { podcasts } from './podcasts.ts';

const pipeline = usePipeline({ worker: false });
const { podcast, ready, publish, rows } = podcasts(pipeline);

/** As another process may have stored it, whose zones are newer. */
const unknownHere = 'Europe/Newly_Founded';

/** Zones that this database has no rules for although JavaScript has. */
async function unknownToDatabase(): Promise<string[]> {
  const names = ['US/Pacific-New', 'Canada/East-Saskatchewan'];
  const { rows: known } = await pipeline.app.db.pool.query(
    'SELECT name FROM pg_timezone_names WHERE name = ANY($1)',
    [names],
  );
  return names.filter((name) => isTimeZone(name) && !known.some((row) => row.name === name));
}

async function renewedFor(timezone: string): Promise<string> {
  const { id: userId } = await pipeline.make.user({ timezone });
  await pipeline.make.studioAudio(userId);
  await renewAllowance(pipeline.app, userId);
  const { period } = await pipeline.app.db.prisma.studio.findUniqueOrThrow({ where: { userId } });
  return period;
}

test('the test database lacks time zones that JavaScript has', async () => {
  expect(await unknownToDatabase()).not.toEqual([]);
});

test('studios in time zones unknown to database or process are renewed, and do not block others', async () => {
  const month = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Los_Angeles',
    year: 'numeric',
    month: '2-digit',
  });
  expect(await renewedFor('US/Pacific-New')).toBe(`free ${month.format(new Date())}`);
  expect(await renewedFor(unknownHere)).toBe(`free ${new Date().toISOString().slice(0, 7)}`);
  await renewedFor('UTC');
  const { prisma } = pipeline.app.db;
  await prisma.studio.updateMany({ data: { period: 'free 2026-10', periodEndsAt: new Date(0) } });
  expect(await renewDue(pipeline.app)).toEqual({ done: 3, failed: 0 });
  expect(await prisma.studio.count({ where: { periodEndsAt: { gt: new Date() } } })).toBe(3);
});

test.each(['US/Pacific-New', 'Canada/East-Saskatchewan', unknownHere])(
  'daily and weekly podcasts of an organization in %s are published',
  async (zone) => {
    for (const groupingType of ['daily', 'weekly'] as const) {
      const { project, channel } = await podcast({ groupingType }, zone);
      await ready(project.id, '2026-04-01T05:30:00Z');
      await ready(project.id, '2026-04-02T05:30:00Z');
      await publish(project.id);
      const periods = (await rows(channel.id)).map(({ period }) => period);
      const [first, second] = zone === unknownHere ? ['01', '02'] : ['31', '01'];
      expect(periods).toEqual(
        groupingType === 'weekly'
          ? ['week 2026-W14']
          : [`day 2026-${first === '31' ? '03' : '04'}-${first}`, `day 2026-04-${second}`],
      );
    }
  },
);

test.each(['US/Pacific-New', unknownHere, 'Pacific/Apia', 'Asia/Kolkata'])(
  'reviews are counted by the weeks of an organization in %s',
  async (zone) => {
    const { project, article } = await pipeline.make.newsroom();
    const { prisma, sql } = pipeline.app.db;
    const weekMs = 7 * 86_400_000;
    await prisma.review.createMany({
      data: [0, 1, 6, 30].map((weeks) => ({
        projectId: project.id,
        articleId: article.id,
        rating: 4,
        voiceProvider: 'offline',
        voiceName: 'en-US-Otto',
        finishedAt: new Date(Date.now() - weeks * weekMs),
      })),
    });
    const { all } = await rateGroups(sql, { projectId: project.id, zone, weeks: 12 });
    expect(all).toMatchObject({ reviews: 3, recent: { reviews: 2 }, before: { reviews: 1 } });
    expect(all.weeks.map(({ week }) => new Date(`${week}T00:00:00Z`).getUTCDay())).toEqual([1, 1, 1]);
  },
);

test('lists of articles can be filtered by days in an unknown time zone of the reader', async () => {
  const { id: userId } = await pipeline.make.user({ timezone: unknownHere });
  expect(
    await inZoneOf(pipeline.app, actorOf({ id: userId, role: 'viewer' }), { dateFrom: '2026-04-01' }),
  ).toMatchObject({ timeZone: 'UTC' });
});
