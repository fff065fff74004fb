import { expect, test } from 'vitest';
import { accessTokenOf, linkedAmazonAccount } from '../../server/areas/projects/amazon/linked-account.ts';
import type { Newsroom } from '../support/factories.ts';
import { actorOf } from '../support/factories.ts';
import { startServer, useServer } from '../support/server.ts';
import { useAmazon } from './amazon-server.ts';

const { amazon, env } = useAmazon();
const server = useServer({ env });

interface Page {
  status: number;
  location: string | null;
  text: string;
  /** Of the linking; undefined when the answer sets none. */
  cookie: string | undefined;
}

async function get(
  path: string,
  { token, cookie, base = server.url }: { token?: string; cookie?: string | undefined; base?: string } = {},
): Promise<Page> {
  const cookies = [token && `jwt=${token}`, cookie && `amazon-linking=${cookie}`].filter(Boolean).join('; ');
  const response = await fetch(new URL(path, base), {
    redirect: 'manual',
    headers: { ...(cookies && { cookie: cookies }) },
  });
  const set = response.headers.getSetCookie().find((line) => line.startsWith('amazon-linking='));
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
    cookie: set?.split(';')[0]!.slice('amazon-linking='.length),
  };
}

/** Goes all the way to Amazon, and to the address that it sends back to. */
async function goToAmazon(token: string, projectId: number, returnTo = `/projects/${projectId}/channel/3`) {
  const begun = await get(`/connect/amazon?project=${projectId}&return=${encodeURIComponent(returnTo)}`, {
    token,
  });
  expect(begun).toMatchObject({ status: 303, cookie: expect.stringMatching(/^.{100,}$/) });
  const back = amazon.consent(begun.location!);
  return { begun, back, path: back.pathname + back.search };
}

async function link(room: Newsroom): Promise<void> {
  const token = await server.signIn(room.maintainer);
  const { begun, path } = await goToAmazon(token, room.project.id);
  expect(await get(path, { token, cookie: begun.cookie })).toMatchObject({
    status: 303,
    location: `/projects/${room.project.id}/channel/3`,
    cookie: '',
  });
}

const linkedIn = (room: Newsroom) => linkedAmazonAccount(server.app, actorOf(room.viewer), room.project.id);

test('consent at Amazon links the organization’s account, and encrypts its tokens in the database', async () => {
  const room = await server.make.newsroom();
  expect(await linkedIn(room)).toBeNull();
  await link(room);
  expect(await linkedIn(room)).toMatchObject({ name: 'Ada Developer', state: 'linked' });
  const row = await server.app.db.prisma.amazonAccount.findFirstOrThrow();
  expect(row).toMatchObject({
    organizationId: room.organization.id,
    vendorId: 'M2VENDOR',
    linkedBy: room.maintainer.id,
  });
  expect(JSON.stringify(row)).not.toMatch(/Atz[ar]/);
  const access = await accessTokenOf(server.app, room.organization.id);
  expect(access).toMatch(/^Atza\|/);
  expect(JSON.stringify(row)).not.toContain(access);
  // Another project of the organization has it, too.
  const other = await server.make.project({
    organizationId: room.organization.id,
    ownerId: room.maintainer.id,
  });
  expect(await linkedAmazonAccount(server.app, actorOf(room.viewer), other.id)).toMatchObject({
    name: 'Ada Developer',
  });
});

test('linking again replaces the previous account', async () => {
  const room = await server.make.newsroom();
  await link(room);
  amazon.profile = { user_id: 'amzn1.account.GRACE', email: 'grace@example.com' };
  await link(room);
  expect(await linkedIn(room)).toMatchObject({ name: 'grace@example.com' });
  expect(await server.app.db.prisma.amazonAccount.count()).toBe(1);
});

test('a redirect from Amazon with another state, cookie, session, code or verifier, or a second use, is refused', async () => {
  const room = await server.make.newsroom();
  const token = await server.signIn(room.maintainer);
  const { begun, back, path } = await goToAmazon(token, room.project.id);
  const changed = (name: string, value: string): string => {
    const url = new URL(back);
    url.searchParams.set(name, value);
    return url.pathname + url.search;
  };
  const otherBegun = await goToAmazon(token, room.project.id);
  const refusals = {
    'another state': await get(changed('state', 'x'.repeat(32)), { token, cookie: begun.cookie }),
    'no cookie': await get(path, { token }),
    'the cookie of another linking': await get(path, { token, cookie: otherBegun.begun.cookie }),
    'a changed cookie': await get(path, { token, cookie: `${begun.cookie!.slice(0, -2)}AA` }),
    'another session of the same person': await get(path, {
      token: await server.signIn(room.maintainer),
      cookie: begun.cookie,
    }),
    'somebody else': await get(path, { token: await server.signIn(room.editor), cookie: begun.cookie }),
    'another code': await get(changed('code', 'ANother'), { token, cookie: begun.cookie }),
    // The right state, but the code of a consent with another challenge.
    'another verifier': await get(changed('code', otherBegun.back.searchParams.get('code')!), {
      token,
      cookie: begun.cookie,
    }),
  };
  for (const [what, { status, location }] of Object.entries(refusals)) {
    expect(status, what).toBeGreaterThanOrEqual(400);
    expect(location, what).toBeNull();
  }
  expect(await get(path, { cookie: begun.cookie })).toMatchObject({ status: 401 });
  expect(await linkedIn(room)).toBeNull();
  expect(await get(path, { token, cookie: begun.cookie })).toMatchObject({ status: 303 });
  expect((await get(path, { token, cookie: begun.cookie })).text).toContain('invalid grant');
});

test('linking has to restart after ten minutes at Amazon', async () => {
  const room = await server.make.newsroom();
  const token = await server.signIn(room.maintainer);
  const { path } = await goToAmazon(token, room.project.id);
  const sessionId = String(server.app.tokens.read(token)!['sid']);
  const known = {
    projectId: room.project.id,
    state: new URL(path, server.url).searchParams.get('state'),
    verifier: 'v',
    returnTo: '/projects/1',
  };
  const kept = (endsAt: number) =>
    server.app.sealing.seal(JSON.stringify({ ...known, endsAt }), `amazon linking in session ${sessionId}`);
  expect((await get(path, { token, cookie: kept(Date.now() - 1) })).text).toContain('belong to your request');
  expect((await get(path, { token, cookie: kept(Date.now() + 60_000) })).text).toContain('invalid grant');
});

test('linking reports missing consent, developer account or server credentials', async () => {
  const room = await server.make.newsroom();
  const token = await server.signIn(room.maintainer);
  const { begun } = await goToAmazon(token, room.project.id);
  const denied = amazon.consent(begun.location!, { deny: true });
  expect((await get(denied.pathname + denied.search, { token, cookie: begun.cookie })).text).toContain(
    'access was denied at Amazon',
  );
  amazon.vendors = [];
  const second = await goToAmazon(token, room.project.id);
  expect((await get(second.path, { token, cookie: second.begun.cookie })).text).toContain(
    'has no Alexa developer account yet',
  );
  expect(await linkedIn(room)).toBeNull();

  const bare = await startServer({ env: { JWT_SECRET: env['JWT_SECRET']! } });
  try {
    const other = await bare.make.newsroom();
    const page = await get(`/connect/amazon?project=${other.project.id}`, {
      token: await bare.signIn(other.maintainer),
      base: bare.url,
    });
    expect(page).toMatchObject({ status: 503, text: expect.stringContaining('LWA_CLIENT_ID') });
    const { data } = await bare.graphql(
      `{ project(id: ${other.project.id}) { amazonLinkingAvailable } }`,
      {},
      await bare.signIn(other.viewer),
    );
    expect(data!['project']).toEqual({ amazonLinkingAvailable: false });
  } finally {
    await bare.close();
  }
});

test('only members who may change settings can link and unlink, and only with the feature', async () => {
  const room = await server.make.newsroom();
  const path = `/connect/amazon?project=${room.project.id}`;
  const guest = await server.make.member((await server.make.organization()).id, 'editor');
  await server.make.grant(room.project.id, guest.id, 'maintainer');
  const outcomes: [string, number, string | undefined][] = [
    ['editor', 303, await server.signIn(room.editor)],
    ['viewer', 403, await server.signIn(room.viewer)],
    ['maintainer of the project alone, editor elsewhere', 403, await server.signIn(guest)],
    ['outsider', 404, await server.signIn(room.outsider)],
    ['nobody', 401, undefined],
  ];
  for (const [who, status, token] of outcomes)
    expect((await get(path, { ...(token && { token }) })).status, who).toBe(status);
  await server.app.db.prisma.organization.update({
    where: { id: room.organization.id },
    data: { features: [] },
  });
  expect((await get(path, { token: await server.signIn(room.editor) })).status).toBe(403);
});

test('without a project in the URL, a user with one project continues with it, and others choose', async () => {
  const room = await server.make.newsroom();
  const token = await server.signIn(room.maintainer);
  expect((await get('/connect/amazon', { token })).location).toContain('/ap/oa?');
  await server.make.project({
    name: 'A & <b>B</b>',
    organizationId: room.organization.id,
    ownerId: room.maintainer.id,
  });
  const page = await get('/connect/amazon', { token });
  expect(page.status).toBe(200);
  expect(page.text).toContain(`<a href="/connect/amazon?project=${room.project.id}">`);
  expect(page.text).toContain('A &amp; &lt;b&gt;B&lt;/b&gt;');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/projects/../\\evil',
  '/logout',
  '/projects/1\nx',
])('linking never redirects to %j', async (returnTo) => {
  const room = await server.make.newsroom();
  const token = await server.signIn(room.maintainer);
  const { begun, path } = await goToAmazon(token, room.project.id, returnTo);
  expect((await get(path, { token, cookie: begun.cookie })).location).toBe(`/projects/${room.project.id}`);
});

test('an expiring access token is refreshed, with a rotated refresh token, and by two processes at once', async () => {
  const room = await server.make.newsroom();
  await link(room);
  const end = () =>
    server.app.db.prisma.amazonAccount.updateMany({ data: { accessEndsAt: new Date(Date.now() + 30_000) } });
  const before = await accessTokenOf(server.app, room.organization.id);
  expect(await accessTokenOf(server.app, room.organization.id)).toBe(before);
  await end();
  const [one, other] = await Promise.all([
    accessTokenOf(server.app, room.organization.id),
    accessTokenOf(server.app, room.organization.id),
  ]);
  expect([one, other]).not.toContain(before);
  amazon.rotateRefreshTokens = true;
  for (let times = 0; times < 3; times++) {
    await end();
    await accessTokenOf(server.app, room.organization.id);
  }
  const tokens = amazon.requests.flatMap(
    ({ body }) => (body as { refresh_token?: string } | null)?.refresh_token ?? [],
  );
  expect(new Set(tokens.slice(-3)).size).toBe(3);
  expect(await linkedIn(room)).toMatchObject({ state: 'linked' });
});

test('a link that was revoked at Amazon is reported, and can be created again', async () => {
  const room = await server.make.newsroom();
  await link(room);
  amazon.withdraw();
  const access = await accessTokenOf(server.app, room.organization.id);
  const renewed = accessTokenOf(server.app, room.organization.id, access);
  await expect(renewed).rejects.toMatchObject({
    problem: 'unlinked',
    said: expect.stringContaining('invalid grant'),
  });
  expect(await linkedIn(room)).toMatchObject({ state: 'revoked' });
  const asked = amazon.requests.length;
  await expect(accessTokenOf(server.app, room.organization.id)).rejects.toMatchObject({
    problem: 'unlinked',
  });
  expect(amazon.requests.length).toBe(asked);
  await link(room);
  expect(await linkedIn(room)).toMatchObject({ state: 'linked' });
});

test('an outage at Amazon during a refresh does not revoke the link', async () => {
  const room = await server.make.newsroom();
  await link(room);
  await server.app.db.prisma.amazonAccount.updateMany({ data: { accessEndsAt: new Date() } });
  amazon.faults = [{ path: /token/, times: 1, status: 503, body: { error: 'server_error' } }];
  await expect(accessTokenOf(server.app, room.organization.id)).rejects.toMatchObject({
    problem: 'unavailable',
  });
  amazon.faults = [
    { path: /token/, times: 1, status: 429, headers: { 'retry-after': '3' }, body: { error: 'slow_down' } },
  ];
  await expect(accessTokenOf(server.app, room.organization.id)).rejects.toMatchObject({
    problem: 'throttled',
    retryAfterMs: 3000,
  });
  expect(await linkedIn(room)).toMatchObject({ state: 'linked' });
  expect(await accessTokenOf(server.app, room.organization.id)).toMatch(/^Atza/);
});

test('tokens that cannot be decrypted count as revoked', async () => {
  const room = await server.make.newsroom();
  await link(room);
  await server.app.db.prisma.amazonAccount.updateMany({
    data: { refreshToken: 'A'.repeat(80), accessToken: 'A'.repeat(80) },
  });
  expect(await linkedIn(room)).toMatchObject({ state: 'revoked' });
  await expect(accessTokenOf(server.app, room.organization.id)).rejects.toMatchObject({
    problem: 'unlinked',
  });
});

test('unlinking deletes the tokens', async () => {
  const room = await server.make.newsroom();
  await link(room);
  const document = `mutation { unlinkAmazonAccount(input: { project: "${room.project.id}" }) {
    __typename ... on UnlinkAmazonAccountSuccess { project { amazonAccount { name } } } } }`;
  const viewer = await server.graphql(document, {}, await server.signIn(room.viewer));
  expect(viewer.data!['unlinkAmazonAccount']).toEqual({ __typename: 'NotAllowedError' });
  const { data } = await server.graphql(document, {}, await server.signIn(room.editor));
  expect(data!['unlinkAmazonAccount']).toEqual({
    __typename: 'UnlinkAmazonAccountSuccess',
    project: { amazonAccount: null },
  });
  expect(await server.app.db.prisma.amazonAccount.count()).toBe(0);
});
