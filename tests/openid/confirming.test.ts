import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attempt } from '../graphql/mutate.ts';
import { emptyTables, forwardTo } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { browser, client, startIssuer, type Issuer } from './issuer.ts';

let running: TestServer | undefined;
const server = forwardTo<TestServer>(() => running, 'The server runs only while tests do.');
let issuer: Issuer;
let ada: { id: number };
const here = () => server.app.config.publicUrl;

beforeAll(async () => {
  issuer = await startIssuer();
  const provider = { slug: 'google', name: 'Google', issuer: issuer.url };
  running = await startServer({
    env: {
      OPENID_PROVIDERS: JSON.stringify([{ ...provider, clientId: client.id, clientSecret: client.secret }]),
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
  issuer.forge = null;
  issuer.account = { sub: 'ada', email: 'ada@example.com', email_verified: true };
  ada = await server.make.user({ email: 'ada@example.com', passwordHash: null });
  await server.app.db.prisma.identity.create({
    data: { userId: ada.id, issuer: issuer.url, subject: 'ada' },
  });
});

test('a sign-in at the provider confirms a guarded action in the current session', async () => {
  const by = browser();
  await by.follow(`${here()}/connect/google/`, (url) => url === `${here()}/`);
  const token = by.cookies.get(new URL(here()).host)!.get('jwt');
  const age = () =>
    server.app.db.pool.query(
      `UPDATE "Session" SET "createdAt" = now() - interval '11 minutes', "provedAt" = NULL`,
    );
  const confirmAt = async () =>
    (await by.follow(`${here()}/connect/google/confirm`, (url) => url.includes('/identity-confirmed'))).slice(
      here().length,
    );
  const organization = await server.make.organization();
  const member = { organizationId: organization.id, userId: ada.id, role: 'maintainer' as const };
  await server.app.db.prisma.member.create({ data: { ...member, status: 'active' } });
  const create = async () =>
    (await attempt(server, 'createPartnerToken', { organization: organization.id, name: 'P' }, { token }))
      .__typename;
  await age();
  expect(await create()).toBe('ReauthenticationRequiredError');
  expect(await confirmAt()).toBe('/identity-confirmed');
  expect(issuer.asked).toMatchObject({ prompt: 'login', max_age: '600' });
  expect(await create()).toBe('CreatePartnerTokenSuccess');

  // The provider reports an old sign-in, no sign-in time, or another user.
  await age();
  issuer.forge = (claims) => ({ claims: { ...claims, auth_time: claims.iat! - 660 } });
  expect(await confirmAt()).toBe('/identity-confirmed?refused=OPENID_REFUSED');
  issuer.forge = (claims) => ({ claims: { ...claims, auth_time: undefined } });
  expect(await confirmAt()).toMatch('/identity-confirmed?refused=');
  issuer.forge = (claims) => ({ claims: { ...claims, sub: 'somebody else' } });
  expect(await confirmAt()).toMatch('/identity-confirmed?refused=');
  expect(await create()).toBe('ReauthenticationRequiredError');
  // Without a session there is no identity to confirm.
  const refused = await server.rest('GET', '/connect/google/confirm');
  expect(refused.headers.get('location')).toMatch(/^\/identity-confirmed\?refused=/);
});
