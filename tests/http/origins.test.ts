import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';

const server = useServer();
let room: Newsroom;
let cookie: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  cookie = `jwt=${await server.signIn(room.maintainer)}`;
});

/**
 * What browsers say of pages that are not ours: another site's, another port of the same machine, one that
 * hides where it is.
 */
const others: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
  { origin: 'http://localhost:8080' },
  { origin: 'null' },
];
const own = (): Record<string, string>[] => [
  { 'sec-fetch-site': 'same-origin' },
  { origin: new URL(server.url).origin },
];
const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
  fetch(server.url + path, { method: 'POST', redirect: 'manual', headers, body });
const json = { 'content-type': 'application/json' };
const rename = JSON.stringify({
  query: 'mutation { updateUser(input: { name: "Mallory" }) { __typename } }',
});
const renamed = () => server.app.db.prisma.user.count({ where: { fullname: 'Mallory' } });

describe('a cookie', () => {
  test('can change data only from Parlance’s own pages', async () => {
    for (const headers of [...others, {}])
      expect((await post('/graphql', { ...json, cookie, ...headers }, rename)).status).toBe(403);
    expect(await renamed()).toBe(0);
    for (const headers of own())
      expect(await (await post('/graphql', { ...json, cookie, ...headers }, rename)).json()).toEqual({
        data: { updateUser: { __typename: 'UpdateUserSuccess' } },
      });
  });

  const fields = { name: 'Theirs', voiceName: 'offline:en-US-Otto', voiceLanguage: 'en-US' };
  const multipart = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };

  // Each can be sent from another site without a preflight request.
  test.each<[string, () => BodyInit]>([
    ['an urlencoded form', () => new URLSearchParams(fields)],
    ['a multipart form', multipart],
    ['JSON as text', () => JSON.stringify(fields)],
    ['JSON without a type', () => new Blob([JSON.stringify(fields)])],
  ])('a page on another site cannot add a project by %s', async (_, form) => {
    const before = await server.app.db.prisma.project.count();
    for (const headers of [...others, {}])
      expect((await post('/api/projects', { cookie, ...headers }, form())).status).toBe(403);
    expect(await server.app.db.prisma.project.count()).toBe(before);
    expect((await post('/api/projects', { cookie, ...own()[0] }, form())).status).toBe(200);
  });

  test('can open a socket only from Parlance’s own pages', async () => {
    for (const headers of others) {
      const socket = await openSocket(server.url, { headers: { cookie, ...headers } });
      // There is not even an upgrade.
      await expect.poll(() => socket.closed?.code).toBe(1006);
      expect(socket.messages).toEqual([]);
    }
    const socket = await openSocket(server.url, { headers: { cookie, ...own()[1] } });
    onTestFinished(() => socket.close());
    await expect.poll(() => socket.messages).toEqual([{ type: 'connection_ack' }]);
  });

  test('a token works on any page, for programs of partners', async () => {
    const authorization = cookie.replace('jwt=', 'Bearer ');
    for (const headers of others)
      expect((await post('/graphql', { ...json, authorization, cookie, ...headers }, rename)).status).toBe(
        200,
      );
  });
});

describe('a user is not signed in to another account', () => {
  beforeEach(async () => {
    await server.make.user({ email: 'mallory@example.com', passwordHash: quickHash('correct horse') });
  });
  const credentials = { email: 'mallory@example.com', password: 'correct horse' };

  test('by a form on another site', async () => {
    for (const headers of others) {
      const answer = await post('/auth/sign-in', headers, new URLSearchParams(credentials));
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
    const answer = await post('/auth/sign-in', own()[0]!, new URLSearchParams(credentials));
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().map((set) => set.split('=', 1)[0])).toContain('jwt');
  });

  test('by a script on another site, which gets a requested token but no cookie', async () => {
    const body = JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { __typename } }',
      variables: { input: credentials },
    });
    const answer = await post('/graphql', { ...json, ...others[0] }, body);
    expect([await answer.json(), answer.headers.getSetCookie()]).toEqual([
      { data: { signIn: { __typename: 'SignInSuccess' } } },
      [],
    ]);
  });

  test('by a token that another site sends', async () => {
    for (const headers of others)
      expect(
        (await post('/auth/token', { ...json, ...headers }, JSON.stringify({ token: cookie.slice(4) })))
          .status,
      ).toBe(403);
  });
});

describe('signing out', () => {
  const sessions = () => server.app.db.prisma.session.count({ where: { userId: room.maintainer.id } });
  const visit = (headers: Record<string, string>) =>
    fetch(`${server.url}/logout`, { redirect: 'manual', headers: { cookie, ...headers } });

  test.each<Record<string, string>>([{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }])(
    'by a URL, typed or from one of Parlance’s own pages, clears all cookies: %j',
    async (headers) => {
      const answer = await visit({ cookie: `${cookie}; device=d; t_hightlight=enable`, ...headers });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
      const cleared = answer.headers.getSetCookie();
      expect(cleared.map((line) => line.split('=')[0]).sort()).toEqual(['device', 'jwt', 't_hightlight']);
      for (const line of cleared) expect(line).toMatch(/^\w+=;.*Path=\/;.*Expires=Thu, 01 Jan 1970/);
      expect(await sessions()).toBe(0);
    },
  );

  test.each([
    ...others.map((headers) => [headers, 303] as const),
    [{ 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }, 503] as const,
  ])('is not caused by other sites or prefetching: %j', async (headers, status) => {
    const answer = await visit(headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, []]);
    expect(await sessions()).toBe(1);
  });
});

describe('responses', () => {
  test('have security headers', async () => {
    for (const path of [
      '/healthz',
      '/graphql?query={__typename}',
      '/api/user',
      '/download/audio/none.mp3',
      '/logout',
      '/',
      '/auth/nothing',
    ]) {
      const { headers } = await fetch(server.url + path);
      expect([
        path,
        headers.get('x-content-type-options'),
        headers.get('x-frame-options'),
        headers.get('referrer-policy'),
      ]).toEqual([path, 'nosniff', 'SAMEORIGIN', 'strict-origin-when-cross-origin']);
      expect(headers.has('strict-transport-security')).toBe(false);
    }
  });

  test('that depend on the caller vary accordingly, and are not cached', async () => {
    for (const [path, vary] of [
      ['/graphql?query={__typename}', ['authorization', 'cookie']],
      ['/api/user', ['authorization', 'cookie']],
    ] as const) {
      const { headers } = await fetch(server.url + path);
      expect(headers.get('cache-control')).toBe('no-store');
      for (const name of vary) expect(headers.get('vary')).toContain(name);
    }
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'an operation named %s is unknown',
    async (sha256Hash) => {
      const answer = await post(
        '/graphql',
        json,
        JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } } }),
      );
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(await answer.json())).not.toContain('INTERNAL');
      const socket = await openSocket(server.url, { token: cookie.slice(4) });
      onTestFinished(() => socket.close());
      await expect.poll(() => socket.messages.length).toBe(1);
      socket.send({
        id: 'x',
        type: 'subscribe',
        payload: { query: '', extensions: { persistedQuery: { version: 1, sha256Hash } } },
      });
      await expect.poll(() => socket.messages[1]).toMatchObject({ type: 'error', id: 'x' });
      expect((await server.graphql('{ __typename }')).status).toBe(200);
    },
  );
});
