import { beforeEach, describe, expect, test } from 'vitest';
import { readLive } from '../../server/areas/listening/statistics/live-listening.ts';
import { reports } from '../../server/areas/listening/statistics/report-registry.ts';
import { pinsMax } from '../../server/areas/listening/statistics/pinned-reports.ts';
import { dayOf, prepareDays } from '../../server/areas/listening/listening/partitions.ts';
import { system } from '../../server/kernel/actor.ts';
import { hashSecret } from '../../server/lib/security/crypto.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';

const server = useServer();
let room: Newsroom;
let token: string;
const hour = 3_600_000;
const thisHour = () => new Date(Math.floor(Date.now() / hour) * hour);

beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  await server.app.db.prisma.listeningHour.create({
    data: {
      projectId: room.project.id,
      articleId: room.article.id,
      hour: thisHour(),
      views: 40,
      listens: 20,
      finishes: 8,
      heardMs: 900_000n,
    },
  });
});

const run = async (document: string, variables: object = {}, credentials: string | undefined = token) => {
  const { data, errors } = await server.graphql(document, { ...variables }, credentials);
  expect(errors).toBeUndefined();
  return data! as Record<string, any>;
};
const share = async (input: object = {}, credentials = token) =>
  (
    await run(
      `mutation ($input: ShareStatisticsInput!) { result: shareStatistics(input: $input) { __typename
        ... on ShareStatisticsSuccess { share { id url hasPassword } } ... on Error { message }
        ... on ValidationError { fieldErrors { field code } } } }`,
      { input: { project: room.project.id, report: 'PlaysByDay', period: 'TODAY', ...input } },
      credentials,
    )
  )['result'];
const tokenIn = ({ share: { url } }: { share: { url: string } }) => url.split('/').at(-1)!;
const open = async (of: string, key: string | null = null) =>
  (
    await run(
      `query ($of: String!, $key: String) { sharedStatistics(token: $of, key: $key) { project locked statistics { name from rows { figures } totals } } }`,
      { of, key },
      undefined,
    )
  )['sharedStatistics'];
const unlock = async (of: string, password: string) =>
  (
    await run(
      `mutation ($input: UnlockSharedStatisticsInput!) { result: unlockSharedStatistics(input: $input) { __typename ... on UnlockSharedStatisticsSuccess { key } } }`,
      { input: { token: of, password } },
      undefined,
    )
  )['result'];
const page = (of: string) => fetch(`${server.url}/shared/${of}`);

describe('a shared report', () => {
  test('is visible to anyone with the link, until it is revoked', async () => {
    const made = await share();
    const of = tokenIn(made);
    expect(of).toMatch(/^[\w-]{22}$/);
    expect(await open(of)).toMatchObject({
      project: room.project.name,
      locked: false,
      statistics: {
        name: 'PlaysByDay',
        from: dayOf(Date.now()),
        rows: [{ figures: [40, 20, 8, 50, 40, 15] }],
      },
    });
    await run(
      `mutation ($input: RevokeStatisticsShareInput!) { revokeStatisticsShare(input: $input) { __typename } }`,
      { input: { id: made.share.id } },
    );
    expect(await open(of)).toBeNull();
    const log = await server.app.db.prisma.projectLog.findMany({ where: { projectId: room.project.id } });
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['report shared', 'shared report revoked']),
    );
  });

  test('asks for its password, which opens no other link', async () => {
    const of = tokenIn(await share({ password: 'open sesame' }));
    expect(await open(of)).toMatchObject({ locked: true, statistics: null });
    expect((await unlock(of, 'open sesamy')).__typename).toBe('ValidationError');
    const { key } = await unlock(of, 'open sesame');
    expect(await open(of, key)).toMatchObject({ locked: false, statistics: { name: 'PlaysByDay' } });
    const other = tokenIn(await share({ password: 'something else' }));
    expect(await open(other, key)).toMatchObject({ locked: true, statistics: null });
    const { passwordHash } = await server.app.db.prisma.statisticsShare.findUniqueOrThrow({
      where: { tokenHash: hashSecret(of) },
    });
    expect(passwordHash).toMatch(/^scrypt\$/);
  });

  test('returns all rows as a file with link and password, until it is revoked', async () => {
    const file = async (of: string, key?: string) => {
      const response = await fetch(`${server.url}/export/shared/${of}.csv`, {
        headers: key === undefined ? {} : { 'x-share-key': key },
      });
      return [response.status, await response.text()] as const;
    };
    const made = await share({ password: 'open sesame' });
    const of = tokenIn(made);
    const { key } = await unlock(of, 'open sesame');
    const [status, csv] = await file(of, key);
    expect(status).toBe(200);
    const signedIn = await fetch(
      `${server.url}/export/${room.project.id}/reports/PlaysByDay.csv?date_from=${dayOf(Date.now())}&date_to=${dayOf(Date.now())}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect(csv).toBe(await signedIn.text());
    expect(csv.trim().split('\n')).toHaveLength(2);
    const bare = tokenIn(await share());
    expect((await file(bare))[0]).toBe(200);
    for (const wrong of [undefined, 'x', key.slice(0, -2)])
      expect(await file(of, wrong)).toEqual([403, 'This report is protected by a password.']);
    const other = tokenIn(await share({ password: 'something else' }));
    expect((await file(other, key))[0]).toBe(403);
    for (const none of ['a'.repeat(22), 'x', '..%2fhealthz']) expect((await file(none, key))[0]).toBe(404);
    await run(
      `mutation ($input: RevokeStatisticsShareInput!) { revokeStatisticsShare(input: $input) { __typename } }`,
      { input: { id: made.share.id } },
    );
    expect((await file(of, key))[0]).toBe(404);
  });

  test('limits password attempts across all links', async () => {
    const [one, other] = [
      tokenIn(await share({ password: 'open sesame' })),
      tokenIn(await share({ password: 'open sesame' })),
    ];
    // Many who know the password may come at once.
    for (let visitor = 0; visitor < 12; visitor++)
      expect((await unlock(one, 'open sesame')).__typename).toBe('UnlockSharedStatisticsSuccess');
    for (let guess = 0; guess < 10; guess++)
      expect((await unlock(one, 'a guess')).__typename).toBe('ValidationError');
    expect((await unlock(other, 'open sesame')).__typename).toBe('LimitReachedError');
  });

  test('can be embedded in other sites only if allowed', async () => {
    const [open, closed] = [tokenIn(await share({ embeddable: true })), tokenIn(await share())];
    const framed = await page(open);
    // Where nothing is built there is no page to frame.
    if (framed.status !== 200) return;
    expect(framed.headers.get('x-frame-options')).toBeNull();
    expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors *');
    for (const other of [closed, 'a'.repeat(22)]) {
      const { headers } = await page(other);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    }
  });

  test.each([
    [{ report: 'TtsCostByOrganisation' }, 'report'],
    [{ password: 'short' }, 'password'],
    [{ period: null, from: '2026-02-02', to: '2026-02-01' }, 'date_from'],
  ])('%j is refused', async (input, field) => {
    expect(await share(input)).toMatchObject({ fieldErrors: [expect.objectContaining({ field })] });
  });

  test('cannot be created or revoked by a user who can only read the statistics', async () => {
    const reader = await server.make.user();
    await server.make.grant(room.project.id, reader.id, 'stats');
    expect(await share({}, await server.signIn(reader))).toMatchObject({ __typename: 'NotAllowedError' });
  });
});

test('pinned reports are personal, limited in number, and removed with the permission', async () => {
  const reader = await server.make.user();
  await server.make.grant(room.project.id, reader.id, 'stats');
  const credentials = await server.signIn(reader);
  const pin = async (report: string, pinned = true) =>
    (
      await run(
        `mutation ($input: PinStatisticsInput!) { result: pinStatistics(input: $input) { __typename } }`,
        { input: { project: room.project.id, report, period: 'LAST_7_DAYS', pinned } },
        credentials,
      )
    )['result'].__typename;
  const pins = async () =>
    (
      await run(
        '{ viewer { statisticsPins { report project { name } statistics { totals } } } }',
        {},
        credentials,
      )
    )['viewer'].statisticsPins;
  for (const { name } of reports.slice(0, pinsMax)) expect(await pin(name)).toBe('PinStatisticsSuccess');
  expect(await pin(reports[0]!.name)).toBe('PinStatisticsSuccess');
  expect(await pin(reports[pinsMax]!.name)).toBe('LimitReachedError');
  expect(await pin(reports[0]!.name, false)).toBe('PinStatisticsSuccess');
  expect((await pins()).map(({ report }: { report: string }) => report)).toEqual(
    reports.slice(1, pinsMax).map(({ name }) => name),
  );
  const pinned = async (report: string, period: string | null = 'LAST_7_DAYS') =>
    (
      await run(
        `query ($id: ID!, $report: String!, $period: StatisticsPeriod) { project(id: $id) { statisticsPinned(report: $report, period: $period) } }`,
        { id: room.project.id, report, period },
        credentials,
      )
    )['project'].statisticsPinned;
  expect(await pinned(reports[1]!.name)).toBe(true);
  for (const [report, period] of [
    [reports[0]!.name, 'LAST_7_DAYS'],
    [reports[1]!.name, 'TODAY'],
    [reports[1]!.name, null],
  ] as const)
    expect(await pinned(report, period)).toBe(false);
  await server.app.db.prisma.projectRoleGrant.deleteMany({ where: { userId: reader.id } });
  expect(await pins()).toEqual([]);
});

describe('figures in reports', () => {
  /** Adds plays of a day, and milliseconds played of each hundredth of 100 seconds. */
  const hear = (
    articleId: number,
    day: string,
    plays: number,
    heardMs: (part: number) => number,
    teaser = false,
  ) =>
    server.app.db.prisma.articleHeard.create({
      data: {
        projectId: room.project.id,
        articleId,
        day: new Date(day),
        teaser,
        plays,
        durationMs: 100_000,
        parts: Array.from({ length: 100 }, (_, part) => heardMs(part)),
      },
    });
  const statistics = async (report: string, selection: string, days: object = { period: 'TODAY' }) =>
    (
      await run(
        `query ($id: ID!, $report: String!, $from: Date, $to: Date, $period: StatisticsPeriod) { project(id: $id) {
          statistics(report: $report, from: $from, to: $to, period: $period) { ${selection} }
          keyFigures(from: $from, to: $to, period: $period) { figures { column { name } value before } } } }`,
        { id: globalId('Project', room.project.id), report, ...days },
      )
    )['project'];

  test('equal the sums of exported rows, and so do the key figures', async () => {
    const { prisma } = server.app.db;
    const other = await server.make.article(room.project.id, { title: 'Another' });
    await prisma.listeningHour.createMany({
      data: Array.from({ length: 200 }, (_, index) => ({
        projectId: room.project.id,
        articleId: index % 3 ? room.article.id : other.id,
        hour: new Date(thisHour().getTime() - (index + 1) * 7 * hour),
        views: (index * 37) % 19,
        listens: (index * 11) % 7,
        finishes: (index * 5) % 3,
        heardMs: BigInt(index * 12_347),
      })),
    });
    const added = ['views', 'plays', 'finishes', 'minutes_heard'];
    const sums = new Set<string>();
    for (const report of ['PlaysByDay', 'PlaysByWeek', 'PlaysByMonth', 'Articles', 'Channels', 'Sources']) {
      const { statistics: found, keyFigures } = await statistics(
        report,
        'figureColumns { name } rows(first: 20000) { figures } totals csv',
        { period: 'LAST_90_DAYS' },
      );
      const names: string[] = found.figureColumns.map(({ name }: { name: string }) => name);
      for (const name of added.slice(0, 3)) {
        const column = names.indexOf(name);
        const exported = found.csv
          .trim()
          .split('\r\n')
          .slice(1)
          .reduce((sum: number, line: string) => sum + Number(line.split(';').at(column - names.length)), 0);
        expect(found.totals[column], `${report} ${name}`).toBe(exported);
        expect(
          keyFigures.figures.find((one: { column: { name: string } }) => one.column.name === name)?.value ??
            exported,
        ).toBe(exported);
      }
      sums.add(JSON.stringify(found.totals.slice(0, 3)));
    }
    expect(sums.size).toBe(1);
  });

  test('include articles with one to four plays only in an aggregate row', async () => {
    const few = await server.make.article(room.project.id, { title: 'Read by four' });
    await server.app.db.prisma.listeningHour.create({
      data: { projectId: room.project.id, articleId: few.id, hour: thisHour(), views: 9, listens: 4 },
    });
    await hear(few.id, dayOf(Date.now()), 4, () => 1_000);
    const { statistics: found } = await statistics('Articles', 'rows { label articleId figures } csv');
    expect(found.rows.map(({ label, articleId }: Record<string, unknown>) => [label, articleId])).toEqual([
      [room.article.title, globalId('Article', room.article.id)],
      [null, null],
    ]);
    expect(found.rows[1].figures.slice(0, 2)).toEqual([9, 4]);
    expect(found.csv).not.toContain('Read by four');
    const { article } = await run(`query ($id: ID!) { article(id: $id) { retention { plays } } }`, {
      id: few.id,
    });
    expect(article.retention).toBeNull();
  });

  test('are compared with the previous period', async () => {
    await server.app.db.prisma.listeningHour.create({
      data: {
        projectId: room.project.id,
        articleId: room.article.id,
        hour: new Date(thisHour().getTime() - 24 * hour),
        listens: 10,
      },
    });
    const { statistics: found, keyFigures } = await statistics(
      'PlaysByDay',
      'totals before { from to totals }',
    );
    const yesterday = dayOf(Date.now() - 24 * hour);
    expect(found).toMatchObject({
      totals: [40, 20, 8, 50, 40, 15],
      before: { from: yesterday, to: yesterday },
    });
    expect(found.before.totals[1]).toBe(10);
    expect(keyFigures.figures).toContainEqual({ column: { name: 'plays' }, value: 20, before: 10 });
  });

  test('show which parts of an article were played, for the requested days and the whole article', async () => {
    const [today, yesterday] = [dayOf(Date.now()), dayOf(Date.now() - 24 * hour)];
    // Ten came to the middle, and five of them to the end, of an audio of 100 seconds.
    await hear(room.article.id, today, 10, (part) => (part < 50 ? 10_000 : 5_000));
    await hear(room.article.id, yesterday, 10, () => 10_000);
    await hear(room.article.id, today, 30, () => 30_000, true);
    const heard = async (from: string, to: string) =>
      (
        await run(
          `query ($id: ID!, $from: Date, $to: Date) { article(id: $id) { retention(from: $from, to: $to) { from to plays durationMs parts } } }`,
          { id: room.article.id, from, to },
        )
      )['article'].retention;
    const half = (first: number, second: number) =>
      Array.from({ length: 100 }, (_, part) => (part < 50 ? first : second));
    expect(await heard(today, today)).toEqual({
      from: today,
      to: today,
      plays: 10,
      durationMs: 100_000,
      parts: half(100, 50),
    });
    expect(await heard(yesterday, today)).toMatchObject({ plays: 20, parts: half(100, 75) });
  });
});

test('show current listeners, and plays of the last half hour', async () => {
  await prepareDays(server.app.db);
  const now = Date.now();
  let made = 0;
  const tell = async (
    action: 'play' | 'playlist_play' | 'progress' | 'finished',
    minutesAgo: number,
    listener: number | null,
  ) =>
    server.app.db.prisma.playerEvent.create({
      data: {
        day: new Date(`${dayOf(now)}T00:00:00Z`),
        id: `00000000-0000-4000-a000-${(++made).toString(16).padStart(12, '0')}`,
        batch: BigInt(made),
        at: new Date(now - minutesAgo * 60_000),
        action,
        projectId: room.project.id,
        channelId: 0,
        articleId: room.article.id,
        listener: listener === null ? null : BigInt(listener),
        heardMs: action === 'finished' || action === 'progress' ? 60_000 : 0,
      },
    });
  for (const listener of [1, 2, 3]) await tell('play', 4, listener);
  // In the player of a playlist an article is begun by another name.
  await tell('playlist_play', 4, 4);
  await tell('finished', 1, 3);
  await tell('play', 3, null);
  await tell('play', 20, null);
  await tell('play', 45, 9);
  const live = await readLive(server.app, system, room.project.id);
  expect(live).toMatchObject({
    now: 4,
    plays: 6,
    minutesHeard: 1,
    articles: [{ articleId: room.article.id, title: room.article.title, plays: 6 }],
  });
  expect(live.playsByMinute).toHaveLength(30);
  expect(live.playsByMinute.reduce((sum, plays) => sum + plays, 0)).toBe(6);
});
