import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../../server/areas/access/identity/identity.ts';
import type { Newsroom } from '../support/factories.ts';
import { linkIn, startMailServer } from '../support/mail-server.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';

const post = await startMailServer();
const server = useServer({ worker: true, env: { SMTP_URL: post.url } });
afterAll(() => post.close());
let room: Newsroom;
let maintainer: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  maintainer = await server.signIn(room.maintainer);
});

let count = 0;
const newAddress = () => `invited${++count}@example.com`;
const secretIn = async (email: string) =>
  linkIn(await post.next(email), '/invitation#')
    .split('#')[1]!
    .replace(/[^\w-]+$/, '');

async function mutate(field: string, input: object, token?: string): Promise<any> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const { data, errors } = await server.graphql(
    `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename ... on Error { message ... on ValidationError { fieldErrors { field message } } } } }`,
    { input },
    token,
  );
  expect(errors).toBeUndefined();
  return data![field];
}
const invite = (emails: string[], role: string | null = 'EDITOR', token = maintainer) =>
  mutate('inviteMembers', { organization: String(room.organization.id), emails, role }, token);
const read = async (secret: string, token?: string) =>
  (
    await server.graphql(
      'query ($secret: String!) { invitation(secret: $secret) { organizationName email isNew isExpired } }',
      { secret },
      token,
    )
  ).data!['invitation'];
const memberOf = (email: string) =>
  server.app.db.prisma.member.findFirst({ where: { organizationId: room.organization.id, user: { email } } });
const somebodyNew = { name: 'Ada New', password: 'correct horse battery' };

describe('an invitation', () => {
  test('works once for a new user, who sets a password', async () => {
    const email = newAddress();
    expect(await invite([` ${email.toUpperCase()} `])).toMatchObject({ __typename: 'InviteMembersSuccess' });
    const secret = await secretIn(email);
    const kept = JSON.stringify([await memberOf(email), await server.app.db.prisma.mail.findMany()]);
    expect(kept).not.toContain(secret);
    expect(await read(secret)).toEqual({
      organizationName: room.organization.name,
      email,
      isNew: true,
      isExpired: false,
    });
    expect(await mutate('acceptInvitation', { secret, name: ' ', password: 'short' })).toMatchObject({
      fieldErrors: [
        { field: 'name', message: 'Required' },
        { field: 'password', message: 'Enter at least 10 characters.' },
      ],
    });
    expect(await mutate('acceptInvitation', { secret, ...somebodyNew })).toMatchObject({
      __typename: 'AcceptInvitationSuccess',
    });
    expect(await memberOf(email)).toMatchObject({ status: 'active', role: 'editor', inviteHash: null });
    const { user } = await signIn(server.app, { email, password: somebodyNew.password, remoteAddress: '' });
    expect(user.fullname).toBe('Ada New');
    expect(await mutate('acceptInvitation', { secret, ...somebodyNew })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await read(secret)).toBeNull();
  });

  test('can be accepted only by the invited user', async () => {
    const other = await server.make.user({ passwordHash: 'set' });
    await invite([other.email]);
    const secret = await secretIn(other.email);
    expect(await mutate('acceptInvitation', { secret, ...somebodyNew })).toMatchObject({
      __typename: 'NotSignedInError',
    });
    expect(await mutate('acceptInvitation', { secret }, await server.signIn(room.outsider))).toMatchObject({
      __typename: 'NotAllowedError',
      message: `This invitation is for ${other.email}.`,
    });
    expect(await mutate('acceptInvitation', { secret }, await server.signIn(other))).toMatchObject({
      __typename: 'AcceptInvitationSuccess',
    });
  });

  test('refuses common passwords', async () => {
    const email = newAddress();
    await invite([email]);
    const input = { secret: await secretIn(email), ...somebodyNew, password: 'password123' };
    expect(await mutate('acceptInvitation', input)).toMatchObject({
      fieldErrors: [{ field: 'password', message: 'This password is too common. Choose another one.' }],
    });
    expect((await memberOf(email))!.status).toBe('invited');
  });

  test('is invalidated by a newer one, and expires after a week', async () => {
    const email = newAddress();
    await invite([email]);
    const first = await secretIn(email);
    const { userId } = (await memberOf(email))!;
    const key = { organization: String(room.organization.id), user: String(userId) };
    expect(await mutate('resendInvitation', key, maintainer)).toMatchObject({
      __typename: 'ResendInvitationSuccess',
    });
    const second = await secretIn(email);
    expect(await read(first)).toBeNull();
    const { inviteExpiresAt } = (await memberOf(email))!;
    expect(inviteExpiresAt!.getTime() - Date.now()).toBeCloseTo(7 * 86_400_000, -5);
    await server.app.db.prisma.member.updateMany({
      where: { userId },
      data: { inviteExpiresAt: new Date(Date.now() - 1) },
    });
    expect(await read(second)).toMatchObject({ isExpired: true });
    expect(await mutate('acceptInvitation', { secret: second, ...somebodyNew })).toMatchObject({
      __typename: 'NotFoundError',
    });
  });

  test('can be accepted in the dashboard, too', async () => {
    const [accepting, declining] = [await server.make.user(), await server.make.user()];
    await invite([accepting.email, declining.email], 'VIEWER');
    const organization = String(room.organization.id);
    const token = await server.signIn(accepting);
    const { data } = await server.graphql('{ viewer { invitations { organizationId } } }', {}, token);
    expect(data!['viewer'].invitations).toEqual([{ organizationId: organization }]);
    await mutate('acceptInvitation', { organization }, token);
    await mutate('declineInvitation', { organization }, await server.signIn(declining));
    expect(await memberOf(accepting.email)).toMatchObject({ status: 'active', role: 'viewer' });
    expect(await memberOf(declining.email)).toBeNull();
  });

  test('reports missing or invalid input, and then invites no one', async () => {
    const email = newAddress();
    expect(await invite([' '], null)).toMatchObject({
      fieldErrors: [
        { field: 'email', message: 'Required' },
        { field: 'role', message: 'Required' },
      ],
    });
    expect(await invite([email, 'nonsense'])).toMatchObject({
      fieldErrors: [{ field: 'email', message: 'These aren’t email addresses: nonsense' }],
    });
    expect(await invite([email, room.editor.email])).toMatchObject({
      fieldErrors: [{ field: 'email', message: `Already members: ${room.editor.email}` }],
    });
    expect(await memberOf(email)).toBeNull();
    const active = { organization: String(room.organization.id), user: String(room.editor.id) };
    expect(await mutate('resendInvitation', active, maintainer)).toMatchObject({
      fieldErrors: [{ field: 'user', message: 'This person is already a member.' }],
    });
  });

  test('is limited to five per address and period', async () => {
    const email = newAddress();
    for (let time = 0; time < 5; time++)
      expect(await invite([email])).toMatchObject({ __typename: 'InviteMembersSuccess' });
    expect(await invite([email])).toMatchObject({ __typename: 'LimitReachedError' });
  });

  test('that is undeliverable is marked at the member', async () => {
    post.behave('refuse recipient');
    const email = newAddress();
    await invite([email]);
    const trouble = async () =>
      (
        await server.graphql(
          `{ organization(id: ${room.organization.id}) { members { user { email } invitationNotices { code } } } }`,
          {},
          maintainer,
        )
      ).data!['organization'].members.find(({ user }: any) => user.email === email).invitationNotices;
    await expect.poll(trouble).toEqual([{ code: 'MAIL_RECIPIENT_REFUSED' }]);
    post.behave('take');
    // One to another organization that arrives says nothing of this one.
    const other = await server.make.organization();
    const theirs = await server.signIn(await server.make.member(other.id, 'maintainer'));
    const elsewhere = { organization: String(other.id), emails: [email], role: 'VIEWER' };
    await mutate('inviteMembers', elsewhere, theirs);
    await post.next(email);
    expect(await trouble()).toEqual([{ code: 'MAIL_RECIPIENT_REFUSED' }]);
  });

  test('is not sent to people who unsubscribed, which the member’s entry shows', async () => {
    const email = newAddress();
    await invite([email]);
    const header = (await post.next(email)).headerLines.find(({ key }) => key === 'list-unsubscribe')!.line;
    const address = /<(.+)>/.exec(header)![1]!.replace(/^https?:\/\/[^/]+/, server.url);
    // Following the link changes nothing and leads to a confirmation page.
    const page = await fetch(address, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/no-more-mails#.{20,}/),
    ]);
    expect(await server.app.db.prisma.mailRefusal.count()).toBe(0);
    expect((await fetch(`${address.slice(0, -4)}AAAA`, { method: 'POST' })).status).toBe(404);
    for (let time = 0; time < 2; time++)
      expect(
        (
          await fetch(address, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'List-Unsubscribe=One-Click',
          })
        ).status,
      ).toBe(200);
    await invite([email]);
    const notices = async () =>
      (
        await server.graphql(
          `{ organization(id: ${room.organization.id}) { members { user { email } invitationNotices { code } } } }`,
          {},
          maintainer,
        )
      ).data!['organization'].members.find(({ user }: any) => user.email === email).invitationNotices;
    await expect.poll(notices).toEqual([{ code: 'MAIL_NOT_WANTED' }]);
    // Links for signing in and account security are sent anyway: the recipient requested them.
    await server.graphql(
      `mutation { requestPasswordReset(input: { email: "${room.editor.email}" }) { __typename } }`,
    );
    const needed = await post.next(room.editor.email);
    expect(needed.headerLines.some(({ key }) => key === 'list-unsubscribe')).toBe(false);
  });

  test('that is revoked no longer works, and is not sent if still queued', async () => {
    const email = newAddress();
    await invite([email]);
    const secret = await secretIn(email);
    const { userId } = (await memberOf(email))!;
    const input = { organization: String(room.organization.id), user: String(userId) };
    expect(await mutate('withdrawInvitation', input, await server.signIn(room.editor))).toMatchObject({
      __typename: 'NotAllowedError',
    });
    expect(await mutate('withdrawInvitation', input, maintainer)).toMatchObject({
      __typename: 'WithdrawInvitationSuccess',
    });
    expect([await memberOf(email), await read(secret)]).toEqual([null, null]);
    expect(await mutate('acceptInvitation', { secret, ...somebodyNew })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await mutate('withdrawInvitation', input, maintainer)).toMatchObject({
      __typename: 'NotFoundError',
    });
    const active = { ...input, user: String(room.viewer.id) };
    expect(await mutate('withdrawInvitation', active, maintainer)).toMatchObject({
      fieldErrors: [{ field: 'user', message: 'This person is already a member.' }],
    });
    // A mail that waits for another attempt.
    post.behave('put off');
    const slow = newAddress();
    await invite([slow]);
    const waits = () =>
      server.app.db.prisma.mail.count({ where: { recipient: slow, state: 'queued', attempts: 1 } });
    await expect.poll(waits).toBe(1);
    const { userId: user } = (await memberOf(slow))!;
    await mutate('withdrawInvitation', { ...input, user: String(user) }, maintainer);
    expect(await waits()).toBe(0);
    post.behave('take');
  });
});

test('a bounced email to a member is shown to maintainers, until another one arrives', async () => {
  const notices = async (token = maintainer) =>
    (
      await server.graphql(
        `{ organization(id: ${room.organization.id}) { members { user { email } emailNotices { code } } } }`,
        {},
        token,
      )
    ).data!['organization'].members.find(({ user }: any) => user.email === room.editor.email).emailNotices;
  const tell = (role: string) =>
    mutate(
      'changeMemberRole',
      { organization: String(room.organization.id), user: String(room.editor.id), role },
      maintainer,
    );
  post.behave('refuse recipient');
  await tell('VIEWER');
  await expect.poll(() => notices()).toEqual([{ code: 'MAIL_RECIPIENT_REFUSED' }]);
  expect(await notices(await server.signIn(room.viewer))).toBeNull();
  post.behave('take');
  await tell('EDITOR');
  await post.next(room.editor.email);
  await expect.poll(() => notices()).toBeNull();
});

test('changes of role or password are announced by email, in the recipient’s language', async () => {
  const { id, email } = room.editor;
  const { prisma } = server.app.db;
  const passwordHash = quickHash('correct horse');
  await prisma.user.update({ where: { id }, data: { language: 'de', passwordHash } });
  const organization = String(room.organization.id);
  await mutate('changeMemberRole', { organization, user: String(id), role: 'VIEWER' }, maintainer);
  const told = await post.next(email);
  expect(told.subject).toBe('Ihre Rolle wurde geändert');
  expect(told.text).toContain('Betrachter');
  expect(told.text).not.toContain('viewer');
  const change = { oldPassword: 'correct horse', newPassword: 'battery staple' };
  expect(await mutate('changePassword', change, await server.signIn(room.editor))).toMatchObject({
    __typename: 'ChangePasswordSuccess',
  });
  const { subject, text } = await post.next(email);
  expect(subject).toBe('Ihr Passwort wurde geändert');
  expect(text).toContain('/forgotten-password');
});

test('members are invited, changed and removed over REST, with errors', async () => {
  const { slug, id } = room.organization;
  const rest = (method: string, path: string, body?: unknown, token = maintainer) =>
    server
      .rest(method, `/api/organizations/${path}`, { token, body })
      .then(({ status, body: answer }) => ({ status, body: answer }));
  const failed = (field: string, message: string) => ({
    status: 200,
    body: { result: 'fail', message, errors: { [`[${field}]`]: [message] } },
  });
  const ok = { status: 200, body: { result: 'ok' } };
  const email = newAddress();
  expect(await rest('POST', `${slug}/invite`, { email, role: '' })).toEqual(failed('role', 'Required'));
  expect(await rest('POST', `${slug}/invite`, { email: ' ', role: 'editor' })).toEqual(
    failed('email', 'Required'),
  );
  expect((await rest('POST', `${slug}/invite`, { email: 'none', role: 'editor' })).body).toMatchObject({
    result: 'fail',
    errors: { '[email]': [expect.any(String)] },
  });
  expect((await rest('POST', `${slug}/invite`, { email: room.viewer.email, role: 'editor' })).body).toEqual(
    expect.objectContaining({ result: 'fail' }),
  );
  expect(await rest('POST', `${slug}/invite`, { email, role: 'editor' })).toEqual(ok);
  const first = await secretIn(email);
  const { userId } = (await memberOf(email))!;
  expect(await rest('POST', `${slug}/invite/${userId}`)).toEqual(ok);
  expect([await read(first), (await read(await secretIn(email)))?.email]).toEqual([null, email]);
  const active = 'This person is already a member.';
  expect(await rest('POST', `${slug}/invite/${room.viewer.id}`)).toEqual(failed('user', active));
  expect((await rest('DELETE', `${slug}/exclude/${userId}`)).body).toMatchObject({ result: 'fail' });

  expect(await rest('POST', `${slug}/update/${room.viewer.id}`, { role: '' })).toEqual(
    failed('role', 'Required'),
  );
  expect(await rest('POST', `${slug}/update/${room.viewer.id}`, { role: 'editor' })).toEqual(ok);
  for (const [method, path] of [
    ['POST', `${slug}/update/${room.maintainer.id}`],
    ['DELETE', `${slug}/exclude/${room.maintainer.id}`],
  ] as const)
    expect((await rest(method, path, { role: 'viewer' })).body).toMatchObject({
      result: 'fail',
      errors: { '[user]': [expect.any(String)] },
    });
  for (const nobody of ['0', '999999999', 'x'])
    expect(await rest('POST', `${slug}/update/${nobody}`, { role: 'editor' })).toMatchObject({ status: 404 });
  const editor = await server.signIn(room.editor);
  const stranger = await server.signIn(room.outsider);
  for (const [method, path, body] of [
    ['POST', `${slug}/invite`, { email: newAddress(), role: 'editor' }],
    ['POST', `${slug}/invite/${userId}`, {}],
    ['POST', `${slug}/update/${room.viewer.id}`, { role: 'viewer' }],
    ['DELETE', `${slug}/exclude/${room.viewer.id}`, undefined],
  ] as const) {
    expect([path, (await rest(method, path, body, editor)).status]).toEqual([path, 403]);
    expect([path, (await rest(method, path, body, stranger)).status]).toEqual([path, 404]);
  }
  expect(await rest('DELETE', `${id}/exclude/${room.viewer.id}`)).toEqual(ok);
  expect(await rest('DELETE', `${slug}/exclude/${room.viewer.id}`)).toMatchObject({ status: 404 });
});

test('organizations are created, renamed and verified over REST, with errors', async () => {
  const admin = await server.signIn(room.admin);
  const rest = (method: string, path: string, body: unknown, token = maintainer) =>
    server.rest(method, path, { token, body }).then(({ status, body: answer }) => ({ status, body: answer }));
  const made = await rest('POST', '/api/organizations', { name: '  Émile & Söhne  ' });
  expect(made.body).toMatchObject({
    result: 'ok',
    organization: { slug: 'emile-sohne', name: 'Émile & Söhne' },
  });
  expect((await rest('POST', '/api/organizations', { name: 'Emile Sohne' })).body.organization.slug).toMatch(
    /^emile-sohne-[0-9a-f]{6}$/,
  );
  const required = {
    status: 200,
    body: { result: 'fail', message: 'Required', errors: { '[name]': ['Required'] } },
  };
  expect(await rest('POST', '/api/organizations', { name: ' ' })).toEqual(required);
  expect(await rest('POST', '/api/organizations/emile-sohne/update', { name: '' })).toEqual(required);
  expect((await rest('POST', '/api/organizations/emile-sohne/update', { name: 'Émile' })).body).toEqual({
    result: 'ok',
  });
  expect(await rest('GET', '/api/organizations/nowhere', undefined)).toMatchObject({ status: 404 });
  const verified = { name: 'Verlag', address: 'Street 1', vat: 'de 136.695.976', verified: true };
  expect(await rest('POST', '/api/admin/organizations', verified)).toMatchObject({ status: 403 });
  const wrong = await rest('POST', '/api/admin/organizations', { ...verified, vat: 'DE1' }, admin);
  expect(wrong.body.errors).toEqual({ '[vat]': ['Enter a VAT number, such as DE123456789.'] });
  const { slug } = (await rest('POST', '/api/admin/organizations', verified, admin)).body.organization;
  const { organization } = (await rest('GET', `/api/organizations/${slug}`, undefined, admin)).body;
  expect(organization).toMatchObject({
    id: 'verlag',
    vat: 'DE136695976',
    address: 'Street 1',
    verified: true,
  });
  expect(organization._id).toEqual(expect.any(Number));
});
