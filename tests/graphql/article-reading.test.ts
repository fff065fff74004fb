import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

const server = useServer({ env: { ARTICLE_MAX_CHARACTERS: '2000' } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const failure = '... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const article = 'databaseId title url text labels status file rssAutoUpdate recrawlAt';
const update = `mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { __typename ${failure} ... on UpdateArticleSuccess { article { ${article} } } } }`;

async function run(document: string, input: object, as = token): Promise<any> {
  const { data, errors } = await server.graphql(document, { input }, as);
  expect(errors).toBeUndefined();
  return Object.values(data!)[0];
}

const rowOf = (id: number) => server.app.db.prisma.article.findUniqueOrThrow({ where: { id } });

describe('the list', () => {
  const list = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $offset: Int, $query: String, $dateFrom: Date, $dateTo: Date, $status: ArticleStatus, $qaStatus: ArticleQaFilter) {
    project(id: $id) { articles(first: $first, after: $after, last: $last, before: $before, offset: $offset, search: $query, dateFrom: $dateFrom, dateTo: $dateTo, status: $status, qaStatus: $qaStatus) {
      totalCount totalIsCapped pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { title } } } } }`;
  let projectId: number;
  beforeEach(async () => {
    projectId = (
      await server.make.project({ organizationId: room.organization.id, ownerId: room.maintainer.id })
    ).id;
  });

  async function articles(variables: object): Promise<any> {
    const { data, errors } = await server.graphql(list, { id: projectId, ...variables }, token);
    if (errors) throw new Error(errors[0]!.message, { cause: errors[0] });
    return data!['project'].articles;
  }
  const titles = async (variables: object): Promise<string[]> =>
    (await articles(variables)).edges.map((edge: any) => edge.node.title);
  /** `count` articles, some of them added at the same instant. */
  async function fill(count: number): Promise<string[]> {
    const start = Date.parse('2026-03-01T00:00:00Z');
    await server.app.db.prisma.article.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        projectId,
        title: `No. ${index}`,
        text: 'secret text',
        addedAt: new Date(start + Math.floor(index / 3) * 60_000),
      })),
    });
    return Array.from({ length: count }, (_, index) => `No. ${count - 1 - index}`);
  }

  test('is sorted newest first, with 20 per page', async () => {
    const all = await fill(45);
    const page = await articles({});
    expect(page.edges.map((edge: any) => edge.node.title)).toEqual(all.slice(0, 20));
    expect(page).toMatchObject({
      totalCount: 45,
      totalIsCapped: false,
      pageInfo: {
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: page.edges[0].cursor,
        endCursor: page.edges[19].cursor,
      },
    });
  });

  test('can be paged by cursor in both directions, without duplicates or gaps', async () => {
    const all = await fill(23);
    const forwards: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page = await articles({ first: 7, after });
      forwards.push(...page.edges.map((edge: any) => edge.node.title));
      ({ hasNextPage: more, endCursor: after } = page.pageInfo);
    }
    expect(forwards).toEqual(all);
    const backwards: string[] = [];
    for (let before: string | null = null, more = true; more;) {
      const page = await articles({ last: 5, before });
      backwards.unshift(...page.edges.map((edge: any) => edge.node.title));
      ({ hasPreviousPage: more, startCursor: before } = page.pageInfo);
    }
    expect(backwards).toEqual(all);
  });

  test('a new article does not shift the next page of a cursor', async () => {
    const all = await fill(10);
    const { pageInfo } = await articles({ first: 4 });
    await server.make.article(projectId, { title: 'Breaking' });
    expect(await titles({ first: 4, after: pageInfo.endCursor })).toEqual(all.slice(4, 8));
  });

  test('can be paged by offset', async () => {
    const all = await fill(45);
    expect(await titles({ offset: 20 })).toEqual(all.slice(20, 40));
    const last = await articles({ first: 20, offset: 40 });
    expect(last.edges).toHaveLength(5);
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(await titles({ offset: 1000 })).toEqual([]);
  });

  test('is searched in titles', async () => {
    for (const title of [
      'Straßenbahn nach Köln',
      'Köln feiert',
      'The 100% rule',
      'Under_score',
      'Back\\slash',
      "O'Brien & sons",
      'A day in Ulm',
      'AB',
      '日本の新聞',
      'Élysée',
    ])
      await server.make.article(projectId, { title });
    const found = async (query: string): Promise<string[]> => (await titles({ query })).sort();
    expect(await found('köln')).toEqual(['Köln feiert', 'Straßenbahn nach Köln']);
    expect(await found('enbah')).toEqual(['Straßenbahn nach Köln']);
    expect(await found('100%')).toEqual(['The 100% rule']);
    expect(await found('r_s')).toEqual(['Under_score']);
    expect(await found('k\\s')).toEqual(['Back\\slash']);
    expect(await found("O'Brien")).toEqual(["O'Brien & sons"]);
    expect(await found('%%%')).toEqual([]);
    expect(await found('élysée')).toEqual(['Élysée']);
    // One or two characters: the beginning of a word.
    expect(await found('ul')).toEqual(['A day in Ulm']);
    expect(await found('a')).toEqual(['A day in Ulm', 'AB']);
    expect(await found('lm')).toEqual([]);
    // A mark: anywhere, and it means nothing else.
    expect(await found("'")).toEqual(["O'Brien & sons"]);
    expect(await found('&')).toEqual(["O'Brien & sons"]);
    expect(await found('\\')).toEqual(['Back\\slash']);
    expect(await found('%')).toEqual(['The 100% rule']);
    expect(await found('_')).toEqual(['Under_score']);
    for (const odd of [':*', '!', '(', '"', '.*', '^', '$'])
      expect([odd, await found(odd)]).toEqual([odd, []]);
    expect(await found('  ')).toHaveLength(10);
    expect((await articles({ query: 'köln' })).totalCount).toBe(2);
  });

  test('is filtered by days, inclusive, and by status', async () => {
    const add = (title: string, addedAt: string, status: 'ready' | 'errored') =>
      server.make.article(projectId, { title, addedAt: new Date(addedAt), status });
    await add('before', '2026-02-28T23:59:59.999Z', 'ready');
    await add('first', '2026-03-01T00:00:00.000Z', 'ready');
    await add('last', '2026-03-02T23:59:59.999Z', 'errored');
    await add('after', '2026-03-03T00:00:00.000Z', 'ready');
    expect(await titles({ dateFrom: '2026-03-01', dateTo: '2026-03-02' })).toEqual(['last', 'first']);
    expect(await titles({ dateTo: '2026-02-28' })).toEqual(['before']);
    expect(await titles({ dateFrom: '2026-03-03' })).toEqual(['after']);
    expect(await titles({ status: 'ERRORED' })).toEqual(['last']);
    expect(await titles({ status: 'READY', dateFrom: '2026-03-01', query: 'fir' })).toEqual(['first']);
    const { prisma } = server.app.db;
    for (const [title, qaStatus] of [
      ['first', 'sampled'],
      ['last', 'error'],
      ['after', 'reviewed'],
    ] as const)
      // prettier-ignore
      await prisma.article.updateMany({ where: { title }, data: { qaStatus } });
    expect(await titles({ qaStatus: 'NEW' })).toEqual(['last', 'first']);
    expect(await titles({ qaStatus: 'NEW', status: 'READY' })).toEqual(['first']);
    expect(await titles({ qaStatus: 'ERROR' })).toEqual(['last']);
    expect(await titles({ qaStatus: 'REVIEWED' })).toEqual(['after']);
    expect(await titles({ qaStatus: 'NONE' })).toEqual(['before']);
  });

  test.each([
    ['first', { first: -1 }],
    ['first', { first: 101 }],
    ['last', { last: 101 }],
    ['offset', { offset: -1 }],
    ['offset', { offset: 5, last: 5 }],
    ['after', { after: 'nonsense' }],
    ['after', { after: Buffer.from('2026-01-01T00:00:00Z 1; DROP TABLE').toString('base64url') }],
    ['before', { before: '' }],
    ['search', { query: 'x'.repeat(201) }],
  ])('refuses a wrong %s: %j', async (field, variables) => {
    const { errors } = await server.graphql(list, { id: projectId, ...variables }, token);
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fieldErrors: [{ field }] });
  });

  test('counts all articles, but matches of a search only up to a cap', async () => {
    await server.app.db.pool.query(
      `INSERT INTO "Article" ("projectId", title, text) SELECT $1, 'Many', '' FROM generate_series(1, 10001)`,
      [projectId],
    );
    expect(await articles({ first: 1 })).toMatchObject({ totalCount: 10_001, totalIsCapped: false });
    expect(await articles({ first: 1, query: 'any' })).toMatchObject({
      totalCount: 1_000,
      totalIsCapped: true,
    });
    expect(await articles({ first: 1, status: 'READY' })).toMatchObject({
      totalCount: 0,
      totalIsCapped: false,
    });
  });

  test('loads texts, files and sources of a page in one query each', async () => {
    await fill(20);
    const statements = await statementsOf(async () => {
      const { data } = await server.graphql(
        `{ project(id: ${projectId}) { articles { edges { node { text audio { bytes } source { type } project { name } canEdit canReadLogs } } } } }`,
        {},
        token,
      );
      expect(data!['project'].articles.edges).toHaveLength(20);
      expect(data!['project'].articles.edges[0].node).toMatchObject({
        text: 'secret text',
        audio: null,
        source: null,
        canEdit: true,
      });
    });
    // The page of the project, and its articles with all that belongs to them.
    expect(statements).toHaveLength(2);
  });
});

describe('one article', () => {
  test('returns its words, file, chunks and log', async () => {
    const { version } = room.audio;
    await server.app.db.prisma.chunk.createMany({
      data: [
        {
          articleId: room.article.id,
          version: 'old',
          position: 0,
          segmentKey: 'k0',
          text: 'Old.',
          start: 0,
          pauseMs: 0,
          charactersVoiced: 4,
        },
        {
          articleId: room.article.id,
          version,
          position: 1,
          segmentKey: 'k2',
          text: 'Two.',
          start: 5,
          pauseMs: 0,
          charactersVoiced: 0,
          isCached: true,
        },
        {
          articleId: room.article.id,
          version,
          position: 0,
          segmentKey: 'k1',
          text: 'One.',
          start: 0,
          pauseMs: 0,
          charactersVoiced: 4,
          diff: '[]',
        },
      ],
    });
    await server.app.db.prisma.articleLog.create({
      data: {
        articleId: room.article.id,
        userId: room.editor.id,
        action: 'edited',
        rule: [{ rule: 'should-not', selector: 'aside' }],
      },
    });
    const { data } = await server.graphql(
      `{ article(id: ${room.article.id}) {
        file audio { version durationMs bytes url transcriptUrl } spokenText highlight { word start length startMs endMs } paragraphs { start length startMs endMs } canReadLogs
        chunks { edges { node { spokenText version audioKey audioUrl isCached charactersCharged } } } chunkSummary { chunks charactersCharged }
        log { edges { node { action extractorRules { type selector } user { name } } } } } }`,
      {},
      token,
    );
    expect(data!['article']).toEqual({
      file: `/download/audio/${version}.mp3`,
      audio: {
        version,
        durationMs: 1500,
        bytes: 12_000,
        url: `${server.app.config.publicUrl}/download/audio/${version}.mp3`,
        transcriptUrl: `${server.app.config.publicUrl}/download/audio/${version}.vtt`,
      },
      spokenText: expect.stringContaining('One sentence'),
      highlight: [
        { word: 'One', start: 0, length: 3, startMs: 0, endMs: 400 },
        { word: 'sentence', start: 4, length: 8, startMs: 400, endMs: 1100 },
      ],
      paragraphs: [{ start: 0, length: expect.any(Number), startMs: 0, endMs: 1100 }],
      canReadLogs: true,
      chunks: {
        edges: [
          {
            node: {
              spokenText: 'One.',
              version,
              audioKey: 'k1',
              audioUrl: `${server.app.config.publicUrl}/download/audio/k1.mp3`,
              isCached: false,
              charactersCharged: 4,
            },
          },
          {
            node: {
              spokenText: 'Two.',
              version,
              audioKey: 'k2',
              audioUrl: `${server.app.config.publicUrl}/download/audio/k2.mp3`,
              isCached: true,
              charactersCharged: 0,
            },
          },
          {
            node: {
              spokenText: 'Old.',
              version: 'old',
              audioKey: 'k0',
              audioUrl: `${server.app.config.publicUrl}/download/audio/k0.mp3`,
              isCached: false,
              charactersCharged: 4,
            },
          },
        ],
      },
      chunkSummary: { chunks: 3, charactersCharged: 8 },
      log: {
        edges: [
          {
            node: {
              action: 'edited',
              extractorRules: [{ type: 'SHOULD_NOT', selector: 'aside' }],
              user: { name: 'Ada Example' },
            },
          },
        ],
      },
    });
  });

  test('returns changes as segments; only unreadable records are missing', async () => {
    const { id } = room.article;
    const diffs = [
      null,
      '[{"value":"The "},{"value":"old","removed":true},{"value":"new","added":true}]',
      'no difference',
    ];
    for (const diff of diffs)
      await server.app.db.prisma.articleLog.create({
        data: { articleId: id, action: 'title changed', kind: 'update', diff },
      });
    const { data, errors } = await server.graphql(
      `{ article(id: ${id}) { log(kind: UPDATE) { edges { node { changes { kind text } } } } } }`,
      {},
      token,
    );
    expect(data!['article'].log.edges.map(({ node }: any) => node)).toEqual([
      { changes: null },
      {
        changes: [
          { kind: 'KEPT', text: 'The ' },
          { kind: 'REMOVED', text: 'old' },
          { kind: 'ADDED', text: 'new' },
        ],
      },
      { changes: null },
    ]);
    expect(errors!.map(({ path, message }) => [path, message])).toEqual([
      [['article', 'log', 'edges', 0, 'node', 'changes'], 'Internal server error'],
    ]);
  });

  test.each(['0', '-1', 'x', '99999999999', randomUUID(), Buffer.from('Project:1').toString('base64'), ''])(
    'is null for the id %j',
    async (id) => {
      const { data, errors } = await server.graphql(
        'query ($id: ID!) { article(id: $id) { id } }',
        { id },
        token,
      );
      expect([data, errors]).toEqual([{ article: null }, undefined]);
    },
  );

  test('of another organization is null at every endpoint, and its mutations find nothing', async () => {
    const stranger = await server.signIn(room.outsider);
    const global = Buffer.from(`Article:${room.article.id}`).toString('base64');
    const { data } = await server.graphql(
      `{ node(id: "${global}") { id } nodes(ids: ["${global}"]) { id } article(id: ${room.article.id}) { title } }`,
      {},
      stranger,
    );
    expect(data).toEqual({ node: null, nodes: [null], article: null });
    expect((await run(update, { id: global, title: 'Mine' }, stranger)).__typename).toBe('NotFoundError');
    expect((await rowOf(room.article.id)).title).toBe(room.article.title);
  });
});
