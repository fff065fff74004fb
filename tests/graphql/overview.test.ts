import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
  await server.app.db.prisma.article.updateMany({ data: { deletedAt: new Date() } });
});

const fields = `voicingCount voicing { title status } failedCount failed { title error } failingProjects { name sources { error } }
  articlesThisWeek minutesThisWeek charactersToday charactersPerDay averageFrom charactersSaved daysLeft daysLeftOrganization`;
const overview = async (credentials = token) => {
  const { data, errors } = await server.graphql(`{ viewer { overview { ${fields} } } }`, {}, credentials);
  expect(errors).toBeUndefined();
  return data!['viewer'].overview;
};
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const day = (days: number): string => ago(days).toISOString().slice(0, 10);
const use = (projectId: number, days: number, characters: number, saved = 0) =>
  server.app.db.sql
    .insertInto('DailyUsage')
    .values({ projectId, day: day(days), characters, saved })
    .execute();
const titles = (articles: { title: string }[]): string[] => articles.map(({ title }) => title);

test('the overview shows current and failed articles, newest first, only to project members', async () => {
  const { make } = server;
  for (let number = 1; number <= 7; number++)
    await make.article(room.project.id, {
      title: `Moving ${number}`,
      status: number % 2 ? 'waiting' : 'processing',
    });
  await make.article(room.project.id, { title: 'Held', status: 'waiting', heldBy: 'A rule' });
  await make.article(room.project.id, {
    title: 'Older failure',
    status: 'errored',
    error: 'The page answered 404.',
    updatedAt: ago(2),
  });
  await make.article(room.project.id, { title: 'Limit', status: 'limit_reached', updatedAt: ago(1) });
  await make.article(room.project.id, {
    title: 'Long ago',
    status: 'errored',
    error: 'No.',
    updatedAt: ago(8),
  });
  await make.article(room.project.id, {
    title: 'Gone',
    status: 'errored',
    error: 'No.',
    deletedAt: new Date(),
  });
  const other = await make.project({ organizationId: (await make.organization()).id });
  await make.article(other.id, { title: 'Of others', status: 'waiting' });
  await make.article(other.id, { title: 'Failure of others', status: 'errored', error: 'No.' });

  const found = await overview();
  expect(found.voicingCount).toBe(7);
  expect(titles(found.voicing)).toEqual(['Moving 7', 'Moving 6', 'Moving 5', 'Moving 4', 'Moving 3']);
  expect(found.failedCount).toBe(2);
  expect(found.failed).toEqual([
    { title: 'Limit', error: null },
    { title: 'Older failure', error: 'The page answered 404.' },
  ]);
  expect(await overview(await server.signIn(room.outsider))).toMatchObject({
    voicingCount: 0,
    voicing: [],
    failedCount: 0,
    failed: [],
  });
  expect((await overview(await server.signIn(await make.user({ role: 'admin' })))).voicingCount).toBe(8);
});

test('the overview counts playable articles and minutes of the last seven days', async () => {
  for (const [addedAt, durationMs] of [
    [ago(0), 90_000],
    [ago(6), 30_000],
    [ago(8), 600_000],
  ] as const) {
    const article = await server.make.article(room.project.id, { status: 'ready', addedAt });
    const audio = await server.make.audio(article.id, { durationMs });
    await server.app.db.prisma.article.update({ where: { id: article.id }, data: { audio: audio.version } });
  }
  await server.make.article(room.project.id, { status: 'rejected' });
  expect(await overview()).toMatchObject({ articlesThisWeek: 2, minutesThisWeek: 2 });
});

test('the overview shows the daily cost and how long the balance lasts', async () => {
  await server.app.db.sql.deleteFrom('DailyUsage').execute();
  await use(room.project.id, 0, 1_000);
  await use(room.project.id, 3, 7_000, 500);
  await use(room.project.id, 6, 6_000);
  expect(await overview()).toMatchObject({ charactersPerDay: null, averageFrom: day(-1), daysLeft: null });
  await use(room.project.id, 7, 90_000);
  const foreign = await server.make.project({ organizationId: (await server.make.organization()).id });
  await use(foreign.id, 0, 5_000_000);
  const found = await overview();
  // The average of seven days, once there are seven since the first.
  expect(found).toMatchObject({ charactersToday: 1_000, charactersPerDay: 2_000, charactersSaved: 500 });
  expect(found).toMatchObject({
    averageFrom: null,
    daysLeft: 50,
    daysLeftOrganization: room.organization.name,
  });
  // An administrator sees all articles, and pays for none of them.
  const admin = await overview(await server.signIn(await server.make.user({ role: 'admin' })));
  expect(admin).toMatchObject({ charactersPerDay: null, averageFrom: null, daysLeft: null });
});

test('the overview shows each account separately, because balances are not shared', async () => {
  await server.app.db.sql.deleteFrom('DailyUsage').execute();
  const own = await server.make.project({ ownerId: room.editor.id, organizationId: null });
  await use(room.project.id, 0, 7_000);
  await use(room.project.id, 30, 1);
  await use(own.id, 0, 31_000);
  await use(own.id, 1, 4_000);
  await use(own.id, 7, 4_000);
  const { data } = await server.graphql(
    '{ viewer { accounts { organization { name } balance verified charactersPerDay daysLeft } overview { daysLeft daysLeftOrganization } } }',
    {},
    token,
  );
  expect(data!['viewer']).toEqual({
    accounts: [
      {
        organization: { name: room.organization.name },
        balance: 100_000,
        verified: false,
        charactersPerDay: 1_000,
        daysLeft: 100,
      },
      { organization: null, balance: 100_000, verified: false, charactersPerDay: 5_000, daysLeft: 20 },
    ],
    overview: { daysLeft: 20, daysLeftOrganization: null },
  });
});

test('the overview shows no end of the balance without usage, or for invoiced accounts', async () => {
  await server.app.db.sql.deleteFrom('DailyUsage').execute();
  expect(await overview()).toMatchObject({ averageFrom: null, daysLeft: null });
  await use(room.project.id, 0, 1_000);
  await use(room.project.id, 8, 1_000);
  expect((await overview()).daysLeft).not.toBeNull();
  await server.app.db.prisma.account.updateMany({
    where: { organizationId: room.organization.id },
    data: { verified: true },
  });
  expect((await overview()).daysLeft).toBeNull();
});

test('the overview names projects whose sources cannot be read', async () => {
  await server.make.source(room.project.id, {
    type: 'rss',
    url: 'https://example.org/feed',
    error: 'example.org doesn’t have this page (HTTP 404).',
  });
  expect((await overview()).failingProjects).toMatchObject([
    {
      name: room.project.name,
      sources: expect.arrayContaining([{ error: 'example.org doesn’t have this page (HTTP 404).' }]),
    },
  ]);
});

test('API tokens see only their own data, and anonymous callers see nothing', async () => {
  await server.make.article(room.project.id, { status: 'waiting' });
  const { apiKey } = await server.make.apiKey(room.project.id, 'api_readonly');
  expect(await overview(apiKey)).toMatchObject({ voicingCount: 1, daysLeft: null });
  const { data } = await server.graphql('{ viewer { overview { voicingCount } } }');
  expect(data).toEqual({ viewer: null });
});

test('the overview takes few statements, for any number of articles and projects', async () => {
  for (let number = 1; number <= 6; number++) {
    await server.make.article(room.project.id, { status: 'waiting' });
    await server.make.article(room.project.id, { status: 'errored', error: 'No.' });
  }
  const ask = `{ viewer { overview { voicing { id title project { id name } } failed { id error project { id name } } voicingCount daysLeft } } }`;
  const statements = await statementsOf(() => server.graphql(ask, {}, token));
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(5);
});

test('the overview shows minutes generated and played per day, in total and for the busiest projects', async () => {
  const { make } = server;
  const busy = await make.project({ organizationId: room.organization.id });
  const foreign = await make.project({ organizationId: (await make.organization()).id });
  const hear = (projectId: number, days: number, minutes: number) =>
    server.app.db.sql
      .insertInto('ListeningHour')
      .values({
        projectId,
        articleId: 1,
        hour: new Date(`${day(days)}T05:00:00Z`),
        heardMs: String(minutes * 60_000),
      })
      .execute();
  await hear(room.project.id, 0, 1.5);
  await hear(busy.id, 0, 10);
  await hear(busy.id, 6, 20);
  await hear(busy.id, 7, 40);
  await hear(foreign.id, 0, 80);
  const { data, errors } = await server.graphql(
    `{ viewer { overview { week {
      days { day articles minutesHeard }
      projects { project { databaseId } days { minutesHeard } }
    } } } }`,
    {},
    token,
  );
  expect(errors).toBeUndefined();
  const { week } = data!['viewer'].overview;
  expect(week.days.map((one: { day: string }) => one.day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(day));
  expect(week.days.map((one: { minutesHeard: number }) => one.minutesHeard)).toEqual([
    20, 0, 0, 0, 0, 0, 11.5,
  ]);
  expect(week.projects.map((one: { project: { databaseId: number } }) => one.project.databaseId)).toEqual([
    busy.id,
    room.project.id,
  ]);
});
