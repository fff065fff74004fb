import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { signInRateLimits } from '../../server/areas/access/identity/sign-in-rate-limits.ts';
import { identityMessages } from '../../server/areas/access/identity/messages.ts';
import { recordProof } from '../../server/areas/access/identity/recent-proof.ts';
import { sealedFor } from '../../server/areas/access/identity/second-factor.ts';
import { sealCredentials } from '../../server/areas/projects/webhooks/webhook-credentials.ts';
import { createWebhookSecret } from '../../server/areas/projects/webhooks/webhook-signature.ts';
import { countAgainstRate } from '../../server/kernel/rate-limit.ts';
import type { Newsroom } from '../support/factories.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';
import { rootFields } from '../graphql/calls.ts';

const server = useServer();
const password = 'correct horse battery staple';
let room: Newsroom;
/** Of a maintainer and of an administrator who signed in eleven minutes ago. */
let tokens: { maintainer: string; administrator: string };

const age = (minutes: number) =>
  server.app.db.pool.query(
    `UPDATE "Session" SET "createdAt" = now() - make_interval(mins => $1), "provedAt" = NULL`,
    [minutes],
  );

beforeEach(async () => {
  room = await server.make.newsroom();
  await server.app.db.prisma.user.updateMany({ data: { passwordHash: quickHash(password) } });
  tokens = {
    maintainer: await server.signIn(room.maintainer),
    administrator: await server.signIn(room.admin),
  };
  await age(11);
});

async function mutate(name: string, input: object, token: string, fields = ''): Promise<any> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const { data, errors } = await server.graphql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) {
      __typename ${fields && `... on ${type}Success { ${fields} }`}
      ... on Error { code message ... on ValidationError { fieldErrors { field code } } } } }`,
    { input },
    token,
  );
  expect(errors).toBeUndefined();
  return data![name];
}

/** All that such a mutation could change. */
async function rowsOf(): Promise<unknown[]> {
  const tables = [
    'Organization',
    'User',
    'Member',
    'PartnerToken',
    'Source',
    'Project',
    'ProjectRoleGrant',
    'Mail',
    'WebhookEndpoint',
  ];
  const results = tables.map((table) => server.app.db.pool.query(`SELECT * FROM "${table}" ORDER BY 1, 2`));
  return (await Promise.all(results)).map(({ rows }) => rows);
}

/** What makes credentials, gives rights or shows a secret. */
const guarded: Record<string, { as: keyof typeof tokens; input: () => object }> = {
  createPartnerToken: { as: 'maintainer', input: () => ({ organization: room.organization.id, name: 'P' }) },
  createSource: { as: 'maintainer', input: () => ({ project: room.project.id, type: 'API' }) },
  refreshApiKey: { as: 'maintainer', input: () => ({ source: String(apiSource) }) },
  rotateSecurityKey: { as: 'maintainer', input: () => ({ project: room.project.id }) },
  revealSecurityKey: { as: 'maintainer', input: () => ({ project: room.project.id }) },
  createWebhook: {
    as: 'maintainer',
    input: () => ({ project: room.project.id, url: 'https://example.com/hook', events: ['ARTICLE_READY'] }),
  },
  updateWebhook: {
    as: 'maintainer',
    input: () => ({ id: readableWebhook, url: 'https://example.com/another' }),
  },
  rotateWebhookSecret: { as: 'maintainer', input: () => ({ id: readableWebhook }) },
  changeMemberRole: {
    as: 'maintainer',
    input: () => ({ organization: room.organization.id, user: String(room.editor.id), role: 'MAINTAINER' }),
  },
  inviteMembers: {
    as: 'maintainer',
    input: () => ({ organization: room.organization.id, emails: ['new@example.com'], role: 'EDITOR' }),
  },
  requireSecondFactor: {
    as: 'maintainer',
    input: () => ({ organization: room.organization.id, required: false, graceDays: 0 }),
  },
  changeUserRole: { as: 'administrator', input: () => ({ user: String(room.editor.id), role: 'ADMIN' }) },
  setProjectRole: {
    as: 'administrator',
    input: () => ({ project: room.project.id, user: String(room.editor.id), role: 'STATS', granted: true }),
  },
  resetSecondFactor: { as: 'administrator', input: () => ({ user: String(room.editor.id) }) },
  claimPayments: { as: 'administrator', input: () => ({ isCopy: false }) },
};
let apiSource: number;
let readableWebhook: number;
beforeEach(async () => {
  apiSource = (await server.make.apiKey(room.project.id)).source.id;
  const key = randomUUID();
  const credentials = { url: 'https://example.com/', secret: createWebhookSecret(), previous: null };
  const { id } = await server.app.db.prisma.webhookEndpoint.create({
    data: {
      key,
      projectId: room.project.id,
      kinds: ['article.ready'],
      credentials: sealCredentials(server.app, key, credentials),
    },
  });
  readableWebhook = id;
});

/** What concerns credentials, rights or the account, and why it asks for no recent proof. */
const unguarded: Record<string, string> = {
  ...Object.fromEntries(
    [
      'dismissEmail',
      'retryEmail',
      'sendTestEmail',
      'changePassword',
      'requestEmailChange',
      'confirmSecondFactor',
      'removeSecondFactor',
      'beginPasskey',
      'removePasskey',
      'unlinkIdentity',
      'deleteOwnAccount',
      'confirmIdentity',
    ].map((name) => [name, 'asks for the password each time']),
  ),
  ...Object.fromEntries(
    [
      'confirmEmailChange',
      'resetPassword',
      'linkIdentity',
      'acceptInvitation',
      'declineInvitation',
      'confirmSignUp',
    ].map((name) => [name, 'needs the secret of a mail']),
  ),
  ...Object.fromEntries(
    ['requestPasswordReset', 'requestIdentityLink', 'resendInvitation'].map((name) => [
      name,
      'only sends a mail',
    ]),
  ),
  ...Object.fromEntries(
    ['revokePartnerToken', 'withdrawInvitation', 'removeMember', 'suspendAccount', 'unlinkAmazonAccount'].map(
      (name) => [name, 'only takes something away'],
    ),
  ),
  ...Object.fromEntries(
    ['beginSecondFactor', 'confirmPasskey', 'beginPasskeySignIn', 'signInWithPasskey', 'renamePasskey'].map(
      (name) => [name, 'gives nothing that the step before or after it does not ask for'],
    ),
  ),
  reactivateAccount: 'gives back what the account had',
};

test('every mutation of credentials, rights or accounts requires confirmation, or is listed with a reason', () => {
  const names = rootFields
    .filter(({ operation }) => operation === 'mutation')
    .map(({ field }) => field.name)
    .filter((name) =>
      /role|token|apikey|passkey|secondfactor|password|email|identity|account|securitykey|invit|member|createsource|signup/i.test(
        name,
      ),
    )
    .filter((name) => name !== 'signUp');
  expect(names.filter((name) => !(name in guarded) && !(name in unguarded))).toEqual([]);
  expect(Object.keys(guarded).filter((name) => name in unguarded)).toEqual([]);
});

describe('eleven minutes after signing in', () => {
  test.each(Object.keys(guarded))('%s requires a confirmation, and works after it', async (name) => {
    const { as, input } = guarded[name]!;
    const before = await rowsOf();
    expect(await mutate(name, input(), tokens[as])).toMatchObject({
      __typename: 'ReauthenticationRequiredError',
      code: 'REAUTHENTICATION_REQUIRED',
    });
    expect(await rowsOf()).toEqual(before);
    expect(await mutate('confirmIdentity', { password }, tokens[as])).toMatchObject({
      __typename: 'ConfirmIdentitySuccess',
    });
    expect((await mutate(name, input(), tokens[as])).__typename).toMatch(/Success$/);
  });

  test('callers without permission are refused before the confirmation', async () => {
    const token = await server.signIn(room.viewer);
    await age(11);
    const { as: _, input } = guarded['createPartnerToken']!;
    expect((await mutate('createPartnerToken', input(), token)).__typename).toBe('NotAllowedError');
  });

  test('the key for signed requests is not returned, not over REST either', async () => {
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { securityKey: 'a key' },
    });
    const read = async () => [
      (
        await server.graphql<any>(
          `{ project(id: ${room.project.id}) { securityKey hasSecurityKey } }`,
          {},
          tokens.maintainer,
        )
      ).data!.project,
      (await server.rest('GET', `/api/projects/${room.project.id}`, { token: tokens.maintainer })).body
        .project.securityKey,
    ];
    expect(await read()).toEqual([{ securityKey: null, hasSecurityKey: true }, null]);
    await mutate('confirmIdentity', { password }, tokens.maintainer);
    expect(await read()).toEqual([{ securityKey: 'a key', hasSecurityKey: true }, 'a key']);
  });

  test('keys of many projects take one query of the session', async () => {
    const project = {
      organizationId: room.organization.id,
      ownerId: room.maintainer.id,
      securityKey: 'a key',
    };
    for (let more = 0; more < 5; more++) await server.make.project(project);
    const looks = async () => {
      const statements = await statementsOf(
        async () => void (await server.rest('GET', '/api/projects', { token: tokens.maintainer })),
        { session: true },
      );
      return statements.filter((text) => /coalesce\("provedAt"/.test(text)).length;
    };
    expect(await looks()).toBe(1);
  });

  test('failed attempts elsewhere do not prevent a confirmation in an open session', async () => {
    for (let guess = 0; guess <= signInRateLimits.account.burst; guess++)
      await countAgainstRate(
        server.app,
        signInRateLimits.account,
        room.maintainer.email,
        identityMessages.TOO_MANY_FAILED_SIGN_INS(),
      ).catch(() => {});
    expect((await mutate('confirmIdentity', { password }, tokens.maintainer)).__typename).toBe(
      'ConfirmIdentitySuccess',
    );
  });

  test('REST answers 403 with the message', async () => {
    const path = `/api/sources/${apiSource}/refresh`;
    const { status, body } = await server.rest('POST', path, { token: tokens.maintainer });
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ result: 'fail', message: 'Confirm your identity to continue.' }),
    ]);
  });

  test('a token requires no confirmation, and cannot create tokens', async () => {
    const { token } = await server.make.partnerToken(room.organization.id, {});
    const source = await mutate('createSource', guarded['createSource']!.input(), token);
    expect(source.__typename).toBe('CreateSourceSuccess');
    const stronger = await mutate('createPartnerToken', guarded['createPartnerToken']!.input(), token);
    expect(stronger.__typename).toBe('NotAllowedError');
    expect((await mutate('confirmIdentity', { password }, token)).__typename).toBe('NotAllowedError');
  });

  test('a wrong password, or a confirmation in another session, does not count', async () => {
    const wrong = await mutate('confirmIdentity', { password: 'wrong' }, tokens.maintainer);
    expect(wrong.fieldErrors).toEqual([{ field: 'password', code: 'WRONG_PASSWORD' }]);
    const other = await server.signIn(room.maintainer);
    expect((await mutate('confirmIdentity', { password }, other)).__typename).toBe('ConfirmIdentitySuccess');
    const { input } = guarded['createPartnerToken']!;
    expect((await mutate('createPartnerToken', input(), tokens.maintainer)).__typename).toBe(
      'ReauthenticationRequiredError',
    );
  });

  test('a user with an authenticator app confirms with its code', async () => {
    const secret = new Secret({ size: 20 });
    await server.app.db.prisma.user.update({
      where: { id: room.maintainer.id },
      data: { totpSecret: server.app.dataSealing.seal(secret.base32, sealedFor(room.maintainer.id)) },
    });
    const without = await mutate('confirmIdentity', { password }, tokens.maintainer);
    expect(without.fieldErrors).toEqual([{ field: 'code', code: 'SECOND_FACTOR_NEEDED' }]);
    const code = new TOTP({ secret }).generate();
    expect((await mutate('confirmIdentity', { password, code }, tokens.maintainer)).__typename).toBe(
      'ConfirmIdentitySuccess',
    );
    const proofs = await server.graphql<any>(
      '{ viewer { identityProofs { password code passkey providers { name } } } }',
      {},
      tokens.maintainer,
    );
    expect(proofs.data!.viewer.identityProofs).toEqual({
      password: true,
      code: true,
      passkey: false,
      providers: [],
    });
  });
});

test('a confirmation is not recorded if its session has ended in the meantime', async () => {
  const { app, make } = server;
  const { id: userId } = await make.user();
  const ended = { sessionId: randomUUID(), userId };
  await recordProof(app, app.db.sql, ended, 'password', { remoteAddress: '192.0.2.1' });
  expect(await app.db.prisma.securityEntry.count({ where: { event: 'IDENTITY_CONFIRMED' } })).toBe(0);
});
