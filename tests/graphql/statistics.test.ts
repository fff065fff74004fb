import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import { reports } from '../../server/areas/listening/statistics/report-registry.ts';
import { dayOf, prepareDays } from '../../server/areas/listening/listening/partitions.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  await prepareDays(server.app.db);
});

const fields = `title { message } from to timeZone labelColumn { name } figureColumns { name unit currency } rowCount rows { label figures }
  graph { kind labels datasets { column { name } data } } fileName csv`;
const ask = (report: string, days: { from?: string; to?: string } = {}, credentials = token) =>
  server.graphql(
    `query ($id: ID!, $report: String!, $from: Date, $to: Date) { project(id: $id) { statistics(report: $report, from: $from, to: $to) { ${fields} } } }`,
    { id: globalId('Project', room.project.id), report, ...days },
    credentials,
  );
const read = async (report: string, days = {}, credentials = token) => {
  const { data, errors } = await ask(report, days, credentials);
  expect(errors).toBeUndefined();
  return data!['project'].statistics;
};

const now = Date.now();
const hourOf = (at: number): Date => new Date(Math.floor(at / 3_600_000) * 3_600_000);
let made = 0;

/** Sends a player event, with or without a listener id. */
async function tell(
  action: 'seen' | 'play' | 'finished' | 'progress',
  {
    at = now,
    listener = null,
    teaser = false,
    percent = null,
    articleId = room.article.id,
    channelId = room.channel.id,
    heardMs = 0,
  }: {
    at?: number;
    listener?: number | null;
    teaser?: boolean;
    percent?: number | null;
    articleId?: number;
    channelId?: number;
    heardMs?: number;
  } = {},
): Promise<void> {
  await server.app.db.prisma.playerEvent.create({
    data: {
      day: new Date(`${dayOf(now)}T00:00:00Z`),
      id: `00000000-0000-4000-8000-${(++made).toString(16).padStart(12, '0')}`,
      batch: (
        await server.app.db.prisma.$queryRaw<
          { batch: bigint }[]
        >`SELECT nextval('"PlayerEvent_batch_seq"') AS batch`
      )[0]!.batch,
      at: new Date(at),
      action,
      projectId: room.project.id,
      channelId,
      articleId,
      // As spread over all 64 bits as hashes are.
      listener: listener === null ? null : BigInt.asIntN(64, BigInt(listener) * 0x9e3779b97f4a7c15n),
      teaser,
      percent,
      heardMs,
    },
  });
}

describe('statistics', () => {
  const day = 86_400_000;
  beforeEach(async () => {
    for (const [action, given] of [
      ['seen', {}],
      ['seen', { teaser: true }],
      ['seen', { teaser: true, at: now - day }],
      ['play', { teaser: true, listener: 11 }],
      ['play', { listener: 11 }],
      ['play', { teaser: true, listener: 12 }],
      ['play', { teaser: true, listener: 11, at: now - day }],
      ['progress', { percent: 10, heardMs: 30_000 }],
      ['progress', { percent: 20, heardMs: 30_000 }],
      ['finished', { heardMs: 60_000 }],
    ] as const)
      await tell(action, given);
    await sumListening(server.app);
  });
  const days = { from: dayOf(now - day), to: dayOf(now) };

  test('count active users once, also over several days', async () => {
    const total = await read('ActiveUsersTotal', days);
    expect(total.figureColumns.map(({ name }: { name: string }) => name)).toEqual([
      'active_users',
      'active_users_free',
      'active_users_premium',
      'premium_users_percent',
      'conversion',
    ]);
    expect(total.labelColumn).toBeNull();
    expect(total.rows).toEqual([{ label: null, figures: [2, 2, 1, 50, 33.33] }]);
    expect(total.graph).toMatchObject({
      kind: 'LINE',
      labels: [days.from, days.to],
      datasets: [{ column: { name: 'active_users' }, data: [1, 2] }],
    });
    expect((await read('ActiveUsersByDay', days)).rows).toEqual([
      { label: days.from, figures: [1, 1, 0, 0, 0] },
      { label: days.to, figures: [2, 2, 1, 50, 50] },
    ]);
  });

  test('count plays, shares and minutes', async () => {
    const { rows, rowCount } = await read('PlaysByDay', days);
    expect(rowCount).toBe(2);
    expect(rows).toEqual([
      { label: days.from, figures: [1, 1, 0, 100, 0, 0] },
      { label: days.to, figures: [2, 3, 1, 150, 33.33, 2] },
    ]);
    expect((await read('TeaserAndFull', days)).rows[1]).toEqual({
      label: days.to,
      figures: [2, 1, 200, 100, 50, 50, 33.33],
    });
    const completion = await read('Completion', days);
    expect(completion.rows.map(({ figures }: { figures: number[] }) => figures[0])).toEqual([
      4, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1,
    ]);
  });

  test('split by article, channel, playlist, source and label add up to the total', async () => {
    const other = await server.make.article(room.project.id, {
      title: '=1+1; "quoted"\nline',
      labels: ['Sport', 'Local'],
      sourceId: null,
    });
    // With fewer than five plays neither would get a separate row.
    await tell('play');
    for (let plays = 0; plays < 6; plays++) await tell('play', { articleId: other.id, channelId: 0 });
    await sumListening(server.app);
    const label = (rows: { label: string | null; figures: number[] }[]) =>
      rows.map((row) => [row.label, row.figures[1]]);
    expect(label((await read('Articles', days)).rows)).toEqual([
      [other.title, 6],
      [room.article.title, 5],
    ]);
    expect(label((await read('Channels', days)).rows)).toEqual([
      [null, 6],
      [room.channel.slug, 5],
    ]);
    expect(label((await read('Playlists', days)).rows)).toEqual([[room.playlist.name, 5]]);
    expect(label((await read('Sources', days)).rows)).toEqual([
      [null, 6],
      [room.source.type, 5],
    ]);
    expect(
      label((await read('Labels', days)).rows)
        .filter(([, plays]) => plays === 6)
        .map(([name]) => name),
    ).toEqual(['Local', 'Sport']);
    const { csv, fileName } = await read('Articles', days);
    expect(fileName).toBe(`Articles ${days.from} ${days.to}.csv`);
    const [header, ...lines] = parse(csv, { bom: true, delimiter: ';' }) as string[][];
    expect(header).toEqual(['article', 'views', 'plays', 'finishes', 'ctr', 'ltr', 'minutes_heard']);
    expect(lines[0]![0]).toBe(`'${other.title}`);
    const plays = (await read('PlaysByDay', days)).rows.reduce(
      (sum: number, { figures }: { figures: number[] }) => sum + figures[1]!,
      0,
    );
    expect(lines.reduce((sum, line) => sum + Number(line[2]), 0)).toBe(plays);
  });
});

test('use days in the time zone, across clock changes, without gaps', async () => {
  await server.app.db.prisma.organization.update({
    where: { id: room.organization.id },
    data: { timezone: 'Europe/Berlin' },
  });
  // 23, 24 and 25 hours around both changes of 2025, and one play in each hour.
  const hour = 3_600_000;
  const first = Date.parse('2025-03-28T23:00:00Z');
  const last = Date.parse('2025-10-27T23:00:00Z');
  const hours = Array.from({ length: (last - first) / hour }, (_, number) => new Date(first + number * hour));
  await server.app.db.prisma.listeningHour.createMany({
    data: hours.map((at) => ({
      projectId: room.project.id,
      articleId: room.article.id,
      hour: at,
      listens: 1,
    })),
  });
  const { rows, timeZone } = await read('PlaysByDay', { from: '2025-03-29', to: '2025-10-27' });
  expect(timeZone).toBe('Europe/Berlin');
  const plays = new Map(
    rows.map(({ label, figures }: { label: string; figures: number[] }) => [label, figures[1]]),
  );
  expect(
    ['2025-03-29', '2025-03-30', '2025-06-01', '2025-10-26', '2025-10-27'].map((day) => plays.get(day)),
  ).toEqual([24, 23, 24, 25, 24]);
  expect([...plays.values()].reduce((sum: number, count) => sum + (count as number), 0)).toBe(hours.length);
  const [week] = (await read('PlaysByWeek', { from: '2025-03-29', to: '2025-04-06' })).rows;
  expect(week).toMatchObject({ label: '2025-03-24', figures: [0, 47, 0, null, 0, 0] });
  expect((await read('PlaysByMonth', { from: '2025-03-29', to: '2025-04-01' })).rows).toMatchObject([
    { label: '2025-03-01', figures: [0, 24 + 23 + 24, 0, null, 0, 0] },
    { label: '2025-04-01', figures: [0, 24, 0, null, 0, 0] },
  ]);
});

test('include ads and the cost of audio of the organization, per visible project', async () => {
  const { prisma, sql } = server.app.db;
  await prisma.adUse.createMany({
    data: (['done', 'skipped', 'empty', null] as const).map((status, number) => ({
      id: `00000000-0000-4000-9000-00000000000${number}`,
      projectId: room.project.id,
      channelId: 0,
      articleId: 0,
      provider: 'parlance',
      requestedAt: new Date(),
      status,
    })),
  });
  expect((await read('Ads')).rows).toEqual([{ label: 'parlance', figures: [4, 1, 1, 0, 0, 1] }]);
  const sibling = await server.make.project({ organizationId: room.organization.id, name: 'Sibling' });
  const { id: accountId } = await prisma.account.findFirstOrThrow({
    where: { organizationId: room.organization.id },
  });
  const entry = { accountId, day: dayOf(now), why: 'Voicing', articleId: room.article.id };
  await sql
    .insertInto('LedgerEntry')
    .values([
      {
        ...entry,
        kind: 'charged',
        amount: '-1200',
        cost: '19234',
        projectId: room.project.id,
        provider: 'azure',
        voice: 'Anna',
      },
      {
        ...entry,
        kind: 'returned',
        amount: '200',
        cost: '-234',
        projectId: room.project.id,
        provider: 'azure',
        voice: 'Otto',
      },
      // Given back as a whole, which is nothing to tell.
      ...(['charged', 'returned'] as const).map((kind) => ({
        ...entry,
        kind,
        amount: kind === 'charged' ? '-9' : '9',
        cost: kind === 'charged' ? '7' : '-7',
        projectId: room.project.id,
        provider: 'google',
        voice: 'Eve',
      })),
      { ...entry, kind: 'saved', saved: 70, projectId: room.project.id },
      { ...entry, kind: 'charged', amount: '-5', cost: '1', projectId: sibling.id },
    ])
    .execute();
  const byDay = await read('TtsCostByDay', { from: dayOf(now), to: dayOf(now) });
  expect(byDay.rows).toEqual([{ label: dayOf(now), figures: [1_000, 70, 0.019] }]);
  expect(byDay.figureColumns[2]).toEqual({ name: 'price', unit: 'MONEY', currency: 'EUR' });
  // Savings only, without generated audio; segments are not read, because they are deleted eventually.
  expect((await read('TtsCostByVoice')).rows).toEqual([
    { label: 'azure: Anna', figures: [1_200, 0, 0.019234] },
    { label: null, figures: [0, 70, 0] },
    { label: 'azure: Otto', figures: [-200, 0, -0.000234] },
  ]);
  expect((await read('TtsCostByProvider')).rows).toEqual([
    { label: 'azure', figures: [1_000, 0, 0.019] },
    { label: null, figures: [0, 70, 0] },
  ]);
  const organisation = await read('TtsCostByOrganisation');
  expect(organisation.title.message).toBe('TTS cost by organisation');
  expect(organisation.rows).toEqual([
    { label: room.project.name, figures: [1_000, 70, 0.019] },
    { label: 'Sibling', figures: [5, 0, 0.000001] },
  ]);
  // A user with access to the statistics of one project sees none of the others.
  const reader = await server.make.user();
  await prisma.projectRoleGrant.create({
    data: { projectId: room.project.id, userId: reader.id, role: 'stats' },
  });
  const own = await read('TtsCostByOrganisation', {}, await server.signIn(reader));
  expect(own.rows.map(({ label }: { label: string }) => label)).toEqual([room.project.name]);
});

test('of a private project use its owner’s time zone, without organization reports', async () => {
  const owner = await server.make.user({ timezone: 'Pacific/Auckland' });
  const project = await server.make.project({ organizationId: null, ownerId: owner.id });
  room = { ...room, project };
  const credentials = await server.signIn(owner);
  expect((await read('ActiveUsersTotal', {}, credentials)).timeZone).toBe('Pacific/Auckland');
  expect((await ask('TtsCostByOrganisation', {}, credentials)).errors).toMatchObject([
    { extensions: { code: 'NOT_FOUND' } },
  ]);
  const { data } = await server.graphql(
    `query ($id: ID!) { project(id: $id) { statisticsReports { name parameters { name default } } } }`,
    { id: globalId('Project', project.id) },
    credentials,
  );
  const offered = data!['project'].statisticsReports;
  expect(offered[0].name).toBe('ActiveUsersTotal');
  expect(offered).toHaveLength(reports.length - 1);
});

test.each([
  [{ from: '2026-02-01', to: '2026-01-01' }, 'Choose a last day on or after the first.'],
  [{ from: '2020-01-01', to: '2026-01-01' }, 'Choose up to 1,096 days.'],
])('refuse invalid days: %j', async (days, message) => {
  expect((await ask('PlaysByDay', days)).errors).toMatchObject([{ message }]);
});

test('have zero totals in every report without data, and CSV files over REST', async () => {
  for (const { name } of reports) expect((await read(name)).rowCount).toBeGreaterThanOrEqual(0);
  const path = `/api/stats/${room.project.id}/PlaysByDay`;
  await server.app.db.prisma.listeningHour.create({
    data: { projectId: room.project.id, articleId: room.article.id, hour: hourOf(now), views: 8, listens: 4 },
  });
  const dates = { date_from: dayOf(now), date_to: dayOf(now) };
  const { body } = await server.rest('POST', path, { token, body: dates });
  expect(body).toEqual({
    title: 'Plays by day',
    graph: {
      labels: [dayOf(now)],
      datasets: [
        { label: 'Views', data: [8] },
        { label: 'Plays', data: [4] },
        { label: 'Finishes', data: [0] },
      ],
    },
    headers: ['date', 'views', 'plays', 'finishes', 'ctr', 'ltr', 'minutes_heard'],
    report: [{ date: dayOf(now), views: 8, plays: 4, finishes: 0, ctr: 50, ltr: 0, minutes_heard: 0 }],
  });
  const file = await server.rest('POST', path, { token, body: { ...dates, format: 'csv' } });
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toContain(
    `filename="PlaysByDay ${dayOf(now)} ${dayOf(now)}.csv"`,
  );
  expect(file.body).toBe(
    `"date";"views";"plays";"finishes";"ctr";"ltr";"minutes_heard"\r\n"${dayOf(now)}";8;4;0;50;0;0\r\n`,
  );
  // A viewer of the project is refused; a browser would be redirected to /connect/google/.
  const viewer = await server.signIn(room.viewer);
  expect(await server.rest('POST', path, { token: viewer, body: dates })).toMatchObject({ status: 403 });
  expect(
    await server.rest('POST', path.replace('PlaysByDay', 'Nothing'), { token, body: dates }),
  ).toMatchObject({ status: 404 });
});
