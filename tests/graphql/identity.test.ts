import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/lib/crypto.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const signIn = `mutation ($email: String!, $password: String!) {
  signIn(input: { email: $email, password: $password }) {
    __typename
    ... on SignInSuccess { token user { email } }
    ... on Error { message }
  }
}`;
const whoAmI = '{ viewer { user { email balance hasVerified organizations { role organization { slug pseudo } } } } }';
const wrong = 'The e-mail address or the password is wrong.';

async function withPassword(password = 'correct horse') {
  return server.make.user({ email: 'ada@example.com', passwordHash: await hashPassword(password) });
}

describe('signing in', () => {
  test('opens a session that signing out ends', async () => {
    await withPassword();
    const answer = await server.graphql(signIn, { email: ' ADA@example.com', password: 'correct horse' });
    const { token, user } = answer.data!['signIn'];
    expect(user).toEqual({ email: 'ada@example.com' });
    expect((await server.graphql(whoAmI, {}, token)).data!['viewer'].user.email).toBe('ada@example.com');
    await server.graphql('mutation { signOut { __typename } }', {}, token);
    const after = await server.graphql(whoAmI, {}, token);
    expect(after.status).toBe(401);
    expect(after.errors![0]!.extensions).toEqual({ code: 'UNAUTHENTICATED' });
  });

  test.each([
    ['a wrong password', 'ada@example.com', 'wrong'],
    ['an unknown address', 'eve@example.com', 'correct horse'],
    ['an empty password', 'ada@example.com', ''],
    ['a password of a megabyte', 'ada@example.com', 'x'.repeat(1_000_000)],
  ])('refuses %s in the same words', async (_, email, password) => {
    await withPassword();
    const answer = await server.graphql(signIn, { email, password });
    expect(answer.data!['signIn']).toEqual({ __typename: 'NotSignedInError', message: wrong });
  });

  test('an invited user without a password cannot sign in with an empty one', async () => {
    await server.make.user({ email: 'ada@example.com', passwordHash: null });
    const answer = await server.graphql(signIn, { email: 'ada@example.com', password: '' });
    expect(answer.data!['signIn'].__typename).toBe('NotSignedInError');
  });

  test('ten failures block the account, not others', async () => {
    const attempt = (email: string) => server.graphql(signIn, { email, password: 'guess' });
    for (let i = 0; i < 10; i++) await attempt('victim@example.com');
    expect((await attempt('victim@example.com')).data!['signIn'].__typename).toBe('LimitReachedError');
    expect((await attempt('other@example.com')).data!['signIn'].__typename).toBe('NotSignedInError');
  });

  test('the cookie is out of reach of scripts and of other sites', async () => {
    await withPassword();
    const answer = await fetch(`${server.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
    });
    const body = (await answer.json()) as { result: string; token: string };
    expect(body.result).toBe('ok');
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    const viewer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: `jwt=${body.token}` },
      body: JSON.stringify({ query: whoAmI }),
    });
    expect(((await viewer.json()) as any).data.viewer.user.email).toBe('ada@example.com');
  });

  test('the REST door answers 401 with a message', async () => {
    const answer = await server.rest('POST', '/auth/sign-in', { body: { email: 'nobody@example.com', password: 'x' } });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ result: 'fail', message: wrong });
  });

  test('signing out over HTTP clears the cookies and goes to the root', async () => {
    const answer = await fetch(`${server.url}/logout`, { redirect: 'manual', headers: { cookie: 'jwt=stale; other=1', 'sec-fetch-site': 'same-origin' } });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(expect.arrayContaining(['jwt', 'other']));
  });
});

describe('credentials', () => {
  test.each(['nonsense', 'pk_unknown', 'pt_unknown', 'eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.'])('a bearer token %s is refused', async (token) => {
    const answer = await server.graphql(whoAmI, {}, token);
    expect(answer.status).toBe(401);
  });

  test('a stale cookie is nobody, so that the sign-in page works', async () => {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: 'jwt=stale' },
      body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
    });
    expect(await answer.json()).toEqual({ data: { viewer: null } });
  });

  test('an expired session is closed', async () => {
    const user = await withPassword();
    const token = await server.signIn(user);
    await server.app.db.query(`UPDATE "Session" SET "expiresAt" = now() - interval '1 second'`);
    expect((await server.graphql(whoAmI, {}, token)).status).toBe(401);
  });
});

describe('the profile', () => {
  test('has the balance of the user and the organizations, and pseudo names only for administrators', async () => {
    const { organization, editor, admin } = await server.make.newsroom();
    await server.app.db.prisma.organization.update({ where: { id: organization.id }, data: { pseudo: 'secret name', balance: 5n, verified: true } });
    await server.app.db.prisma.user.update({ where: { id: editor.id }, data: { balance: 7n } });
    const seen = (await server.graphql(whoAmI, {}, await server.signIn(editor))).data!['viewer'].user;
    expect(seen).toMatchObject({ balance: 12, hasVerified: true, organizations: [{ role: 'editor', organization: { pseudo: null } }] });
    await server.make.member(organization.id, 'maintainer', { id: admin.id });
    const asAdmin = (await server.graphql(whoAmI, {}, await server.signIn(admin))).data!['viewer'].user;
    expect(asAdmin.organizations[0].organization.pseudo).toBe('secret name');
  });

  test('is changed by its owner, and refuses what is wrong by field', async () => {
    const token = await server.signIn(await withPassword());
    const update = `mutation ($fullname: String, $timezone: String) { updateUser(input: { fullname: $fullname, timezone: $timezone }) {
      __typename ... on UpdateUserSuccess { user { fullname timezone } } ... on ValidationError { fieldErrors { field } } } }`;
    const changed = await server.graphql(update, { fullname: ' Ada Lovelace ', timezone: 'Europe/Vienna' }, token);
    expect(changed.data!['updateUser'].user).toEqual({ fullname: 'Ada Lovelace', timezone: 'Europe/Vienna' });
    const refused = await server.graphql(update, { fullname: ' ', timezone: 'Mars/Olympus' }, token);
    expect(refused.data!['updateUser'].fieldErrors).toEqual([{ field: 'fullname' }, { field: 'timezone' }]);
    expect((await server.graphql(update, { fullname: 'x' })).data!['updateUser'].__typename).toBe('NotSignedInError');
  });
});
