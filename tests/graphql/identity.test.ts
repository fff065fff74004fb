import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signInRateLimits } from '../../server/areas/access/identity/sign-in-rate-limits.ts';
import type { App } from '../../server/kernel/app.ts';
import { countAgainstRate, forgetRefusals, type Rate } from '../../server/kernel/rate-limit.ts';
import { credit } from '../../server/areas/access/accounts/ledger.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';
import { kernelMessages } from '../../server/kernel/messages.ts';

// Separate, because the process's clock moves.
const server = useServer({});
const signIn = `mutation ($email: String!, $password: String!) {
  signIn(input: { email: $email, password: $password }) {
    __typename
    ... on SignInSuccess { token user { email } }
    ... on Error { message }
  }
}`;
const whoAmI =
  '{ viewer { user { email balance hasVerified organizations { role organization { slug pseudo } } } } }';
const wrong = 'The email address or password is incorrect.';

async function withPassword(password = 'correct horse') {
  return server.make.user({ email: 'ada@example.com', passwordHash: quickHash(password) });
}

describe('signing in', () => {
  test('creates a session that signing out ends', async () => {
    await withPassword();
    const answer = await server.graphql(signIn, { email: ' ADA@example.com', password: 'correct horse' });
    const { token, user } = answer.data!['signIn'];
    expect(user).toEqual({ email: 'ada@example.com' });
    expect((await server.graphql(whoAmI, {}, token)).data!['viewer'].user.email).toBe('ada@example.com');
    await server.graphql('mutation { signOut { __typename } }', {}, token);
    const after = await server.graphql(whoAmI, {}, token);
    expect(after.status).toBe(401);
    expect(after.errors![0]!.extensions).toEqual({
      code: 'UNAUTHENTICATED',
      reason: 'WRONG_TOKEN',
      parameters: {},
    });
  });

  test.each([
    ['a wrong password', 'ada@example.com', 'wrong'],
    ['an unknown address', 'eve@example.com', 'correct horse'],
    ['an empty password', 'ada@example.com', ''],
    ['a password of 50,000 characters', 'ada@example.com', 'x'.repeat(50_000)],
  ])('refuses %s with the same message', async (_, email, password) => {
    await withPassword();
    const answer = await server.graphql(signIn, { email, password });
    expect(answer.data!['signIn']).toEqual({ __typename: 'NotSignedInError', message: wrong });
  });

  test('an invited user without a password cannot sign in with an empty one', async () => {
    await server.make.user({ email: 'ada@example.com', passwordHash: null });
    const answer = await server.graphql(signIn, { email: 'ada@example.com', password: '' });
    expect(answer.data!['signIn'].__typename).toBe('NotSignedInError');
  });

  describe('failures', () => {
    // A separate address for each test, because processes remember for a while whom they refused.
    let email: string;
    beforeEach(async () => {
      email = `${randomUUID()}@example.com`;
      await server.make.user({ email, passwordHash: quickHash('correct horse') });
    });
    const attempt = async (address: string, password = 'guess', cookie?: string) => {
      const answer = await fetch(`${server.url}/auth/sign-in`, {
        method: 'POST',
        headers: {
          'x-forwarded-for': address,
          'content-type': 'application/json',
          ...(cookie && { cookie }),
        },
        body: JSON.stringify({ email, password }),
      });
      return {
        status: answer.status,
        retryAfter: Number(answer.headers.get('retry-after')),
        cookies: answer.headers.getSetCookie(),
      };
    };
    /**
     * As other processes would have counted them: looking at so many passwords takes a slow machine longer
     * than a limit lasts.
     */
    const failed = async (rate: Rate, who: string) => {
      const elsewhere = { db: server.app.db } as App;
      for (let count = 0; count < rate.burst; count++)
        await countAgainstRate(elsewhere, rate, who, kernelMessages.SERVER_BUSY());
    };

    test('from one network are throttled, and do not affect other networks', async () => {
      expect((await attempt('203.0.113.7')).status).toBe(401);
      await server.app.db.pool.query('DELETE FROM "RateLimit"');
      await failed(signInRateLimits.here, `${email} 203.0.113.7`);
      const slowed = await attempt('203.0.113.7', 'correct horse');
      expect(slowed.status).toBe(429);
      expect(slowed.retryAfter).toBeGreaterThan(0);
      expect(slowed.retryAfter).toBeLessThanOrEqual(30);
      expect((await attempt('198.51.100.1', 'correct horse')).status).toBe(200);
      // Half a minute later there is another try, and not much earlier.
      const clock = performance.now.bind(performance);
      const half = slowed.retryAfter / 2;
      for (const [time, status] of [
        [1, 429],
        [2, 200],
      ] as const) {
        // For the database, and for what this process remembers.
        await server.app.db.pool.query(
          `UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" - make_interval(secs => $1)`,
          [half],
        );
        const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_000 * half * time);
        onTestFinished(() => later.mockRestore());
        expect((await attempt('203.0.113.7', 'correct horse')).status).toBe(status);
      }
    });

    test('from one network are throttled across accounts, and logged once', async () => {
      await failed(signInRateLimits.network, '203.0.113.66');
      for (const _ of [1, 2, 3]) expect((await attempt('203.0.113.66', 'correct horse')).status).toBe(429);
      // Another process knows of no refusal.
      forgetRefusals(server.app);
      expect((await attempt('203.0.113.66')).status).toBe(429);
      expect((await attempt('203.0.113.67', 'correct horse')).status).toBe(200);
      const entries = await server.app.db.prisma.securityEntry.findMany({
        where: { network: '203.0.113.66' },
        select: { event: true, body: true },
      });
      expect(entries).toEqual([
        {
          event: 'SIGN_IN_REFUSED',
          body: { method: 'password', reason: 'limit', limit: signInRateLimits.network.name },
        },
      ]);
    });

    test('are counted before the password is checked', async () => {
      // Looking at each takes a while, as it does in earnest, so that many are looked at together.
      await server.app.db.prisma.user.updateMany({
        where: { email },
        data: { passwordHash: quickHash('correct horse', 2 ** 13) },
      });
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 300 }, () => attempt('203.0.113.8')));
      const heard = answers.filter(({ status }) => status === 401).length;
      // Ten, and one more for each half minute that hashing took.
      expect(heard).toBeLessThanOrEqual(
        10 + Math.ceil((performance.now() - begun) / signInRateLimits.here.everyMs),
      );
      for (const { status, retryAfter } of answers.filter((answer) => answer.status !== 401)) {
        expect([429, 503]).toContain(status);
        expect(retryAfter).toBeGreaterThan(0);
      }
    });

    test('by other clients do not lock out a user in a known browser', async () => {
      const { cookies } = await attempt('203.0.113.9', 'correct horse');
      const device = cookies.find((cookie) => cookie.startsWith('device='))!;
      expect(device).toContain('HttpOnly');
      await failed(signInRateLimits.account, email);
      expect((await attempt('198.51.100.2', 'correct horse')).status).toBe(429);
      expect((await attempt('198.51.100.2', 'correct horse', device.split(';')[0]!)).status).toBe(200);
      expect((await attempt('198.51.100.2', 'correct horse', 'device=AAAA.BBBB')).status).toBe(429);
      // A client with the browser's cookie but without the password is slowed down like any other.
      const id = /device=([^.]+)/.exec(device)![1]!;
      await failed(signInRateLimits.device, `${email} ${id}`);
      expect((await attempt('198.51.100.2', 'correct horse', device.split(';')[0]!)).status).toBe(429);
    });

    test('count once per operation, with any field aliases', async () => {
      const field = (name: string, password: string) =>
        `${name}: signIn(input: { email: "${email}", password: "${password}" }) { __typename }`;
      const { data } = await server.graphql(
        `mutation { ${field('a', 'guess')} ${field('b', 'correct horse')} ${field('c', 'correct horse')} }`,
      );
      expect(Object.values(data!).map((result: any) => result.__typename)).toEqual([
        'NotSignedInError',
        'LimitReachedError',
        'LimitReachedError',
      ]);
    });

    test('are reported over GraphQL by status, header and result', async () => {
      await failed(signInRateLimits.account, email);
      const query =
        'mutation($email: String!) { signIn(input: { email: $email, password: "guess" }) { __typename ... on LimitReachedError { ' +
        'retryAfter } } }';
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { email } }),
      });
      const retryAfter = Number(answer.headers.get('retry-after'));
      expect([answer.status, await answer.json()]).toEqual([
        429,
        { data: { signIn: { __typename: 'LimitReachedError', retryAfter } } },
      ]);
      expect(retryAfter).toBeGreaterThan(0);
    });
  });

  test('the session cookie is inaccessible to scripts and other sites', async () => {
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

  test.each(['REST', 'GraphQL'])('ends the browser’s previous session, over %s', async (door) => {
    const user = await withPassword();
    const [before, elsewhere] = [await server.signIn(user), await server.signIn(user)];
    const credentials = { email: user.email, password: 'correct horse' };
    const [path, body] =
      door === 'REST'
        ? ['/auth/sign-in', credentials]
        : ['/graphql', { query: signIn, variables: credentials }];
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: `jwt=${before}` },
      body: JSON.stringify(body),
    });
    const next = /jwt=([^;]+)/.exec(answer.headers.getSetCookie().join())![1]!;
    const statuses = [before, elsewhere, next].map(
      async (token) => (await server.graphql(whoAmI, {}, token)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  test('the REST endpoint responds 401 with a message', async () => {
    const answer = await server.rest('POST', '/auth/sign-in', {
      body: { email: 'nobody@example.com', password: 'x' },
    });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ result: 'fail', message: wrong });
  });

  test('signing out over HTTP clears the cookies and redirects to the root', async () => {
    const answer = await fetch(`${server.url}/logout`, {
      redirect: 'manual',
      headers: { cookie: 'jwt=stale; other=1', 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['jwt', 'other']),
    );
  });
});

describe('credentials', () => {
  test.each(['nonsense', 'pk_unknown', 'pt_unknown', 'eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0.'])(
    'a bearer token %s is refused',
    async (token) => {
      const answer = await server.graphql(whoAmI, {}, token);
      expect(answer.status).toBe(401);
    },
  );

  test('a stale cookie counts as signed out, so that the sign-in page works', async () => {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie: 'jwt=stale' },
      body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
    });
    expect(await answer.json()).toEqual({ data: { viewer: null } });
  });

  test('an expired session closes its socket', async () => {
    const user = await withPassword();
    const token = await server.signIn(user);
    await server.app.db.pool.query(`UPDATE "Session" SET "expiresAt" = now() - interval '1 second'`);
    expect((await server.graphql(whoAmI, {}, token)).status).toBe(401);
  });
});

describe('the profile', () => {
  test('shows the balances of user and organizations, and pseudonyms only to administrators', async () => {
    const { organization, editor, admin } = await server.make.newsroom();
    await server.app.db.prisma.organization.update({
      where: { id: organization.id },
      data: { pseudo: 'secret name' },
    });
    await server.app.db.prisma.account.update({
      where: { organizationId: organization.id },
      data: { verified: true },
    });
    await credit(server.app.db.sql, { organizationId: organization.id }, -99_995n, {
      kind: 'credited',
      why: 'Put right',
    });
    await credit(server.app.db.sql, { userId: editor.id }, -99_993n, { kind: 'credited', why: 'Put right' });
    const seen = (await server.graphql(whoAmI, {}, await server.signIn(editor))).data!['viewer'].user;
    expect(seen).toMatchObject({
      balance: 12,
      hasVerified: true,
      organizations: [{ role: 'EDITOR', organization: { pseudo: null } }],
    });
    await server.make.member(organization.id, 'maintainer', { id: admin.id });
    const asAdmin = (await server.graphql(whoAmI, {}, await server.signIn(admin))).data!['viewer'].user;
    expect(asAdmin.organizations[0].organization.pseudo).toBe('secret name');
  });

  test('is changed by its owner, and invalid fields are named', async () => {
    const token = await server.signIn(await withPassword());
    const update = `mutation ($name: String, $timeZone: String) { updateUser(input: { name: $name, timeZone: $timeZone }) {
      __typename ... on UpdateUserSuccess { user { name timeZone } } ... on ValidationError { fieldErrors { field } } } }`;
    const changed = await server.graphql(
      update,
      { name: ' Ada Lovelace ', timeZone: 'Europe/Vienna' },
      token,
    );
    expect(changed.data!['updateUser'].user).toEqual({ name: 'Ada Lovelace', timeZone: 'Europe/Vienna' });
    const refused = await server.graphql(update, { name: ' ', timeZone: 'Mars/Olympus' }, token);
    expect(refused.data!['updateUser'].fieldErrors).toEqual([{ field: 'name' }, { field: 'timeZone' }]);
    expect((await server.graphql(update, { name: 'x' })).data!['updateUser'].__typename).toBe(
      'NotSignedInError',
    );
  });

  test.each(['+05:30', 'Etc/GMT+5', 'EST5EDT', 'CET'])(
    '%s is refused as a time zone at every endpoint',
    async (zone) => {
      const { organization, project, maintainer } = await server.make.newsroom();
      const token = await server.signIn(maintainer);
      const refused = { fieldErrors: [{ field: expect.any(String), message: 'Unknown time zone.' }] };
      const failure = '... on ValidationError { fieldErrors { field message } }';
      const user = `mutation ($zone: String) { updateUser(input: { timeZone: $zone }) { ${failure} } }`;
      expect((await server.graphql(user, { zone }, token)).data!['updateUser']).toEqual(refused);
      expect((await server.rest('PUT', '/api/user', { token, body: { timezone: zone } })).body).toMatchObject(
        { result: 'fail' },
      );
      const house = `mutation ($id: ID!, $zone: String) { updateOrganization(input: { id: $id, timeZone: $zone }) { ${failure} } }`;
      expect(
        (await server.graphql(house, { id: organization.id, zone }, token)).data!['updateOrganization'],
      ).toEqual(refused);
      const list = `query ($id: ID!, $zone: String) { project(id: $id) { articles(timeZone: $zone) { totalCount } } }`;
      expect((await server.graphql(list, { id: project.id, zone }, token)).errors?.[0]?.message).toContain(
        'Unknown time zone.',
      );
    },
  );
});
