import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SignJWT } from 'jose';
import type { Newsroom } from '../support/factories.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSite, type Handler, type Site } from '../support/site.ts';

const html = (body: string): string =>
  `<!doctype html><html><head><title>A page</title></head><body>${body}</body></html>`;

/** A body of so many bytes, or without an end. */
const flood =
  (megabytes: number): Handler =>
  (_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, '<p>The harbour opened today. ');
    let left = megabytes;
    response.writeHead(200, { 'content-type': 'text/html' });
    Readable.from(
      (function* () {
        while (left-- > 0) yield chunk;
      })(),
    )
      .on('error', () => {})
      .pipe(response);
  };

const laughs = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join('')}]>
<rss version="2.0"><channel><title>&a30;</title><item><title>&a30;</title><guid>1</guid><description>&a30;</description></item></channel></rss>`;

let site: Site;
let server: TestServer;
let room: Newsroom;
let token: string;
beforeAll(async () => {
  site = await startSite({
    '/feed.html': html('<p>No feed.</p>'),
    '/bomb.xml': laughs,
    '/huge': flood(300),
    '/endless': flood(Infinity),
    '/to-loopback': { status: 302, headers: { location: 'http://127.0.0.1:1/admin' } },
    '/to-metadata': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
    '/to-file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/round': { status: 302, headers: { location: '/round' } },
    '/liar.html': {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(
        html(
          `<article><h1>Über Öl</h1><p>${'Die Häfen öffnen für alle Gäste, größer als früher. '.repeat(6)}</p></article>`,
        ),
        'latin1',
      ),
    },
    '/broken.gz': {
      headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
      body: 'this is not gzip',
    },
  });
  server = await startServer({ env: { FETCH_ALLOW_HOSTS: site.host, ARTICLE_MAX_CHARACTERS: '1000' } });
  room = await server.make.newsroom();
  token = await server.signIn(room.maintainer);
});
afterAll(async () => {
  await server.close();
  await site.close();
});

/**
 * What came of an input: the fields that are named, the type of a failure, or what a source says it failed
 * for.
 */
type Refusal = { fields?: string[]; type?: string; error?: string; code?: string; status?: number };

async function mutate(name: string, input: object, as = token): Promise<Refusal> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const { status, data, errors } = await server.graphql(
    `mutation($input: ${type}!) { ${name}(input: $input) { __typename ... on Error { message ... on ValidationError { fieldErrors { field message } } } } }`,
    { input },
    as,
  );
  if (errors) return { status, code: String(errors[0]!.extensions?.['code'] ?? 'GRAPHQL') };
  const { __typename, fieldErrors } = data![name];
  return {
    type: __typename,
    ...(fieldErrors && { fields: fieldErrors.map((error: { field: string }) => error.field) }),
  };
}

const article = (input: object) =>
  mutate('createArticle', { project: String(room.project.id), title: 'A title', text: 'A text.', ...input });
const fails = (...fields: string[]): Refusal => ({ type: 'ValidationError', fields });

/** Reads a page for its text, or says why it cannot. */
async function page(path: string): Promise<Refusal & { text?: string }> {
  const { body } = await server.rest('POST', `/api/projects/${room.project.id}/url_replacements_try_parse`, {
    token,
    body: { url: path.startsWith('/') ? site.url + path : path, rules: [] },
  });
  return body.errors
    ? { fields: Object.keys(body.errors), error: body.message }
    : { text: body.text.content };
}

/** Reads a feed, and says what its source says then. */
async function feed(path: string): Promise<Refusal> {
  const source = await server.make.source(room.project.id, { type: 'rss', url: site.url + path });
  const { data } = await server.graphql(
    'mutation($id: ID!) { pollSource(input: { id: $id }) { __typename ... on PollSourceSuccess { source { error } } } }',
    { id: source.id },
    token,
  );
  return { type: data!['pollSource'].__typename, error: data!['pollSource'].source?.error };
}

/** GraphQL as its newest clients ask for it: what does not parse is no success. */
async function strict(query: string): Promise<object> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

/** A call with another credential. */
const withToken = async (bearer: string): Promise<Refusal> => {
  const { status, errors } = await server.graphql('{ viewer { projects { edges { cursor } } } }', {}, bearer);
  const { status: rest } = await server.rest('GET', '/api/projects', { token: bearer });
  expect(rest).toBe(401);
  return { status, code: String(errors?.[0]?.extensions?.['code']) };
};

const signed = (claims: object, secret: string, expires: Date): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));

const aDay = 86_400_000;
const unsigned = (): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sid":"x"}').toString('base64url')}.`;

/** Each refusal is typed and names the field; what was there before is there afterwards. */
const cases: [what: string, attempt: () => Promise<unknown>, expected: object][] = [
  ['an empty title', () => article({ title: '' }), fails('title')],
  ['a blank title', () => article({ title: ' \t\n ' }), fails('title')],
  ['a title of spaces without width', () => article({ title: '\u200b\u2060\ufeff' }), fails('title')],
  ['a title over the limit', () => article({ title: 'x'.repeat(501) }), fails('title')],
  ['a text over the limit', () => article({ text: 'x'.repeat(1001) }), fails('text')],
  ['an empty text without an address', () => article({ text: '' }), fails('text')],
  ['an address that is none', () => article({ url: 'harbour' }), fails('url')],
  ['an address of a script', () => article({ url: 'javascript:alert(1)' }), fails('url')],
  ['a label over the limit', () => article({ labels: ['x'.repeat(101)] }), fails('labels')],
  [
    'everything wrong at once',
    () => article({ title: '', text: '', url: 'x' }),
    { type: 'ValidationError', fields: expect.arrayContaining(['title', 'url', 'text']) },
  ],
  ['an unclosed voice tag', () => article({ text: '<voice name="offline:en-US-Otto">Hello' }), fails('text')],
  ['NUL in a text', () => article({ text: 'a\0b' }), fails('text')],
  [
    'an unknown voice',
    () => mutate('createProject', { name: 'x', voice: { name: 'offline:nobody', language: 'en-US' } }),
    fails('voice.name'),
  ],
  [
    'a voice of another language',
    () => mutate('createProject', { name: 'x', voice: { name: 'offline:en-US-Otto', language: 'de-DE' } }),
    { type: 'ValidationError' },
  ],
  [
    'an unknown voice for a preview',
    () => mutate('previewVoice', { voice: 'offline:nobody' }),
    fails('voice'),
  ],
  [
    'a blank name of a project',
    () => mutate('createProject', { name: ' ', voice: { name: 'offline:en-US-Otto', language: 'en-US' } }),
    fails('name'),
  ],
  [
    'a feed without an address',
    () => mutate('createSource', { project: String(room.project.id), type: 'RSS' }),
    fails('url'),
  ],
  [
    'a number that GraphQL does not have',
    () => mutate('updateProject', { id: String(room.project.id), limits: { charactersPerDay: 3e9 } }),
    { code: expect.any(String) },
  ],

  ['GraphQL that does not parse', () => strict('{ projects {'), { status: 400, errors: [expect.anything()] }],
  [
    'GraphQL for a field that does not exist',
    () => strict('{ nothing }'),
    { status: 400, errors: [expect.anything()] },
  ],
  [
    'GraphQL that is no GraphQL',
    () => strict('\u0000\u{1f600} DROP TABLE'),
    { status: 400, errors: [expect.anything()] },
  ],

  ['a wrong token', () => withToken('wrong'), { status: 401, code: 'UNAUTHENTICATED' }],
  ['a token that nobody signed', () => withToken(unsigned()), { status: 401, code: 'UNAUTHENTICATED' }],
  [
    'a token that somebody else signed',
    async () =>
      withToken(
        await signed(
          { sid: '00000000-0000-4000-8000-000000000000' },
          'y'.repeat(32),
          new Date(Date.now() + aDay),
        ),
      ),
    { status: 401 },
  ],
  [
    'a token that has expired',
    () =>
      withToken(
        server.app.tokens.sign({ sid: '00000000-0000-4000-8000-000000000000' }, new Date(Date.now() - aDay)),
      ),
    { status: 401 },
  ],
  [
    'a token whose session has ended',
    async () => {
      const ended = await server.signIn(room.viewer);
      await server.graphql('mutation { signOut { __typename } }', {}, ended);
      return withToken(ended);
    },
    { status: 401, code: 'UNAUTHENTICATED' },
  ],

  [
    'a feed that is HTML',
    () => feed('/feed.html'),
    { type: 'PollSourceSuccess', error: expect.stringMatching(/./) },
  ],
  ['a feed that is not there', () => feed('/nothing'), { error: expect.stringMatching(/./) }],
  ['a feed of 300 MB', () => feed('/huge'), { error: expect.stringMatching(/./) }],
  ['a page of 300 MB', () => page('/huge'), { fields: ['[url]'] }],
  ['a page that never ends', () => page('/endless'), { fields: ['[url]'] }],
  ['a redirect to this machine', () => page('/to-loopback'), { fields: ['[url]'] }],
  ['a redirect to the cloud’s metadata', () => page('/to-metadata'), { fields: ['[url]'] }],
  ['a redirect to a file', () => page('/to-file'), { fields: ['[url]'] }],
  ['a redirect in a circle', () => page('/round'), { fields: ['[url]'] }],
  ['a private address', () => page('http://127.0.0.1:1/'), { fields: ['[url]'] }],
  ['a private address in disguise', () => page('http://2130706433:1/'), { fields: ['[url]'] }],
  [
    'an encoding that lies',
    () => page('/liar.html'),
    { text: expect.stringContaining('Häfen öffnen für alle Gäste') },
  ],
  ['a compression that lies', () => page('/broken.gz'), { text: 'this is not gzip' }],
];

describe('bad input is refused with the field’s name and loses nothing', () => {
  test.each(cases)('%s', async (_, attempt, expected) => {
    const everything = async () =>
      JSON.stringify(
        [
          await server.app.db.prisma.article.findMany({ orderBy: { id: 'asc' } }),
          await server.app.db.prisma.project.findMany({ orderBy: { id: 'asc' } }),
        ],
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      );
    const before = await everything();
    const memory = process.memoryUsage().rss;
    expect(await attempt()).toMatchObject(expected);
    expect(await everything()).toBe(before);
    expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024);
  });
});

test('an XML bomb is parsed without expansion', async () => {
  const memory = process.memoryUsage().rss;
  expect((await feed('/bomb.xml')).type).toBe('PollSourceSuccess');
  expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 * 1024);
  const added = await server.app.db.prisma.article.findMany({ where: { guid: '1' } });
  for (const { title, text } of added) expect(title.length + text.length).toBeLessThan(1_000);
});

describe('another organization’s project is not found at any endpoint', () => {
  test('REST, GraphQL and refetch respond as for a missing project', async () => {
    const foreign = await server.make.newsroom();
    const nowhere = 2_000_000_000;
    const seen = async (id: number) => {
      const global = Buffer.from(`Project:${id}`).toString('base64');
      const answers = [
        await server.rest('GET', `/api/projects/${id}`, { token }),
        await server.rest('PUT', `/api/projects/${id}`, { token, body: { name: 'Mine' } }),
        await server.rest('DELETE', `/api/projects/${id}`, { token }),
        await server.rest('GET', `/api/projects/${id}/articles`, { token }),
        await server.rest('POST', `/api/projects/${id}/articles`, { token, body: { title: 'x', text: 'y' } }),
        await server.graphql('query($id: ID!) { project(id: $id) { id } }', { id }, token),
        await server.graphql('query($id: ID!) { project(id: $id) { id } }', { id: global }, token),
        await server.graphql('query($id: ID!) { node(id: $id) { id } }', { id: global }, token),
        await mutate('updateProject', { id: String(id), name: 'Mine' }),
        await mutate('deleteProject', { id: global }),
        await mutate('createArticle', { project: global, title: 'x', text: 'y' }),
      ];
      return answers.map((answer) =>
        'headers' in answer ? { status: answer.status, body: answer.body } : answer,
      );
    };
    expect(await seen(foreign.project.id)).toEqual(await seen(nowhere));
    expect(
      (await server.app.db.prisma.project.findUniqueOrThrow({ where: { id: foreign.project.id } })).name,
    ).toBe(foreign.project.name);
  });

  test('its articles cannot be accessed by id or under the path of another project', async () => {
    const foreign = await server.make.newsroom();
    expect(
      (await server.rest('GET', `/api/projects/${room.project.id}/articles/${foreign.article.id}`, { token }))
        .status,
    ).toBe(404);
    expect((await server.rest('GET', `/articles/${foreign.article.id}/download`, { token })).status).toBe(
      404,
    );
    expect(await mutate('updateArticle', { id: String(foreign.article.id), title: 'Mine' })).toEqual({
      type: 'NotFoundError',
    });
    expect(await mutate('refreshApiKey', { source: String(foreign.source.id) })).toEqual({
      type: 'NotFoundError',
    });
  });

  test('it cannot be referenced as organization, child or clone target', async () => {
    const foreign = await server.make.newsroom();
    expect(
      (await mutate('updateProject', { id: String(room.project.id), children: [foreign.project.id] })).type,
    ).toMatch(/ValidationError|NotFoundError/);
    expect(
      (
        await mutate('updateProject', {
          id: String(room.project.id),
          organization: foreign.organization.slug,
        })
      ).type,
    ).toMatch(/ValidationError|NotFoundError|NotAllowedError/);
    expect(
      (
        await mutate('createProject', {
          name: 'x',
          voice: { name: 'offline:en-US-Otto', language: 'en-US' },
          organization: foreign.organization.slug,
        })
      ).type,
    ).toMatch(/ValidationError|NotFoundError|NotAllowedError/);
  });
});
