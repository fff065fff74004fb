import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consumeOnce } from '../../server/areas/access/identity/consume-once.ts';
import { syncMemberships } from '../../server/areas/people/openid/provider-memberships.ts';
import { forgetRefusals } from '../../server/kernel/rate-limit.ts';
import { emptyTables, forwardTo } from '../support/databases.ts';
import { attempt } from '../graphql/mutate.ts';
import { quickHash } from '../support/quick-hash.ts';
import { mailedLinks, mailsTo } from '../support/sent-mails.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { browser, client, startIssuer, type Issuer } from './issuer.ts';

const password = 'correct horse';
let running: TestServer | undefined;
const server = forwardTo<TestServer>(() => running, 'The server runs only while tests do.');
let issuer: Issuer;
let gazette: number;
let ada: { id: number; email: string };

const membership = (role: string) => ({ organization: 'gazette', role });
beforeAll(async () => {
  issuer = await startIssuer();
  running = await startServer({
    env: {
      OPENID_PROVIDERS: JSON.stringify([
        {
          slug: 'google',
          name: 'Google',
          issuer: issuer.url,
          clientId: client.id,
          clientSecret: client.secret,
          groups: { desk: membership('editor'), chiefs: membership('maintainer') },
          domains: { 'gazette.example': membership('viewer') },
        },
      ]),
    },
  });
  await issuer.serve(`${running.app.config.publicUrl}/connect/google/return`);
});
afterAll(async () => {
  await running?.close();
  await issuer.close();
});
beforeEach(async () => {
  await emptyTables(server.app.db);
  forgetRefusals(server.app);
  issuer.forge = null;
  const organization = await server.make.organization({ slug: 'gazette' });
  gazette = organization.id;
  await server.make.member(gazette, 'maintainer');
  ada = await server.make.user({ email: 'ada@example.com', passwordHash: quickHash(password) });
});

const here = () => server.app.config.publicUrl;
/** Signs in as the issuer's account. @returns the browser, and where it came to */
async function arrive(account: Partial<Issuer['account']>, by = browser()) {
  issuer.account = { sub: 'ada', email: 'ada@example.com', email_verified: true, ...account };
  const at = await by.follow(
    `${here()}/connect/google/`,
    (url) => url.startsWith(here()) && !url.includes('/connect/'),
  );
  return { by, at: at.slice(here().length), token: by.cookies.get(new URL(here()).host)?.get('jwt') };
}
const call = (field: string, input: object, token?: string) => attempt(server, field, input, { token });
/** The same as a page in a browser, with what that keeps to link an identity. */
async function callFrom(by: ReturnType<typeof browser>, input: object) {
  const linking = by.cookies.get(new URL(here()).host)?.get('linking');
  const query = `mutation ($input: LinkIdentityInput!) { linkIdentity(input: $input) { __typename
    ... on ValidationError { fieldErrors { field code } } } }`;
  const response = await fetch(`${here()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(linking && { cookie: `linking=${linking}` }) },
    body: JSON.stringify({ query, variables: { input } }),
  });
  return ((await response.json()) as { data: { linkIdentity: unknown } }).data.linkIdentity;
}
const who = async (token?: string) =>
  (await server.graphql('{ viewer { user { email } } }', {}, token)).data?.['viewer']?.user?.email ?? null;
const signsIn = async (email: string) =>
  (await server.rest('POST', '/auth/sign-in', { body: { email, password } })).status;
const linked = (subject = 'ada') =>
  server.app.db.prisma.identity.create({ data: { userId: ada.id, issuer: issuer.url, subject } });

describe('signing in through an OpenID provider', () => {
  test('identifies users by issuer and subject, even after the email changes', async () => {
    await linked();
    const { at, token } = await arrive({ email: 'other@example.com' });
    expect([at, await who(token)]).toEqual(['/', ada.email]);
  });

  test('shows a message if it is not configured', async () => {
    expect((await server.rest('GET', '/connect/microsoft/')).headers.get('location')).toBe(
      '/?refused=OPENID_NOT_SET_UP',
    );
  });

  test('links an account by verified email address and password only', async () => {
    const { at, token } = await arrive({});
    expect([at.split('#')[0], token]).toEqual(['/link-account', undefined]);
    const secret = at.split('#')[1]!;
    expect(await call('linkIdentity', { secret, password: 'not it' })).toMatchObject({
      fieldErrors: [{ field: 'password' }],
    });
    expect(await call('linkIdentity', { secret })).toMatchObject({ fieldErrors: [{ field: 'password' }] });
    expect(await call('linkIdentity', { secret, password })).toEqual({ __typename: 'LinkIdentitySuccess' });
    expect(await call('linkIdentity', { secret, password })).toMatchObject({
      fieldErrors: [{ field: 'secret', code: 'IDENTITY_LINK_USED' }],
    });
    expect(await who((await arrive({})).token)).toBe(ada.email);
  });

  test('links the account by email instead of the password, once, in the same browser, for ten minutes', async () => {
    const asked = async () => {
      const { at, by } = await arrive({ groups: ['desk'] });
      const secret = at.split('#')[1]!;
      expect((await call('requestIdentityLink', { secret })).__typename).toBe('RequestIdentityLinkSuccess');
      const mailed = new URL((await mailedLinks(server.app, ada.email)).at(-1)!).hash.slice(1);
      return { by, unmailed: secret, secret: mailed };
    };
    const refused = (code: string) => ({ fieldErrors: [{ field: 'secret', code }] });
    const late = await asked();
    const [row] = await server.app.db.prisma.pendingIdentity.findMany();
    const minutes = (row!.expiresAt.getTime() - Date.now()) / 60_000;
    expect([Math.ceil(minutes), minutes > 9]).toEqual([10, true]);
    const { pendingIdentity } = server.app.db.prisma;
    // Repeated requests extend the time to forty minutes in total, like the cookie.
    await pendingIdentity.updateMany({ data: { createdAt: new Date(Date.now() - 30 * 60_000) } });
    expect(await call('requestIdentityLink', { secret: late.unmailed })).toMatchObject(
      refused('IDENTITY_LINK_USED'),
    );
    expect(late.by.keptMinutes('linking')).toBe(40);
    await pendingIdentity.updateMany({ data: { expiresAt: new Date() } });
    expect(await callFrom(late.by, { secret: late.secret })).toMatchObject(refused('IDENTITY_LINK_USED'));

    const { by, secret } = await asked();
    for (const other of [browser(), late.by])
      expect(await callFrom(other, { secret })).toMatchObject(refused('IDENTITY_LINK_ELSEWHERE'));
    expect(await callFrom(by, { secret })).toEqual({ __typename: 'LinkIdentitySuccess' });
    expect(await callFrom(by, { secret })).toMatchObject(refused('IDENTITY_LINK_USED'));
    expect(await mailsTo(server.app, ada.email)).toContain('signInChanged');
    // The provider's claims in the meantime apply from the first sign-in.
    expect(
      await server.app.db.prisma.member.findFirst({ where: { organizationId: gazette, userId: ada.id } }),
    ).toMatchObject({ role: 'editor', issuer: issuer.url });
  });

  test('is required again before sensitive actions if the provider still has a session', async () => {
    await linked();
    await server.app.db.prisma.user.update({ where: { id: ada.id }, data: { passwordHash: null } });
    // The provider remembers the user for eleven minutes, unless it is told to ask again.
    issuer.forge = (claims) => ({
      claims: issuer.asked['prompt'] === 'login' ? claims : { ...claims, auth_time: claims.iat! - 660 },
    });
    const begin = async () => call('beginPasskey', {}, (await arrive({})).token);
    expect(await begin()).toMatchObject({ fieldErrors: [{ field: 'password', code: 'SIGN_IN_AGAIN' }] });
    expect(issuer.asked).not.toHaveProperty('prompt');
    expect((await begin()).__typename).toBe('BeginPasskeySuccess');
    expect(issuer.asked).toMatchObject({ prompt: 'login', max_age: '600' });
    // The provider asks only users who have to confirm their identity.
    expect(await begin()).toMatchObject({ fieldErrors: [{ code: 'SIGN_IN_AGAIN' }] });
    const { createdAt, provedAt } = await server.app.db.prisma.session.findFirstOrThrow({
      orderBy: { createdAt: 'desc' },
    });
    const minutesBefore = (createdAt.getTime() - provedAt!.getTime()) / 60_000;
    expect(Math.round(minutesBefore)).toBe(11);
  });

  test('creates an account for a domain with its role, and follows changes of groups', async () => {
    const email = 'bea@gazette.example';
    const role = async () =>
      (
        await server.app.db.prisma.member.findFirst({
          where: { organizationId: gazette, user: { email } },
          select: { role: true },
        })
      )?.role ?? null;
    const as = async (groups: string[]) => {
      const { token } = await arrive({ sub: 'bea', email, groups });
      expect(await who(token)).toBe(email);
      return role();
    };
    expect(await as([])).toBe('viewer');
    expect(await as(['desk'])).toBe('editor');
    expect(await as(['desk', 'chiefs', '__proto__'])).toBe('maintainer');
    expect(await as([])).toBe('viewer');
    const told = (await mailsTo(server.app, email)).filter((kind) => kind === 'roleChanged');
    expect(told).toHaveLength(3);
  });

  test('removes memberships with their project roles when a group is lost, and notifies the user', async () => {
    await linked();
    const project = await server.make.project({ organizationId: gazette });
    await arrive({ groups: ['desk'] });
    await server.app.db.prisma.projectRoleGrant.create({
      data: { projectId: project.id, userId: ada.id, role: 'stats' },
    });
    await arrive({ groups: [] });
    expect(await server.app.db.prisma.member.count({ where: { userId: ada.id } })).toBe(0);
    expect(await server.app.db.prisma.projectRoleGrant.count()).toBe(0);
    expect(await mailsTo(server.app, ada.email)).toContain('roleEnded');
  });

  test('keeps one of two maintainers who lose the group at the same time', async () => {
    const { prisma } = server.app.db;
    await prisma.member.deleteMany({ where: { organizationId: gazette } });
    const chiefs = [ada.id, (await server.make.user()).id];
    for (const userId of chiefs)
      await prisma.member.create({
        data: { organizationId: gazette, userId, role: 'maintainer', status: 'active', issuer: issuer.url },
      });
    const none = { issuer: issuer.url, roles: new Map(), email: null };
    const { db } = server.app;
    const leave = (userId: number) => db.transaction((tx) => syncMemberships(server.app, tx, userId, none));
    // Two connections are open by then.
    await Promise.all(
      [1, 2, 3, 4].map((times) => prisma.$queryRaw`SELECT ${times}::int, count(*) FROM "Member"`),
    );
    await Promise.all(chiefs.map(leave));
    expect(await prisma.member.count({ where: { organizationId: gazette } })).toBe(1);
  });

  test.each([
    ['VIEWER', 'desk', { role: 'editor', issuer: true }],
    ['MAINTAINER', 'desk', { role: 'maintainer', issuer: false }],
  ] as const)(
    'accepts an invitation as %s for a user whose group gives a role',
    async (invitedAs, group, as) => {
      const maintainer = await server.signIn(await server.make.member(gazette, 'maintainer'));
      const input = { organization: String(gazette), emails: [ada.email], role: invitedAs };
      await call('inviteMembers', input, maintainer);
      await linked();
      const member = () =>
        server.app.db.prisma.member.findFirstOrThrow({ where: { organizationId: gazette, userId: ada.id } });
      await arrive({ email: 'other@example.com', groups: [group] });
      expect(await member()).toMatchObject({ status: 'invited' });
      await arrive({ groups: [group] });
      expect(await member()).toMatchObject({
        status: 'active',
        inviteHash: null,
        role: as.role,
        issuer: as.issuer ? issuer.url : null,
      });
    },
  );

  test.each([
    ['an unverified address', { email_verified: false }, 'OPENID_EMAIL_UNVERIFIED'],
    ['an unknown address', { email: 'new@elsewhere.example' }, 'OPENID_NO_ACCOUNT'],
  ])('refuses %s', async (_, account, code) => {
    expect(await arrive({ sub: 'eve', ...account })).toMatchObject({
      at: `/?refused=${code}`,
      token: undefined,
    });
    expect(await server.app.db.prisma.identity.count()).toBe(0);
  });

  describe('with open sign-up for the studio', () => {
    beforeEach(() => {
      server.app.config.signUp.offered = true;
    });
    afterEach(() => {
      server.app.config.signUp.offered = false;
    });
    const eve = { sub: 'eve', email: 'eve@elsewhere.example', name: 'Eve' };

    test('creates only a studio, and shows it once', async () => {
      const { at, token } = await arrive(eve);
      expect([at, await who(token)]).toEqual(['/studio?registered=true', eve.email]);
      const { data } = await server.graphql(
        '{ studio { signedUp studioOnly } viewer { projects { edges { cursor } } } }',
        {},
        token,
      );
      expect(data).toEqual({
        studio: { signedUp: true, studioOnly: true },
        viewer: { projects: { edges: [] } },
      });
      expect((await arrive(eve)).at).not.toContain('registered');
    });

    test.each([
      ['an unverified address', { email_verified: false }, 'OPENID_EMAIL_UNVERIFIED'],
      ['a disposable address', { email: 'eve@mailinator.com' }, 'SIGN_UP_DISPOSABLE_ADDRESS'],
    ])('refuses %s', async (_, account, code) => {
      expect(await arrive({ ...eve, ...account })).toMatchObject({
        at: `/?refused=${code}`,
        token: undefined,
      });
      expect(await server.app.db.prisma.user.count({ where: { email: { startsWith: 'eve@' } } })).toBe(0);
    });
  });

  test('accepts an invitation as the user that the provider identifies', async () => {
    const email = 'cleo@elsewhere.example';
    const maintainer = await server.signIn(await server.make.member(gazette, 'maintainer'));
    const input = { organization: String(gazette), emails: [email], role: 'EDITOR' };
    expect((await call('inviteMembers', input, maintainer)).__typename).toBe('InviteMembersSuccess');
    const [invited] = await mailedLinks(server.app, email);
    const invitation = { secret: new URL(invited!).hash.slice(1) };
    const isNew = async () =>
      (await server.graphql('query ($secret: String!) { invitation(secret: $secret) { isNew } }', invitation))
        .data!['invitation'].isNew;
    expect(await isNew()).toBe(true);
    // The address alone links nothing: a mail proves that it is the person's.
    const account = { sub: 'cleo', email };
    const { at, by, token: none } = await arrive(account);
    expect([at.split('#')[0], none]).toEqual(['/link-account', undefined]);
    await call('requestIdentityLink', { secret: at.split('#')[1]! });
    const secret = new URL((await mailedLinks(server.app, email))[1]!).hash.slice(1);
    expect(await callFrom(by, { secret })).toEqual({ __typename: 'LinkIdentitySuccess' });
    // From now on the invitation's link cannot set a password.
    expect(await isNew()).toBe(false);
    const taken = { ...invitation, name: 'Mallory', password: 'battery staple' };
    expect((await call('acceptInvitation', taken)).__typename).toBe('NotSignedInError');
    const { token } = await arrive(account);
    expect(await call('acceptInvitation', invitation, await server.signIn(ada))).toMatchObject({
      __typename: 'NotAllowedError',
    });
    expect((await call('acceptInvitation', invitation, token)).__typename).toBe('AcceptInvitationSuccess');
    expect(
      await server.app.db.prisma.member.findFirst({ where: { organizationId: gazette, user: { email } } }),
    ).toMatchObject({ role: 'editor', status: 'active', issuer: null });
  });

  const forgeries: Record<string, (claims: JWTPayload) => { claims: JWTPayload; foreignKey?: boolean }> = {
    'another nonce': (claims) => ({ claims: { ...claims, nonce: 'another' } }),
    'no nonce': (claims) => ({ claims: { ...claims, nonce: undefined } }),
    'another issuer': (claims) => ({ claims: { ...claims, iss: 'https://elsewhere.example' } }),
    'another audience': (claims) => ({ claims: { ...claims, aud: 'somebody else' } }),
    'a time that is over': (claims) => ({ claims: { ...claims, exp: claims.iat! - 120 } }),
    'another key': (claims) => ({ claims, foreignKey: true }),
  };
  test.each(Object.entries(forgeries))('refuses %s', async (_, forge) => {
    await linked();
    issuer.forge = forge;
    expect(await arrive({})).toMatchObject({ at: '/?refused=OPENID_REFUSED', token: undefined });
    issuer.forge = (claims) => ({ claims });
    expect(await who((await arrive({})).token)).toBe(ada.email);
  });

  test('refuses a different state, a different browser, or a second use', async () => {
    await linked();
    issuer.account = { sub: 'ada', email: ada.email, email_verified: true };
    const by = browser();
    const isBack = (url: string) => url.startsWith(`${here()}/connect/google/return`);
    const back = await by.follow(`${here()}/connect/google/`, isBack);
    const jar = by.cookies.get(new URL(here()).host)!;
    const kept = jar.get('openid')!;
    const refused = async (as: ReturnType<typeof browser>, url: string) => {
      const response = await as.ask(url);
      expect([response.headers.get('location'), response.headers.getSetCookie().join()]).toEqual([
        '/?refused=OPENID_REFUSED',
        expect.not.stringMatching(/jwt=ey/),
      ]);
    };
    await refused(browser(), back);
    const again = await by.follow(`${here()}/connect/google/`, isBack);
    await refused(by, again.replace(/state=[^&]+/, 'state=another'));
    jar.set('openid', kept);
    expect((await by.ask(back)).headers.get('location')).toBe('/');
    jar.set('openid', kept);
    await refused(by, back);
  });
});

describe('ended sessions at the provider', () => {
  const end = (token: string) =>
    fetch(`${here()}/connect/google/back-channel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }),
    });
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iat: Math.floor(Date.now() / 1000),
    jti: crypto.randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...more,
  });

  test('end all sign-in methods here until the next sign-in there', async () => {
    await linked();
    const { token } = await arrive({});
    const byPassword = await server.signIn(ada);
    expect(await signsIn(ada.email)).toBe(200);
    expect((await end(await issuer.logoutToken(claims({ sub: 'ada' })))).status).toBe(200);
    expect([await who(token), await who(byPassword), await signsIn(ada.email)]).toEqual([null, null, 401]);
    expect(await who((await arrive({})).token)).toBe(ada.email);
    expect(await signsIn(ada.email)).toBe(200);
  });

  test('end only the session that came from it', async () => {
    await linked();
    const { token } = await arrive({});
    const other = await server.signIn(ada);
    await server.app.db.prisma.session.updateMany({
      where: { identityId: { not: null } },
      data: { issuerSession: 'there' },
    });
    expect((await end(await issuer.logoutToken(claims({ sub: 'ada', sid: 'there' })))).status).toBe(200);
    expect([await who(token), await who(other), await signsIn(ada.email)]).toEqual([null, ada.email, 200]);
  });

  test('do not disable the password of the last administrator', async () => {
    await server.app.db.prisma.user.update({ where: { id: ada.id }, data: { role: 'admin' } });
    await linked();
    await end(await issuer.logoutToken(claims({ sub: 'ada' })));
    expect(await signsIn(ada.email)).toBe(200);
    const { id } = await server.make.admin();
    expect(await signsIn(ada.email)).toBe(401);
    // Another who cannot sign in either is none to be left with: ended there as well, or stopped.
    const { prisma } = server.app.db;
    const ended = { userId: id, issuer: 'https://elsewhere.example', subject: 'other', endedAt: new Date() };
    const identity = await prisma.identity.create({ data: ended });
    expect(await signsIn(ada.email)).toBe(200);
    await prisma.identity.delete({ where: { id: identity.id } });
    expect(await signsIn(ada.email)).toBe(401);
    await prisma.user.update({ where: { id }, data: { stoppedAt: new Date() } });
    expect(await signsIn(ada.email)).toBe(200);
  });

  test.each<[string, () => JWTPayload, boolean?]>([
    ['another issuer', () => claims({ sub: 'ada', iss: 'https://elsewhere.example' })],
    ['another audience', () => claims({ sub: 'ada', aud: 'somebody else' })],
    ['an old one', () => claims({ sub: 'ada', iat: Math.floor(Date.now() / 1000) - 3_600 })],
    ['an ID token', () => claims({ sub: 'ada', events: undefined })],
    ['a nonce', () => claims({ sub: 'ada', nonce: 'n' })],
    ['nobody', () => claims()],
    ['another key', () => claims({ sub: 'ada' }), true],
  ])('no session ends through a logout token with %s', async (_, make, foreignKey = false) => {
    await linked();
    const { token } = await arrive({});
    expect((await end(await issuer.logoutToken(make(), { foreignKey }))).status).toBe(400);
    expect(await who(token)).toBe(ada.email);
  });

  test('are processed once per logout token', async () => {
    await linked();
    const logout = await issuer.logoutToken(claims({ sub: 'ada' }));
    expect((await end(logout)).status).toBe(200);
    const { token } = await arrive({});
    expect((await end(logout)).status).toBe(400);
    expect(await who(token)).toBe(ada.email);
  });

  test('follow from signing out here', async () => {
    await linked();
    const { by } = await arrive({});
    const response = await by.ask(`${here()}/logout`);
    expect(response.headers.get('location')).toMatch(new RegExp(`^${issuer.url}/session/end\\?`));
  });

  test('an identity can be unlinked by its owner if another sign-in method remains', async () => {
    const { id } = await linked();
    const { token } = await arrive({});
    const byPassword = await server.signIn(ada);
    const stranger = await server.signIn(await server.make.user());
    expect(await call('unlinkIdentity', { identity: String(id) }, stranger)).toMatchObject({
      fieldErrors: [{ field: 'identity', code: 'IDENTITY_NOT_FOUND' }],
    });
    for (const wrong of [{}, { password: 'not it' }])
      expect(await call('unlinkIdentity', { identity: String(id), ...wrong }, byPassword)).toMatchObject({
        fieldErrors: [{ field: 'password', code: 'WRONG_PASSWORD' }],
      });
    await server.app.db.prisma.user.update({ where: { id: ada.id }, data: { passwordHash: null } });
    expect(await call('unlinkIdentity', { identity: String(id) }, byPassword)).toMatchObject({
      fieldErrors: [{ field: 'identity', code: 'IDENTITY_LAST' }],
    });
    await server.app.db.prisma.user.update({
      where: { id: ada.id },
      data: { passwordHash: quickHash(password) },
    });
    expect((await call('unlinkIdentity', { identity: String(id), password }, byPassword)).__typename).toBe(
      'UnlinkIdentitySuccess',
    );
    expect([await who(token), await who(byPassword)]).toEqual([null, ada.email]);
  });
});

test('a single-use value can be used again only after it would have expired', async () => {
  const { sql } = server.app.db;
  const used = (seconds: number) => consumeOnce(sql, 'a limit', seconds);
  expect([await used(-1), await used(60), await used(60)]).toEqual([true, true, false]);
});
