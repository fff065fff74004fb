import { beforeEach, describe, expect, test } from 'vitest';
import { useServer } from '../support/server.ts';
import type { Newsroom } from '../support/factories.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let projectId: number;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
  projectId = (
    await server.make.project({ organizationId: room.organization.id, ownerId: room.maintainer.id })
  ).id;
});

const list = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $offset: Int, $query: String, $dateFrom: Date, $dateTo: Date, $timeZone: String, $status: ArticleStatus, $label: String, $sort: ArticleSort, $descending: Boolean) {
  project(id: $id) { articles(first: $first, after: $after, last: $last, before: $before, offset: $offset, search: $query, dateFrom: $dateFrom, dateTo: $dateTo, timeZone: $timeZone, status: $status, label: $label, sort: $sort, descending: $descending) {
    totalCount totalIsCapped pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { databaseId title } } } } }`;

async function articles(variables: object, as = token): Promise<any> {
  const { data, errors } = await server.graphql(list, { id: projectId, ...variables }, as);
  if (errors) throw new Error(errors[0]!.message, { cause: errors[0] });
  return data!['project'].articles;
}
const idsOf = (page: any): number[] => page.edges.map((edge: any) => edge.node.databaseId);
const titles = async (variables: object): Promise<string[]> =>
  (await articles(variables)).edges.map((edge: any) => edge.node.title);
const add = (title: string, rest: object = {}) => server.make.article(projectId, { title, ...rest });

describe('a search', () => {
  test('finds words ignoring accents and case, in both directions', async () => {
    const all = [
      'Elysée-Palast',
      'ÉLYSÉE',
      'Straße',
      'STRASSE',
      'Łódź',
      'Москва',
      'Ærø',
      'Cœur',
      'ﬁnal',
      'Ñandú',
      'Ἀθῆναι',
      '서울 소식',
    ];
    for (const title of all) await add(title);
    const found = async (query: string) => (await titles({ query })).sort();
    expect(await found('elysee')).toEqual(['Elysée-Palast', 'ÉLYSÉE'].sort());
    expect(await found('ÉLYSÉE')).toEqual(['Elysée-Palast', 'ÉLYSÉE'].sort());
    expect(await found('strasse')).toEqual(['STRASSE', 'Straße'].sort());
    expect(await found('STRAẞE')).toEqual(['STRASSE', 'Straße'].sort());
    expect(await found('lodz')).toEqual(['Łódź']);
    expect(await found('москва')).toEqual(['Москва']);
    expect(await found('aero')).toEqual(['Ærø']);
    expect(await found('coeur')).toEqual(['Cœur']);
    expect(await found('final')).toEqual(['ﬁnal']);
    expect(await found('nandu')).toEqual(['Ñandú']);
    expect(await found('αθηναι')).toEqual(['Ἀθῆναι']);
    expect(await found('서울')).toEqual(['서울 소식']);
    // Two letters, and two letters with their accents apart.
    expect(await found('él')).toEqual(['Elysée-Palast', 'ÉLYSÉE'].sort());
    expect(await found('E\u0301L')).toEqual(['Elysée-Palast', 'ÉLYSÉE'].sort());
    // What folds to a wildcard is none.
    expect(await found('％％％')).toEqual([]);
    expect(await found('\u0301')).toHaveLength(all.length);
    for (const title of ['Don’t – “wait”', 'Don\'t - "wait"']) await add(title);
    expect(await found('don\'t - "wait')).toEqual(['Don\'t - "wait"', 'Don’t – “wait”']);
    expect(await found('DON‘T — „')).toEqual(['Don\'t - "wait"', 'Don’t – “wait”']);
  });

  test('finds old articles page by page, each once', async () => {
    await server.app.db.pool.query(
      `INSERT INTO "Article" ("projectId", title, text, "addedAt")
       SELECT $1, CASE WHEN n % 100 = 0 THEN 'Rare bird ' ELSE 'Common bird ' END || n, '', timestamptz '2026-01-01' + n * interval '1 minute'
       FROM generate_series(1, 3000) AS n`,
      [projectId],
    );
    const rare = await articles({ query: 'rare', first: 20, offset: 20 });
    expect(rare.edges.map((edge: any) => edge.node.title)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Rare bird ${1000 - index * 100}`),
    );
    expect(rare).toMatchObject({ totalCount: 30, totalIsCapped: false, pageInfo: { hasNextPage: false } });
    const walked: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page = await articles({ query: 'rare', first: 7, after });
      expect(page).toMatchObject({ totalCount: 30, totalIsCapped: false });
      walked.push(...page.edges.map((edge: any) => edge.node.title));
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    expect(walked).toEqual(Array.from({ length: 30 }, (_, index) => `Rare bird ${3000 - index * 100}`));
    expect(await articles({ query: 'bird', first: 1, offset: 2_500 })).toMatchObject({
      totalCount: 1_000,
      totalIsCapped: true,
      edges: [{ node: { title: 'Rare bird 500' } }],
    });
    expect(await titles({ query: 'co', first: 1, offset: 2_000 })).toEqual(['Common bird 979']);
    // What every title has leaves none out, in no order.
    for (const sort of ['ADDED', 'TITLE', 'DURATION', 'STATUS'])
      for (const offset of [20, 1_990, 2_995])
        for (const query of ['bird', 'b'])
          expect([sort, offset, query, idsOf(await articles({ sort, offset, query }))]).toEqual([
            sort,
            offset,
            query,
            idsOf(await articles({ sort, offset })),
          ]);
  });

  test('handles titles whose characters expand to whole words', async () => {
    // Eighteen letters each, and no two neighbours alike, so that no compression makes room for them in an
    // index.
    const wide = Array.from({ length: 500 }, (_, index) =>
      String.fromCodePoint(index % 3 ? 0x3300 + ((index * index * 7) % 0x58) : 0xfdfa),
    ).join('');
    const { id } = await add(wide);
    expect(await titles({ query: 'صلى' })).toEqual([wide]);
    await server.app.db.prisma.article.update({ where: { id }, data: { title: `End ${wide}` } });
    expect(await titles({ query: 'end' })).toEqual([`End ${wide}`]);
  });

  test('of one or two letters matches the beginnings of words', async () => {
    const all = [
      'Abel',
      'Cab',
      'Re-able',
      '3abc',
      'Éab',
      'x/ab',
      '(ab)',
      'mail@abc.example',
      'http://abc.example/able',
      '‘Ab’',
      'жab',
      'Ａbc',
      'a b',
    ];
    for (const title of all) await add(title);
    const beginWithAb = [
      'Abel',
      'Re-able',
      'x/ab',
      '(ab)',
      'mail@abc.example',
      'http://abc.example/able',
      '‘Ab’',
      'Ａbc',
    ];
    for (const [query, found] of Object.entries({
      ab: beginWithAb,
      A: [...beginWithAb, 'a b'],
      b: ['a b'],
      é: ['Éab', 'mail@abc.example', 'http://abc.example/able'],
      '3': ['3abc'],
      '3a': ['3abc'],
      ж: ['жab'],
      // Punctuation matches anywhere, and has no special meaning.
      '.e': ['mail@abc.example', 'http://abc.example/able'],
      '(': ['(ab)'],
      '[a': [],
      '.*': [],
    }))
      expect([query, (await titles({ query })).sort()]).toEqual([query, found.sort()]);
  });
});

test('days are in the requested time zone, or else in that of the caller’s profile', async () => {
  // 23:30 and 00:30 in Berlin, on the day that loses an hour.
  await add('Saturday', { addedAt: new Date('2026-03-28T22:30:00Z') });
  await add('Sunday', { addedAt: new Date('2026-03-28T23:30:00Z') });
  await add('Late on Sunday', { addedAt: new Date('2026-03-29T21:30:00Z') });
  await add('Monday', { addedAt: new Date('2026-03-29T22:30:00Z') });
  const sunday = { dateFrom: '2026-03-29', dateTo: '2026-03-29' };
  expect(await titles(sunday)).toEqual(['Monday', 'Late on Sunday']);
  const inBerlin = await articles({ ...sunday, timeZone: 'Europe/Berlin' });
  expect(inBerlin.edges.map((edge: any) => edge.node.title)).toEqual(['Late on Sunday', 'Sunday']);
  expect(inBerlin.totalCount).toBe(2);
  await server.app.db.prisma.user.update({
    where: { id: room.maintainer.id },
    data: { timezone: 'Europe/Berlin' },
  });
  expect(await titles(sunday)).toEqual(['Late on Sunday', 'Sunday']);
  expect(await titles({ ...sunday, timeZone: 'UTC' })).toEqual(['Monday', 'Late on Sunday']);
  await expect(articles({ ...sunday, timeZone: 'Mars/Olympus' })).rejects.toThrow(
    /Unknown time zone|not valid/i,
  );
});

test('the list is filtered by exact label', async () => {
  await add('Both', { labels: ['news', 'sport'] });
  await add('News', { labels: ['news'] });
  await add('Newsroom', { labels: ['newsroom', 'News'] });
  expect(await titles({ label: 'news' })).toEqual(['News', 'Both']);
  expect(await articles({ label: 'sport', query: 'both' })).toMatchObject({ totalCount: 1 });
  expect(await titles({ label: "new's\\" })).toEqual([]);
});

describe('the list in other orders', () => {
  const statuses = ['ready', 'errored', 'waiting'] as const;
  let shown: { id: number; title: string; ms: number; status: string; addedAt: number }[];
  beforeEach(async () => {
    shown = [];
    for (let index = 0; index < 17; index++) {
      const title = ['Äpfel', 'apfel', 'Birne', 'zebra', 'Épée'][index % 5]!;
      const status = statuses[index % 3]!;
      const addedAt = new Date(Date.UTC(2026, 0, 1 + (index % 4)));
      const article = await add(title, { status, addedAt });
      if (status === 'ready') await server.make.audio(article.id, { durationMs: 1_000 * (index % 4) });
      shown.push({
        id: article.id,
        title,
        ms: status === 'ready' ? 1_000 * (index % 4) : 0,
        status,
        addedAt: addedAt.getTime(),
      });
    }
  });
  const fold = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
  const orders: Record<string, (a: (typeof shown)[0], b: (typeof shown)[0]) => number> = {
    ADDED: (a, b) => a.addedAt - b.addedAt || a.id - b.id,
    TITLE: (a, b) => (fold(a.title) < fold(b.title) ? -1 : fold(a.title) > fold(b.title) ? 1 : a.id - b.id),
    DURATION: (a, b) => a.ms - b.ms || a.id - b.id,
    STATUS: (a, b) =>
      ['waiting', 'processing', 'retry', 'ready', 'errored'].indexOf(a.status) -
        ['waiting', 'processing', 'retry', 'ready', 'errored'].indexOf(b.status) ||
      b.addedAt - a.addedAt ||
      b.id - a.id,
  };

  test.each(
    Object.keys(orders).flatMap((sort) => [false, true].map((descending) => [sort, descending] as const)),
  )(
    'by %s (descending: %s) returns each article once, by offset and by cursor, in both directions',
    async (sort, descending) => {
      const order = { sort, descending };
      const expected = shown.toSorted(orders[sort]!).map(({ id }) => id);
      if (descending) expected.reverse();
      expect(idsOf(await articles({ ...order, first: 100 }))).toEqual(expected);
      expect([
        ...idsOf(await articles({ ...order, first: 10 })),
        ...idsOf(await articles({ ...order, first: 10, offset: 10 })),
      ]).toEqual(expected);
      const forwards: number[] = [];
      for (let after: string | null = null, more = true; more;) {
        const page = await articles({ ...order, first: 4, after });
        forwards.push(...idsOf(page));
        ({ hasNextPage: more, endCursor: after } = page.pageInfo);
      }
      expect(forwards).toEqual(expected);
      const backwards: number[] = [];
      for (let before: string | null = null, more = true; more;) {
        const page = await articles({ ...order, last: 5, before });
        backwards.unshift(...idsOf(page));
        ({ hasPreviousPage: more, startCursor: before } = page.pageInfo);
      }
      expect(backwards).toEqual(expected);
      const ready = shown.filter(({ status }) => status === 'ready').map(({ id }) => id);
      expect(idsOf(await articles({ ...order, status: 'READY' }))).toEqual(
        expected.filter((id) => ready.includes(id)),
      );
    },
  );

  test('a cursor of a different order is refused', async () => {
    const { pageInfo } = await articles({ sort: 'TITLE', first: 3 });
    await expect(articles({ sort: 'DURATION', after: pageInfo.endCursor })).rejects.toThrow(/cursor/);
    await expect(articles({ after: pageInfo.endCursor })).rejects.toThrow(/cursor/);
  });
});

describe('pages far into the list', () => {
  const count = 7_000;
  beforeEach(async () => {
    // Some days have many, some few, and some statuses none.
    for (let first = 1; first < count; first += 1_000)
      await server.app.db.pool.query(
        `INSERT INTO "Article" ("projectId", title, text, status, "addedAt")
       SELECT $1, 'T' || lpad(n::text, 6, '0'), '', (CASE WHEN n % 2 = 0 THEN 'errored' ELSE 'rejected' END)::"ArticleStatus",
              timestamptz '2026-01-01 20:00Z' + (n * n / 10000) * interval '1 hour' + n * interval '1 second'
       FROM generate_series(${first}::bigint, ${first + 999}) AS n`,
        [projectId],
      );
  });

  test('contain the same articles as when reading from the start', async () => {
    const { rows } = await server.app.db.pool.query(
      `SELECT id, status, "addedAt" FROM "Article" WHERE "projectId" = $1 ORDER BY "addedAt" DESC, id DESC`,
      [projectId],
    );
    const [from, to] = ['2026-01-20', '2026-06-30'];
    const within = rows.filter(
      ({ addedAt }) =>
        addedAt >= new Date(`${from}T00:00:00-05:00`) && addedAt < new Date('2026-07-01T00:00:00-04:00'),
    );
    const days = { dateFrom: from, dateTo: to, timeZone: 'America/New_York' };
    const cases: [object, { id: number }[]][] = [
      [{}, rows],
      [{ descending: false, sort: 'ADDED' }, rows.toReversed()],
      [{ status: 'ERRORED' }, rows.filter(({ status }) => status === 'errored')],
      [days, within],
      [
        { ...days, descending: false, sort: 'ADDED', status: 'REJECTED' },
        within.filter(({ status }) => status === 'rejected').toReversed(),
      ],
      [{ sort: 'TITLE' }, rows.toReversed()],
      [{ sort: 'TITLE', descending: true }, rows],
    ];
    for (const [variables, expected] of cases) {
      expect(expected.length).toBeGreaterThan(1_000);
      for (const offset of [1_000, 4_321, expected.length - 13, 6_500].filter(
        (one) => one < expected.length,
      )) {
        const page = await articles({ ...variables, offset });
        expect([variables, offset, idsOf(page)]).toEqual([
          variables,
          offset,
          expected.slice(offset, offset + 20).map(({ id }) => id),
        ]);
        expect(page).toMatchObject({
          totalCount: expected.length,
          totalIsCapped: false,
          pageInfo: { hasNextPage: offset + 20 < expected.length },
        });
      }
      expect(idsOf(await articles({ ...variables, offset: expected.length }))).toEqual([]);
    }
  });
});

test('counts stay correct through any concurrent changes to articles', async () => {
  const { db } = server.app;
  const one = (index: number) =>
    add(`No. ${index}`, { addedAt: new Date(Date.UTC(2026, 0, 1 + (index % 3))) });
  const made = await Promise.all(Array.from({ length: 30 }, (_, index) => one(index)));
  await Promise.all(
    made.map(async ({ id }, index) => {
      for (const status of ['processing', 'ready', 'waiting', 'errored'] as const)
        await db.prisma.article.update({ where: { id }, data: { status } });
      if (index % 4 === 0) await db.prisma.article.update({ where: { id }, data: { deletedAt: new Date() } });
      if (index % 8 === 0)
        await db.prisma.article.update({ where: { id }, data: { deletedAt: null, status: 'ready' } });
      if (index % 5 === 0)
        await db.prisma.article.update({ where: { id }, data: { addedAt: new Date('2026-02-01') } });
      if (index % 7 === 0) await db.prisma.article.delete({ where: { id } });
      await db.pool.query(
        `SELECT article_tally_compact($1, "day") FROM (SELECT DISTINCT "day" FROM "ArticleTally" WHERE "projectId" = $1) d`,
        [projectId],
      );
    }),
  );
  const { rows } = await db.pool.query(
    `WITH counted AS (SELECT ("addedAt" AT TIME ZONE 'UTC')::date AS day, status, count(*) AS n FROM "Article" WHERE "projectId" = $1 AND "deletedAt" IS NULL GROUP BY 1, 2),
     kept AS (SELECT day, status, sum(count) AS n FROM "ArticleTally" WHERE "projectId" = $1 GROUP BY 1, 2 HAVING sum(count) <> 0)
     SELECT * FROM counted FULL JOIN kept USING (day, status) WHERE counted.n IS DISTINCT FROM kept.n`,
    [projectId],
  );
  expect(rows).toEqual([]);
  expect((await articles({})).totalCount).toBe(
    await db.prisma.article.count({ where: { projectId, deletedAt: null } }),
  );
});
