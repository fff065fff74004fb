import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const server = useServer({});
let token: string;
beforeEach(async () => {
  token = await server.signIn(await server.make.user());
});

const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(' ');
/** Types that lead back to themselves: an article's project's articles… */
const deep = (levels: number): string =>
  `{ viewer { projects { edges { node { articles { edges { node { ${times(levels, () => 'project { articles { edges { node {')} title ${times(levels, () => '} } } }')} } } } } } } } }`;

const fields = 'id databaseId title url status error labels file addedAt updatedAt publishedAt rssAutoUpdate';
const lists = (inner: string): string =>
  `projects { edges { node { id name articles(first: 100) { edges { node { ${fields} ${inner} } } } } } }`;
const byIds = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const create = 'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { __typename } }';
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** Operations that are rejected before they run, with the message, over every transport. */
const refused: [what: string, operation: Operation, said: RegExp][] = [
  ['too deep', { query: deep(3) }, /depth/i],
  [
    'too many aliases',
    { query: `{ ${times(50, (index) => `a${index}: viewer { user { email } }`)} }` },
    /alias/i,
  ],
  [
    'too many directives',
    { query: `{ viewer { user { email ${times(50, () => '@include(if: true)')} } } }` },
    /directive/i,
  ],
  ['too many tokens', { query: `{ ${times(2_000, (index) => `f${index} { x }`)} }` }, /token/i],
  [
    'a bomb of fragments',
    { query: `{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A }` },
    /./,
  ],
  ['most of a megabyte', { query: `{ ${times(80_000, () => '__typename')} }` }, /token/i],
  [
    'too costly, for what it would multiply',
    {
      query: `{ viewer { ${lists(`log { edges { node { id user { id email } } } } chunks { edges { node { id } } } project { articles(first: 100) { edges { node { ${fields} log { edges { node { id } } } } } } }`)} } }`,
    },
    /cost|depth/i,
  ],
  [
    'more values than anything needs',
    { query: byIds, variables: { ids: Array.from({ length: 200_000 }, () => 1) } },
    /more than 10000 values/,
  ],
  ['values nested without end', { query: byIds, variables: { ids: nested(2_000) } }, /nested/],
  ['variables that are a list', { query: byIds, variables: ['a'] }, /variables/],
  ['a variable of another kind', { query: byIds, variables: { ids: [{ secret: 'geheim' }] } }, /"\$ids\.0"/],
  ['a variable that is missing', { query: byIds, variables: {} }, /"\$ids".*required/],
  [
    'a field that is not there, beside a long text',
    {
      query:
        'query ($filter: ArticleFilterInput!) { project(id: 1) { articleSelection(filter: $filter) { __typename } } }',
      variables: { filter: { geheim: 1, query: `geheim ${'x'.repeat(400_000)}`, labels: [1] } },
    },
    /"geheim" is not defined/,
  ],
  [
    'a document that says a lot',
    { query: `{ viewer(x: "${'y'.repeat(300_000)}") { ${'z'.repeat(300_000)} } }` },
    /./,
  ],
  ['no such operation', { query: 'query A { __typename } query B { __typename }', operationName: 'C' }, /./],
  ['no document', { query: '' }, /./],
  ['no GraphQL', { query: '{ projects {' }, /Syntax/],
];

interface Operation {
  query: string;
  variables?: unknown;
  operationName?: string;
}

describe('an operation beyond the limits is refused before it runs, over HTTP and on a socket', () => {
  test.each(refused)('%s', async (_, operation, said) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(operation),
    });
    const text = await response.text();
    const { data, errors } = JSON.parse(text) as Answer;
    expect(response.status).toBeLessThan(500);
    expect(Object.values(data ?? {}).filter(Boolean)).toEqual([]);
    expect(errors![0]!.message).toMatch(said);
    expect(text.length).toBeLessThan(40_000);
    expect(text).not.toContain('x'.repeat(100));
  });

  test('a refused operation does not affect other operations on the socket', async () => {
    const room = await server.make.newsroom();
    const socket = await openSocket(server.url, { token: await server.signIn(room.editor) });
    onTestFinished(() => socket.close());
    await expect.poll(() => socket.messages.length).toBe(1);
    const of = (id: string) => socket.messages.filter((message) => message.id === id);
    const id = String(room.project.id);
    const query = 'subscription ($id: ID!) { projectArticles(project: $id) { __typename } }';
    socket.send({ type: 'subscribe', id: 'steady', payload: { query, variables: { id } } });
    await expect.poll(() => of('steady').length).toBeGreaterThan(0);
    for (const [what, operation, said] of refused) {
      // What does not fit the protocol closes a socket, by the protocol; it has no `variables` but objects.
      if (Array.isArray(operation.variables)) continue;
      socket.send({ type: 'subscribe', id: what, payload: operation });
      await expect.poll(() => of(what).length, { message: what }).toBeGreaterThan(0);
      const [answer] = of(what);
      const errors = (answer.type === 'error' ? answer.payload : answer.payload.errors) as Answer['errors'];
      expect(errors![0]!.message, what).toMatch(said);
      expect(JSON.stringify(answer).length, what).toBeLessThan(40_000);
    }
    expect(socket.closed).toBeNull();
    const before = of('steady').length;
    const editor = await server.signIn(room.editor);
    await server.graphql(create, { input: { project: id, title: 'A title', text: 'A text.' } }, editor);
    await expect.poll(() => of('steady').length).toBeGreaterThan(before);
  });
});

test('an operation that ends before it starts frees its place, also when ids are reused', async () => {
  const room = await server.make.newsroom();
  const [first, second] = [
    await server.make.partnerToken(room.organization.id),
    await server.make.partnerToken(room.organization.id),
  ];
  const query = 'subscription ($id: ID!) { projectArticles(project: $id) { __typename } }';
  const variables = { id: String(room.project.id) };
  for (const bad of [query, '{ nothing', '{ nothing }', 'query A { __typename } query B { __typename }']) {
    const socket = await openSocket(server.url, { token: first.token });
    await expect.poll(() => socket.messages.length).toBe(1);
    for (let time = 0; time < 320; time++) {
      socket.send({ type: 'subscribe', id: 'same', payload: { query: bad, variables } });
      socket.send({ type: 'complete', id: 'same' });
    }
    socket.close();
    await expect.poll(() => socket.closed).not.toBeNull();
  }
  const socket = await openSocket(server.url, { token: second.token });
  onTestFinished(() => socket.close());
  await expect.poll(() => socket.messages.length).toBe(1);
  socket.send({ type: 'subscribe', id: 'other', payload: { query, variables } });
  const told = () => socket.messages.find(({ id }) => id === 'other');
  await expect.poll(told).toBeDefined();
  expect(told()).toMatchObject({ type: 'next', payload: { data: { projectArticles: expect.anything() } } });
});

test('before sign-in a socket accepts no larger messages than an HTTP request', async () => {
  const socket = await openSocket(server.url, { payload: { token: 'x'.repeat(70_000) } });
  await expect.poll(() => socket.closed?.code).toBe(1009);
});

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
}

test('an ordinary operation is well within the limits', async () => {
  const { data, errors } = await server.graphql(
    '{ viewer { user { email } projects { edges { node { id name articles(first: 20) { edges { node { id title } } } } } } } }',
    {},
    token,
  );
  expect(errors).toBeUndefined();
  expect(data!['viewer'].user.email).toMatch(/@example.com$/);
});

test('several operations in one request are refused', async () => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(Array.from({ length: 10 }, () => ({ query: '{ viewer { user { email } } }' }))),
  });
  expect(response.status).toBe(400);
});

test('a body larger than any article is refused', async () => {
  const { status } = await server
    .graphql('{ __typename }', { filler: 'x'.repeat(4_100_000) }, token)
    .catch(() => ({ status: 413 }));
  expect(status).toBe(413);
});

describe('another site cannot use a visitor’s cookie', () => {
  const mutation = 'mutation { updateUser(input: { name: "Mallory" }) { __typename } }';

  test('a mutation is refused in a GET request', async () => {
    const response = await fetch(`${server.url}/graphql?query=${encodeURIComponent(mutation)}`, {
      headers: { cookie: `jwt=${token}` },
    });
    expect(response.status).toBe(405);
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a form of type %s is refused',
    async (type) => {
      const body = type.startsWith('multipart')
        ? `--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n${mutation}\r\n--x--\r\n`
        : type.includes('urlencoded')
          ? new URLSearchParams({ query: mutation }).toString()
          : JSON.stringify({ query: mutation });
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': type, cookie: `jwt=${token}` },
        body,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await server.app.db.prisma.user.count({ where: { fullname: 'Mallory' } })).toBe(0);
    },
  );
});

test('the schema is public', async () => {
  const { data } = await server.graphql(
    '{ __schema { queryType { fields { name description args { name type { name kind ofType { name } } } } } } }',
  );
  expect(data!['__schema'].queryType.fields.length).toBeGreaterThan(5);
});

test('an unexpected failure is masked, and logged with its id', async () => {
  const { db } = server.app;
  const room = await server.make.newsroom();
  const own = await server.signIn(room.editor);
  await db.pool.query('ALTER TABLE "Article" RENAME TO "geheim"');
  const { errors } = await server
    .graphql(
      'query($id: ID!) { project(id: $id) { articles(first: 1) { totalCount } } }',
      { id: room.project.id },
      own,
    )
    .finally(() => db.pool.query('ALTER TABLE "geheim" RENAME TO "Article"'));
  expect(errors![0]).toMatchObject({
    message: 'Internal server error',
    extensions: { code: 'INTERNAL_SERVER_ERROR', errorId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
  expect(JSON.stringify(errors)).not.toContain('Article');
});
