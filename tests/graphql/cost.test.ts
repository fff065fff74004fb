/** What one operation may ask for: costs and sizes, and that everything of our own stays within them. */
import { readFile } from 'node:fs/promises';
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  parse,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type NamedTypeNode,
  type OperationDefinitionNode,
} from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { costMax } from '../../server/graphql/builder.ts';
import { responseMaxBytes } from '../../server/graphql/response-size-limit.ts';
import { UploadedFile } from '../../server/lib/requests/uploaded-file.ts';
import { rows } from '../../server/rest/rows.ts';
import { schema } from '../../server/schema.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.admin);
});

const list = (first: number, fields: string): string =>
  `query($id: ID!) { project(id: $id) { articles(first: ${first}) { edges { node { ${fields} } } } } }`;
const ask = (document: string) => server.graphql(document, { id: String(room.project.id) }, token);

/** Returns each of its operations as a separate document. */
const operationsOf = (document: DocumentNode): DocumentNode[] =>
  document.definitions.flatMap((operation) =>
    operation.kind === Kind.OPERATION_DEFINITION
      ? [
          {
            ...document,
            definitions: [
              operation,
              ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
            ],
          },
        ]
      : [],
  );

/** Some value of a type: lists as long as pages are, everything that may be absent absent, except numbers. */
function someValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return [someValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields()).flatMap((field) =>
        isRequiredInputField(field) ? [[field.name, someValue(field.type)]] : [],
      ),
    );
  return (
    {
      Int: 20,
      Float: 1,
      Boolean: true,
      Date: '2026-01-01',
      DateTime: '2026-01-01T00:00:00Z',
      // Lists of ids are decoded before they are counted.
      ID: Buffer.from('Project:1').toString('base64'),
      File: new UploadedFile('a', new Uint8Array()),
    }[type.name] ?? '1'
  );
}

function costOf(document: DocumentNode): number {
  const [operation] = document.definitions as [OperationDefinitionNode];
  const variables = Object.fromEntries(
    (operation.variableDefinitions ?? []).map(({ variable, type }) => [
      variable.name.value,
      someValue(typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType),
    ]),
  );
  return complexityFromQuery(document, { schema, ctx: {}, variables }).complexity;
}

describe('Parlance’s own operations cost at most half of the limit', () => {
  test('operations of the dashboard', async () => {
    const persisted = JSON.parse(
      await readFile(new URL('../../client/dashboard/persisted.json', import.meta.url), 'utf8'),
    ) as Record<string, string>;
    const costs = Object.values(persisted).flatMap((text) =>
      operationsOf(parse(text)).map((document) => ({ cost: costOf(document), text: text.slice(0, 80) })),
    );
    expect(costs.length).toBeGreaterThan(20);
    expect(costs.filter(({ cost }) => cost > costMax / 2)).toEqual([]);
  });

  test('REST operations are allowed, including those that read whole lists', () => {
    const costs = rows.flatMap(({ document, method, path }) =>
      operationsOf(parse(document)).map((operation) => ({
        cost: costOf(operation),
        call: `${method} ${path}`,
      })),
    );
    expect(costs.length).toBeGreaterThan(40);
    expect(costs.filter(({ cost }) => cost > costMax)).toEqual([]);
  });
});

describe('expensive operations are refused before they run', () => {
  test.each([
    ['word times of 100 articles', list(100, 'highlight { word start length startMs endMs }')],
    ['20 log entries of each of 100 articles', list(100, 'log { edges { node { text changes { text } } } }')],
    ['chunks of 100 articles', list(100, 'chunks { edges { node { id changes { text } } } }')],
    ['a list of lists', list(100, 'project { articles(first: 100) { edges { node { id } } } }')],
    ['a list above the page limit', list(2_000_000_000, 'id')],
  ])('%s', async (_, document) => {
    const { data, errors } = await ask(document);
    expect(data?.['project'] ?? null).toBeNull();
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining('too complex: its cost is'),
      extensions: { code: 'LIMIT_REACHED' },
    });
  });

  test('a number in a variable counts the same as a literal', async () => {
    const document =
      'query($id: ID!, $first: Int) { project(id: $id) { articles(first: $first) { edges { node { highlight { word } } } } } }';
    const asked = (first: number) => server.graphql(document, { id: String(room.project.id), first }, token);
    expect((await asked(100)).errors![0]!.extensions).toMatchObject({ code: 'LIMIT_REACHED' });
    expect((await asked(10)).errors).toBeUndefined();
  });
});

test('a response that grows too large is cut off, without being held in memory', async () => {
  const text = 'ä'.repeat(200_000);
  // Skips the search index, which would take longer than everything else here.
  await server.app.db.pool.query(
    `SET LOCAL session_replication_role = replica;
     INSERT INTO "Article" ("projectId", title, "titleFolded", text, labels) SELECT ${room.project.id}, n::text, n::text, '${text}', ARRAY[]::text[] FROM generate_series(1, 40) AS n`,
  );
  const { errors } = await ask(list(40, 'id text'));
  expect(errors!.every(({ extensions }) => extensions!['code'] === 'LIMIT_REACHED')).toBe(true);
  const few = await ask(list(20, 'id text'));
  expect(few.errors).toBeUndefined();
  expect(JSON.stringify(few.data).length).toBeLessThan(responseMaxBytes);
});

test('expensive fields run one after another, and a failing one does not block the others', async () => {
  const { prisma } = server.app.db;
  const word = { start: 0, length: 3, startMs: 0, endMs: 100 };
  for (const [title, timings] of Object.entries({ broken: [{ start: 'at once' }], good: [word, word] })) {
    const { id } = await prisma.article.create({
      data: { projectId: room.project.id, title, text: 'One.', labels: [], status: 'ready', audio: null },
    });
    await prisma.audio.create({
      data: { version: title, articleId: id, durationMs: 100, bytes: 10, text: 'One.', timings },
    });
    await prisma.article.update({ where: { id }, data: { audio: title } });
  }
  const asked = (query: string) =>
    server.graphql(
      'query($id: ID!, $query: String) { project(id: $id) { articles(first: 1, search: $query) { edges { node { title highlight { word ' +
        '} log { edges { cursor } } chunks { edges { cursor } } } } } } }',
      { id: String(room.project.id), query },
      token,
    );
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => asked(index % 3 === 0 ? 'broken' : 'good')),
  );
  expect(answers.filter(({ errors }) => errors)).toHaveLength(4);
  const { data } = await asked('good');
  expect(data!['project'].articles.edges[0].node).toMatchObject({
    title: 'good',
    highlight: [{ word: 'One' }, { word: 'One' }],
  });
});

test('older entries of a very long log are returned with the beginnings of their texts', async () => {
  await server.app.db.pool.query(
    `INSERT INTO "ArticleLog" ("articleId", action, kind, text, diff) SELECT $1, 'page read', 'recrawl', repeat(n::text || ' ', 60000), '[]' FROM generate_series(100, 140) AS n`,
    [room.article.id],
  );
  const { data, errors } = await server.graphql(
    'query($id: ID!) { article(id: $id) { log(kind: RECRAWL, first: 100) { edges { node { text changes { text } } } } } }',
    { id: String(room.article.id) },
    token,
  );
  expect(errors).toBeUndefined();
  const log = (data!['article'].log.edges as { node: object }[]).map(({ node }) => node);
  expect(log).toHaveLength(41);
  expect(log[0]).toEqual({ text: '140 '.repeat(60_000), changes: [] });
  expect(log.at(-1)).toEqual({ text: `${'100 '.repeat(75)}…`, changes: null });
  expect(JSON.stringify(data).length).toBeLessThan(2_000_000);
});

describe('the nodes query', () => {
  const nodes = (count: number) =>
    server.graphql(
      'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: Array.from({ length: count }, () => btoa(`Article:${room.article.id}`)) },
      token,
    );

  test('returns 100 at once', async () => {
    const { data } = await nodes(100);
    expect(data!['nodes']).toHaveLength(100);
  });

  test('refuses 101', async () => {
    expect((await nodes(101)).errors![0]).toMatchObject({
      message: 'Request up to 100 IDs at once.',
      extensions: { code: 'LIMIT_REACHED' },
    });
  });

  test('refuses ids that would take too long to load, without loading them', async () => {
    const { errors } = await nodes(100_000);
    expect(errors![0]!.message).toContain('values');
  });
});

describe('the body of an anonymous request', () => {
  const send = (body: string, init: RequestInit = {}) =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      ...init,
    });
  const padded = (bytes: number): string => {
    const body = JSON.stringify({ query: '{ __typename }', variables: { filler: '' } });
    return body.replace('"filler":""', `"filler":"${'x'.repeat(bytes - body.length)}"`);
  };

  test('may have 64 KB, and not a byte more', async () => {
    expect((await send(padded(64 * 1024))).status).toBe(200);
    expect((await send(padded(64 * 1024 + 1))).status).toBe(413);
    expect(
      (
        await send(padded(64 * 1024 + 1), {
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(200);
  });

  test('must declare its length', async () => {
    const body = new Blob([padded(1_000)]).stream();
    expect((await send('', { body, duplex: 'half' } as RequestInit)).status).toBe(413);
  });

  test.each(['/auth/sign-in', '/auth/token'])('is limited at %s too', async (path) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(70_000) }),
    });
    expect([404, 413]).toContain(response.status);
  });
});
