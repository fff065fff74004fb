import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const failure = '... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const source = 'source { databaseId type url apiKeyPrefix nextPollAt error }';
const create = `mutation ($input: CreateSourceInput!) { createSource(input: $input) { __typename ${failure} ... on CreateSourceSuccess { apiKey ${source} project { databaseId } } } }`;
const update = `mutation ($input: UpdateSourceInput!) { updateSource(input: $input) { __typename ${failure} ... on UpdateSourceSuccess { ${source} } } }`;
const refresh = `mutation ($input: RefreshApiKeyInput!) { refreshApiKey(input: $input) { __typename ${failure} ... on RefreshApiKeySuccess { apiKey ${source} } } }`;
const run = async (document: string, input: object): Promise<any> => {
  const { data, errors } = await server.graphql(document, { input }, token);
  expect(errors).toBeUndefined();
  return Object.values(data!)[0];
};
const works = async (key: string): Promise<boolean> =>
  (await server.graphql('{ viewer { projects { edges { node { databaseId } } } } }', {}, key)).data?.[
    'viewer'
  ]?.projects.edges[0]?.node.databaseId === room.project.id;

test('a key is shown once, hashed at rest, and replaced', async () => {
  const made = await run(create, { project: room.project.id, type: 'API' });
  expect(made).toMatchObject({
    apiKey: expect.stringMatching(/^pk_[\w-]{32}$/),
    source: { type: 'API', url: null, nextPollAt: null },
    project: { databaseId: room.project.id },
  });
  const row = await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: made.source.databaseId } });
  expect(row.apiKeyHash).toBe(createHash('sha256').update(made.apiKey).digest('hex'));
  expect(made.apiKey.startsWith(row.apiKeyPrefix!)).toBe(true);
  expect(await works(made.apiKey)).toBe(true);
  const refreshed = await run(refresh, { source: made.source.databaseId });
  expect([await works(made.apiKey), await works(refreshed.apiKey)]).toEqual([false, true]);
  const dump =
    JSON.stringify(await server.app.db.prisma.projectLog.findMany()) +
    JSON.stringify(await server.app.db.prisma.source.findMany());
  expect([dump.includes(made.apiKey), dump.includes(refreshed.apiKey)]).toEqual([false, false]);
  expect(
    (await server.app.db.prisma.projectLog.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action),
  ).toEqual(['source created', 'api key refreshed']);
});

test('a key of type api_readonly can read but not write', async () => {
  const { apiKey } = await run(create, { project: room.project.id, type: 'API_READONLY' });
  expect(await works(apiKey)).toBe(true);
  const { data } = await server.graphql(
    `mutation { createArticle(input: { project: ${room.project.id}, title: "x", text: "y" }) { __typename } }`,
    {},
    apiKey,
  );
  expect(data!['createArticle'].__typename).toBe('NotAllowedError');
});

test('removing the key of a source is permanent', async () => {
  const made = await run(create, { project: room.project.id, type: 'API' });
  await run(update, { id: made.source.databaseId, type: 'MANUAL' });
  expect(await works(made.apiKey)).toBe(false);
  expect((await run(refresh, { source: made.source.databaseId })).fieldErrors).toEqual([
    { field: 'source', message: 'Only sources of the types “API” and “API, read-only” have an API key.' },
  ]);
});

test('a feed is polled immediately, and from the start after a change of its URL', async () => {
  const made = await run(create, { project: room.project.id, type: 'RSS', url: ` ${site.url}/feed.xml ` });
  expect(made).toMatchObject({
    apiKey: null,
    source: { type: 'RSS', url: `${site.url}/feed.xml`, nextPollAt: expect.any(String) },
  });
  const { rows: polls } = await server.app.db.pool.query(
    `SELECT data FROM pgboss.job WHERE name = 'source-poll'`,
  );
  expect(polls).toEqual([{ data: { sourceId: made.source.databaseId } }]);
  await server.app.db.prisma.source.update({
    where: { id: made.source.databaseId },
    data: { etag: '"x"', error: 'Odd.', failures: 3, polledAt: new Date() },
  });
  const changed = await run(update, { id: made.source.databaseId, url: `${site.url}/other.xml` });
  expect(changed.source).toMatchObject({ url: `${site.url}/other.xml`, error: null });
  expect(
    await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: made.source.databaseId } }),
  ).toMatchObject({ etag: null, failures: 0, polledAt: null });
});

test('adding the same feed again returns the existing source', async () => {
  const [first, second] = [
    await run(create, { project: room.project.id, type: 'RSS', url: `${site.url}/feed.xml` }),
    await run(create, { project: room.project.id, type: 'RSS', url: `${site.url}/feed.xml` }),
  ];
  expect(second.source.databaseId).toBe(first.source.databaseId);
});

test.each([
  ['a feed without URL', { type: 'RSS' }, 'This field is required'],
  ['a website without any URL', { type: 'PARSER', url: ' ' }, 'This field is required'],
  [
    'a URL without scheme',
    { type: 'RSS', url: 'example.com/feed' },
    'Enter a complete web address (https://…).',
  ],
  [
    'a different scheme',
    { type: 'RSS', url: 'ftp://example.com/feed' },
    'Enter a complete web address (https://…).',
  ],
  [
    'a URL that is too long',
    { type: 'RSS', url: `https://example.com/${'x'.repeat(2048)}` },
    'Enter up to 2048 characters.',
  ],
])('refuses %s', async (_, input, message) => {
  expect((await run(create, { project: room.project.id, ...input })).fieldErrors).toEqual([
    { field: 'url', message },
  ]);
  expect((await run(update, { id: room.source.id, url: null, ...input })).fieldErrors).toEqual([
    { field: 'url', message },
  ]);
  expect(await server.app.db.prisma.source.count({ where: { projectId: room.project.id } })).toBe(1);
});

test('“Check now” returns the result of the poll', async () => {
  site.set('/feed.xml', { status: 404 });
  const { id } = await server.make.source(room.project.id, { type: 'rss', url: `${site.url}/feed.xml` });
  const document = `mutation ($input: PollSourceInput!) { pollSource(input: $input) { __typename ${failure} ... on PollSourceSuccess { source { error } } } }`;
  expect(await run(document, { id: id })).toEqual({
    __typename: 'PollSourceSuccess',
    source: { error: `${site.host} doesn’t have this page (HTTP 404).` },
  });
  expect((await run(document, { id: room.source.id })).fieldErrors).toEqual([
    { field: 'id', message: 'Only feeds and websites can be read.' },
  ]);
});

test('no field exposes the hash of a key', async () => {
  const { data } = await server.graphql('{ __type(name: "Source") { fields { name } } }', {}, token);
  expect(data!['__type'].fields.map(({ name }: any) => name)).not.toContain('apiKeyHash');
});
