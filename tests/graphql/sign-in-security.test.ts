import { beforeEach, describe, expect, test } from 'vitest';
import { resetRates, sendPasswordReset } from '../../server/areas/access/identity/password-reset.ts';
import { changeMemberRole } from '../../server/areas/access/organizations/members.ts';
import { inSession } from '../support/actor-in-session.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { attempt } from './mutate.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';
import { mailedLinks, mailsTo } from '../support/sent-mails.ts';

const server = useServer();
const password = 'correct horse';
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
  await server.app.db.prisma.user.updateMany({ data: { passwordHash: quickHash(password) } });
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs in as a browser does. @returns the token, and what it keeps of the device */
async function enter(email: string, given = password, device?: string) {
  const response = await fetch(`${server.url}/auth/sign-in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': firefox,
      ...(device && { cookie: `device=${device}` }),
    },
    body: JSON.stringify({ email, password: given }),
  });
  const { token } = (await response.json()) as { token: string };
  const kept = response.headers
    .getSetCookie()
    .map((cookie) => /^device=([^;]+)/.exec(cookie)?.[1])
    .find(Boolean);
  return { status: response.status, token, device: kept };
}
const call = (field: string, input: object, token?: string, more: { selection?: string } = {}) =>
  attempt(server, field, input, { token, ...more });
const sessionsOf = async (token: string) =>
  (
    await server.graphql(
      '{ viewer { sessions { key current device network createdAt lastSeenAt } } }',
      {},
      token,
    )
  ).data!['viewer'].sessions;
const status = async (token: string) =>
  (await server.graphql('{ viewer { user { id } } }', {}, token)).status;

describe('sessions', () => {
  test('are listed with device, network and last use, only for their user', async () => {
    const { token } = await enter(room.editor.email);
    const { token: other } = await enter(room.editor.email);
    await enter(room.viewer.email);
    const mine = await sessionsOf(token);
    expect(mine).toHaveLength(2);
    expect(mine.filter(({ current }: { current: boolean }) => current)).toEqual([
      expect.objectContaining({ device: 'Firefox · Linux', network: expect.stringMatching(/^(127\.|::)/) }),
    ]);
    expect(await sessionsOf(other)).toHaveLength(2);
    const { apiKey } = await server.make.apiKey(room.project.id);
    expect(await sessionsOf(apiKey)).toBeNull();
  });

  test('end with one click, including their sockets, and sessions of others continue', async () => {
    const { token } = await enter(room.editor.email);
    const { token: lost } = await enter(room.editor.email);
    const socket = await openSocket(server.url, { token: lost });
    await expect.poll(() => socket.messages.some(({ type }) => type === 'connection_ack')).toBe(true);
    const { key } = (await sessionsOf(token)).find(({ current }: { current: boolean }) => !current);
    const stranger = await server.signIn(room.outsider);
    const refused = { __typename: 'ValidationError', fieldErrors: [{ code: 'SESSION_NOT_FOUND' }] };
    expect(await call('endSession', { session: key }, stranger)).toMatchObject(refused);
    expect(await status(lost)).toBe(200);
    expect(await call('endSession', { session: key }, token)).toEqual({ __typename: 'EndSessionSuccess' });
    await expect.poll(() => socket.closed).not.toBeNull();
    expect([await status(lost), await status(token)]).toEqual([401, 200]);
    for (const session of ['none', key])
      expect(await call('endSession', { session }, token)).toMatchObject(refused);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => call('requestPasswordReset', { email });
  /**
   * Runs the job.
   * @returns the secret of the emailed link
   */
  async function linkOf(email: string): Promise<string> {
    await sendPasswordReset(server.app, { email });
    return new URL((await mailedLinks(server.app, email)).at(-1)!).hash.slice(1);
  }
  const jobs = async () =>
    (
      await server.app.db.pool.query<{ data: { email: string } }>(
        `SELECT data FROM pgboss.job WHERE name = 'password-reset'`,
      )
    ).rows.map(({ data }) => data.email);

  test('gets the same response at the same speed, whether or not the account exists', async () => {
    const rounds = 24;
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < rounds; round++)
      for (const kind of ['known', 'unknown'] as const) {
        await server.app.db.prisma.rateLimit.deleteMany();
        const begun = performance.now();
        expect(await ask(kind === 'known' ? room.editor.email : 'nobody@example.com')).toEqual({
          __typename: 'RequestPasswordResetSuccess',
        });
        took[kind].push(performance.now() - begun);
      }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length / 2]!;
    const [known, unknown] = [median(took.known), median(took.unknown)];
    console.log(
      `Asked for a known address ${known.toFixed(1)} ms, for an unknown one ${unknown.toFixed(1)} ms.`,
    );
    // Both do the same statements: what differs is the machine's mood.
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 2);
    expect(new Set(await jobs())).toEqual(new Set([room.editor.email, 'nobody@example.com']));
    expect(await sendPasswordReset(server.app, { email: 'nobody@example.com' })).toBe('skipped');
    expect(await mailsTo(server.app, 'nobody@example.com')).toEqual([]);
  });

  test('is rate limited per email, for any caller', async () => {
    for (const email of [room.editor.email, 'nobody@example.com']) {
      for (let time = 0; time < resetRates.address.burst; time++)
        expect((await ask(email)).__typename).toBe('RequestPasswordResetSuccess');
      expect((await ask(` ${email.toUpperCase()}`)).__typename).toBe('LimitReachedError');
    }
  });

  test('is rate limited per network, for any emails', async () => {
    let asked = 0;
    const from = async (network: string) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
        body: JSON.stringify({
          query: `mutation { requestPasswordReset(input: { email: "nobody${++asked}@example.com" }) { __typename ... on LimitReachedError { retryAfter } } }`,
        }),
      });
      return ((await response.json()) as any).data.requestPasswordReset;
    };
    const begun = performance.now();
    for (let time = 0; time < resetRates.network.burst; time++)
      expect(await from('203.0.113.21')).toEqual({ __typename: 'RequestPasswordResetSuccess' });
    const more = Math.ceil((performance.now() - begun) / resetRates.network.everyMs);
    const last = [];
    for (let time = 0; time <= more; time++) last.push(await from('203.0.113.21'));
    expect(last.at(-1)).toEqual({ __typename: 'LimitReachedError', retryAfter: expect.any(Number) });
    expect(await from('203.0.113.22')).toEqual({ __typename: 'RequestPasswordResetSuccess' });
  });

  test('is replaced through the link, once, and all sessions end', async () => {
    const { token } = await enter(room.editor.email);
    const secret = await linkOf(room.editor.email);
    const next = 'battery staple';
    expect(await call('resetPassword', { secret, newPassword: 'short' })).toMatchObject({
      fieldErrors: [{ field: 'newPassword', code: 'TOO_SHORT' }],
    });
    expect(await call('resetPassword', { secret, newPassword: 'password123' })).toMatchObject({
      fieldErrors: [{ field: 'newPassword', code: 'PASSWORD_COMMON' }],
    });
    const both = await Promise.all([
      call('resetPassword', { secret, newPassword: next }),
      call('resetPassword', { secret, newPassword: next }),
    ]);
    expect(both.map(({ __typename }) => __typename).sort()).toEqual([
      'ResetPasswordSuccess',
      'ValidationError',
    ]);
    expect(await call('resetPassword', { secret, newPassword: 'a third password' })).toMatchObject({
      fieldErrors: [{ field: 'secret', code: 'RESET_LINK_USED' }],
    });
    expect(await status(token)).toBe(401);
    expect([(await enter(room.editor.email)).status, (await enter(room.editor.email, next)).status]).toEqual([
      401, 200,
    ]);
  });

  test('is not replaced through a link that is expired, superseded, from before a change, or invalid', async () => {
    const refused = async (secret: string) =>
      expect(await call('resetPassword', { secret, newPassword: 'battery staple' })).toMatchObject({
        fieldErrors: [{ field: 'secret', code: 'RESET_LINK_USED' }],
      });
    const first = await linkOf(room.editor.email);
    const second = await linkOf(room.editor.email);
    expect(await server.app.db.prisma.passwordReset.count({ where: { secretHash: second } })).toBe(0);
    await refused(first);
    await server.app.db.prisma.passwordReset.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    await refused(second);
    const third = await linkOf(room.editor.email);
    const { token } = await enter(room.editor.email);
    expect(
      await call('changePassword', { oldPassword: password, newPassword: 'battery staple' }, token),
    ).toEqual({ __typename: 'ChangePasswordSuccess' });
    await refused(third);
    await refused('');
    await refused('pr_\0');
  });
});

describe('the security log', () => {
  const promote = async () =>
    changeMemberRole(server.app, await inSession(server.app.db, actorOf(room.maintainer)), {
      organizationId: room.organization.id,
      userId: room.viewer.id,
      role: 'editor',
    });
  const log = async (token: string, organization?: number) =>
    server.graphql(
      `query ($organization: ID) { securityLog(organization: $organization, first: 50) { edges { node { event network device user { email } subject { email } details { name value } } } } }`,
      { organization },
      token,
    );
  const eventsOf = async (token: string, organization?: number) =>
    (await log(token, organization)).data!['securityLog'].edges.map(
      ({ node }: { node: { event: string } }) => node.event,
    );

  test('shows actions in an organization and by its members, only to its maintainers', async () => {
    const maintainer = await server.signIn(room.maintainer);
    expect((await enter(room.editor.email, 'not the password')).status).toBe(401);
    await enter(room.editor.email);
    await enter(room.outsider.email);
    await enter('nobody@example.com', 'x');
    await promote();
    await call('createPartnerToken', { organization: room.organization.id, name: 'Partner' }, maintainer);
    await call('rotateSecurityKey', { project: room.project.id }, maintainer);
    expect(await eventsOf(maintainer, room.organization.id)).toEqual([
      'KEY_REPLACED',
      'KEY_CREATED',
      'ROLE_CHANGED',
      'SIGNED_IN',
      'SIGN_IN_REFUSED',
    ]);
    const admin = await server.signIn(room.admin);
    expect(await eventsOf(admin)).toHaveLength(7);
    for (const other of [room.editor, room.outsider])
      expect((await log(await server.signIn(other), room.organization.id)).errors).toHaveLength(1);
    expect((await log(maintainer)).errors).toHaveLength(1);
    const told = JSON.stringify(await log(admin));
    for (const secret of [password, 'not the password', 'nobody@example.com'])
      expect(told).not.toContain(secret);
  });

  test('cannot be changed, and its entries are kept for a year', async () => {
    // A user without ledger entries can be deleted.
    const { id, email } = await server.make.user({ balance: 0n, passwordHash: quickHash(password) });
    await enter(email);
    const { pool } = server.app.db;
    for (const statement of [
      `UPDATE "SecurityEntry" SET "event" = 'EXPORTED'`,
      `UPDATE "SecurityEntry" SET "userId" = ${room.admin.id}`,
      `UPDATE "SecurityEntry" SET "createdAt" = now() - interval '2 years'`,
      'DELETE FROM "SecurityEntry"',
      'TRUNCATE "SecurityEntry"',
    ])
      await expect(pool.query(statement)).rejects.toThrow('The security log stays as it is.');
    // Of a person who is deleted the entries stay, without the name.
    await server.app.db.prisma.user.delete({ where: { id } });
    expect(
      await server.app.db.prisma.securityEntry.findMany({ select: { event: true, userId: true } }),
    ).toEqual([{ event: 'SIGNED_IN', userId: null }]);
  });

  test('a new device, a new key and a changed role are announced by email', async () => {
    const { device } = await enter(room.editor.email);
    expect(await mailsTo(server.app, room.editor.email)).toEqual([]);
    await enter(room.editor.email, password, device);
    expect(await mailsTo(server.app, room.editor.email)).toEqual([]);
    await enter(room.editor.email);
    expect(await mailsTo(server.app, room.editor.email)).toEqual(['newDevice']);
    const maintainer = await server.signIn(room.maintainer);
    await call('createPartnerToken', { organization: room.organization.id, name: 'Partner' }, maintainer);
    expect(await mailsTo(server.app, room.maintainer.email)).toEqual(['newKey']);
    await promote();
    expect(await mailsTo(server.app, room.viewer.email)).toEqual(['roleChanged']);
  });

  test('managers are notified of a new project key, and a user of a role that ends', async () => {
    const [editor, admin] = [await server.signIn(room.editor), await server.signIn(room.admin)];
    const maintainer = await server.signIn(room.maintainer);
    const project = String(room.project.id);
    const feature = await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: ['security'] },
    });
    expect(feature.features).toEqual(['security']);
    const { apiKey: _, source } = await call('createSource', { project, type: 'API' }, editor, {
      selection: 'apiKey source { databaseId }',
    });
    await call('refreshApiKey', { source: String(source.databaseId) }, editor);
    await call('updateProject', { id: project, paywall: { securityEnabled: true } }, editor);
    await call('rotateSecurityKey', { project }, maintainer);
    await call('updateProject', { id: project, paywall: { securityEnabled: false } }, editor);
    const switched = await server.app.db.prisma.securityEntry.findMany({
      where: { event: 'SIGNED_REQUESTS_REQUIRED', organizationId: room.organization.id },
      orderBy: { id: 'asc' },
    });
    expect(switched.map(({ userId, body }) => [userId, body])).toEqual(
      [true, false].map((required) => [room.editor.id, { required, project: room.project.name }]),
    );
    expect(await mailsTo(server.app, room.maintainer.email)).toEqual(Array(4).fill('newKey'));
    expect(await mailsTo(server.app, room.editor.email)).toEqual([]);
    const links = await mailedLinks(server.app, room.maintainer.email);
    expect(new Set(links.map((link) => new URL(link).pathname))).toEqual(new Set([`/projects/${project}`]));
    const several = { name: 'Evening', organization: room.organization.slug };
    await call('createProject', { ...several, sources: [{ type: 'API' }, { type: 'API' }] }, maintainer);
    expect(await mailsTo(server.app, room.maintainer.email)).toEqual(Array(5).fill('newKey'));

    const role = { project, user: String(room.viewer.id), role: 'STATS' };
    for (const granted of [true, false]) await call('setProjectRole', { ...role, granted }, admin);
    const member = { organization: String(room.organization.id), user: String(room.viewer.id) };
    await call('removeMember', member, maintainer);
    expect(await mailsTo(server.app, room.viewer.email)).toEqual(['roleChanged', 'roleEnded', 'roleEnded']);
  });
});
