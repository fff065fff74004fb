import { beforeEach, describe, expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer({});
let token: string;
beforeEach(async () => {
  token = await server.signIn(await server.make.user());
});

const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(' ');
/** Types that lead back to themselves: an article's project's articles… */
const deep = (levels: number): string =>
  `{ projects { articles { edges { node { ${times(levels, () => 'project { articles { edges { node {')} title ${times(levels, () => '} } } }')} } } } } }`;

describe('an operation that asks too much is refused before it runs', () => {
  test.each([
    ['too deep', deep(3)],
    ['too many aliases', `{ ${times(50, (index) => `a${index}: viewer { user { email } }`)} }`],
    ['too many directives', `{ viewer { user { email ${times(50, () => '@include(if: true)')} } } }`],
    ['too many tokens', `{ ${times(2_000, (index) => `f${index} { x }`)} }`],
    ['a bomb of fragments', `{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A }`],
    ['a megabyte', `{ ${times(100_000, () => '__typename')} }`],
  ])('%s', async (_, document) => {
    const started = performance.now();
    const { status, data, errors } = await server.graphql(document, {}, token);
    expect(status).toBeLessThan(500);
    expect(data ?? null).toBeNull();
    expect(errors!.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('too costly, for what it would multiply', async () => {
    const fields =
      'id databaseId title url status error labels file addedAt updatedAt publishedAt rssAutoUpdate';
    const level = (inner: string): string =>
      `projects { id name articles(first: 100) { edges { node { ${fields} ${inner} } } } }`;
    const document = `{ viewer { ${level(`log { id user { id email } } chunks { id diff } project { articles(first: 100) { edges { node { ${fields} log { id user { id email } } } } } }`)} } }`;
    const { data, errors } = await server.graphql(document, {}, token);
    expect(data?.['viewer'] ?? null).toBeNull();
    expect(errors![0]!.message).toMatch(/cost|depth/i);
  });
});

test('an ordinary operation is well within the limits', async () => {
  const { data, errors } = await server.graphql(
    '{ viewer { user { email } projects { id name articles(first: 20) { edges { node { id title } } } } } }',
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

test('a body beyond any article is refused', async () => {
  const { status } = await server
    .graphql('{ __typename }', { filler: 'x'.repeat(4_100_000) }, token)
    .catch(() => ({ status: 413 }));
  expect(status).toBe(413);
});

describe('another site cannot act with a visitor’s cookie', () => {
  const mutation = 'mutation { updateUser(input: { fullname: "Mallory" }) { __typename } }';

  test('a mutation is not a link', async () => {
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

test('partners may look at the schema', async () => {
  const { data } = await server.graphql(
    '{ __schema { queryType { fields { name description args { name type { name kind ofType { name } } } } } } }',
  );
  expect(data!['__schema'].queryType.fields.length).toBeGreaterThan(5);
});

test('an unexpected failure is masked, and found again in the log by its id', async () => {
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
