import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { resetAdministratorPassword } from '../../server/areas/access/identity/passwords.ts';
import { attempt } from './mutate.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';
import { SoftwarePasskey, type PasskeyForgery } from '../support/software-passkey.ts';

const server = useServer();
const password = 'correct horse';
let user: { id: number; email: string };
let token: string;
beforeEach(async () => {
  user = await server.make.user({ email: 'ada@example.com', passwordHash: quickHash(password) });
  token = await server.signIn(user);
});

const device = () => new SoftwarePasskey(new URL(server.app.config.publicUrl).origin);
const call = (field: string, input: object | null, token?: string, selection?: string) =>
  attempt(server, field, input, { token, ...(selection && { selection }) });
const challenge = 'challenge { options setup }';
const passkeyRefused = (code: string) => ({ fieldErrors: [{ field: 'passkey', code }] });

/** Sets a passkey up. @returns the device, and what the server answered */
async function setUp(as = token, forged: PasskeyForgery = {}, key = device()) {
  const begun = await call('beginPasskey', { password }, as, challenge);
  const { options, setup } = begun.challenge;
  const credential = key.create(options, forged);
  const input = { setup, credential, name: 'Phone' };
  return { key, input, made: await call('confirmPasskey', input, as, 'recoveryCodes passkeys { key name }') };
}
/** Returns the challenge of a sign-in. */
async function asked(): Promise<{ options: string; setup: string }> {
  const begin = `mutation { beginPasskeySignIn { ... on BeginPasskeySignInSuccess { ${challenge} } } }`;
  return (await server.graphql(begin)).data!['beginPasskeySignIn'].challenge;
}
async function signIn(key: SoftwarePasskey, forged: PasskeyForgery = {}) {
  const { options, setup } = await asked();
  const input = { setup, credential: key.get(options, forged) };
  return { input, answer: await call('signInWithPasskey', input, undefined, 'token user { id }') };
}
const byPassword = (code?: string) => call('signIn', { email: user.email, password, code });
const mails = async () =>
  (await server.app.db.prisma.mail.findMany({ orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('a passkey', () => {
  test('signs in without a password, which alone no longer suffices', async () => {
    const elsewhere = await server.signIn(user);
    const { key, made } = await setUp();
    expect(made.passkeys).toMatchObject([{ name: 'Phone' }]);
    expect(made.recoveryCodes).toHaveLength(10);
    expect((await server.graphql('{ viewer { user { id } } }', {}, elsewhere)).status).toBe(401);
    const { answer } = await signIn(key);
    expect(answer.__typename).toBe('SignInWithPasskeySuccess');
    const seen = await server.graphql(
      '{ viewer { user { email } passkeys { lastUsedAt } } }',
      {},
      answer.token,
    );
    expect(seen.data).toMatchObject({ viewer: { user: { email: user.email } } });
    expect(seen.data!['viewer'].passkeys[0].lastUsedAt).not.toBeNull();
    expect(await byPassword()).toMatchObject(passkeyRefused('PASSKEY_NEEDED'));
    expect((await byPassword(made.recoveryCodes[0])).__typename).toBe('SignInSuccess');
    expect((await byPassword(made.recoveryCodes[0])).__typename).toBe('ValidationError');
    expect(await mails()).toEqual(expect.arrayContaining(['signInChanged', 'newDevice']));
  });

  test('is set up with the password, by its owner, in the same session and device', async () => {
    expect(await call('beginPasskey', { password: 'no' }, token)).toMatchObject({
      fieldErrors: [{ field: 'password' }],
    });
    const origin = 'https://parlance.example.evil';
    for (const forged of [{ origin }, { rpId: 'evil' }, { challenge: 'AAAA' }, { unverified: true }] as const)
      expect((await setUp(token, forged)).made).toMatchObject(passkeyRefused('PASSKEY_REFUSED'));
    const { input, key } = await setUp();
    // Valid once, in this session, and not for another user.
    expect(await call('confirmPasskey', input, token)).toMatchObject(passkeyRefused('PASSKEY_REFUSED'));
    const stranger = await server.signIn(await server.make.user({ passwordHash: quickHash(password) }));
    expect(await call('confirmPasskey', input, stranger)).toMatchObject(passkeyRefused('PASSKEY_REFUSED'));
    expect((await setUp(stranger, {}, key)).made).toMatchObject(passkeyRefused('PASSKEY_KNOWN'));
    expect((await setUp(token)).made.recoveryCodes).toEqual([]);
  });

  test('is refused if any part of the response is wrong or replayed', async () => {
    const { key } = await setUp();
    const { input, answer } = await signIn(key);
    expect(answer.__typename).toBe('SignInWithPasskeySuccess');
    expect(await call('signInWithPasskey', input)).toMatchObject(passkeyRefused('PASSKEY_REFUSED'));
    const wrong: PasskeyForgery[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { unverified: true },
      { signedBy: device() },
      { counter: 1 },
    ];
    for (const forged of wrong)
      expect((await signIn(key, forged)).answer, JSON.stringify(forged)).toMatchObject(
        passkeyRefused('PASSKEY_REFUSED'),
      );
    expect((await signIn(device())).answer).toMatchObject(passkeyRefused('PASSKEY_UNKNOWN'));
    expect(
      await server.app.db.prisma.securityEntry.count({
        where: { event: 'SIGN_IN_REFUSED', userId: user.id },
      }),
    ).toBe(1 + wrong.length);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { options, setup } = await asked();
    vi.setSystemTime(Date.now() + 301_000);
    expect(await call('signInWithPasskey', { setup, credential: key.get(options) })).toMatchObject(
      passkeyRefused('PASSKEY_REFUSED'),
    );
  });

  test('is rate limited', async () => {
    for (let time = 0; time < 30; time++) await call('signInWithPasskey', { setup: '', credential: '{}' });
    expect((await call('signInWithPasskey', { setup: '', credential: '{}' })).__typename).toBe(
      'LimitReachedError',
    );
  });

  test('is renamed and removed by its owner, which ends other sessions', async () => {
    const { key, made } = await setUp();
    const passkey = made.passkeys[0].key;
    const stranger = await server.signIn(await server.make.user({ passwordHash: quickHash(password) }));
    for (const field of ['renamePasskey', 'removePasskey'])
      expect(
        await call(
          field,
          { passkey, ...(field === 'renamePasskey' ? { name: 'X' } : { password }) },
          stranger,
        ),
      ).toMatchObject(passkeyRefused('PASSKEY_NOT_FOUND'));
    expect(await call('renamePasskey', { passkey, name: ' Key ' }, token, 'passkeys { name }')).toMatchObject(
      { passkeys: [{ name: 'Key' }] },
    );
    const elsewhere = (await signIn(key)).answer.token;
    expect(await call('removePasskey', { passkey, password: 'no' }, token)).toMatchObject({
      fieldErrors: [{ field: 'password' }],
    });
    expect(await call('removePasskey', { passkey, password }, token, 'passkeys { name }')).toMatchObject({
      passkeys: [],
    });
    expect((await signIn(key)).answer).toMatchObject(passkeyRefused('PASSKEY_UNKNOWN'));
    expect((await server.graphql('{ viewer { user { id } } }', {}, elsewhere)).status).toBe(401);
    expect((await byPassword()).__typename).toBe('SignInSuccess');
    expect(await server.app.db.prisma.recoveryCode.count()).toBe(0);
  });

  test('cannot be removed if it is the only sign-in method', async () => {
    const { made } = await setUp();
    await server.app.db.prisma.user.update({ where: { id: user.id }, data: { passwordHash: null } });
    expect(await call('removePasskey', { passkey: made.passkeys[0].key }, token)).toMatchObject(
      passkeyRefused('PASSKEY_LAST'),
    );
  });

  test('can be removed by an administrator and by the operator', async () => {
    const { key } = await setUp();
    const admin = await server.make.admin({ passwordHash: quickHash(password) });
    const adminToken = await server.signIn(admin);
    expect((await call('resetSecondFactor', { user: user.id }, token)).__typename).toBe('NotAllowedError');
    expect(await call('resetSecondFactor', { user: admin.id }, adminToken)).toMatchObject({
      fieldErrors: [{ field: 'user', code: 'OWN_SECOND_FACTOR' }],
    });
    expect((await call('resetSecondFactor', { user: user.id }, adminToken)).__typename).toBe(
      'ResetSecondFactorSuccess',
    );
    expect((await signIn(key)).answer).toMatchObject(passkeyRefused('PASSKEY_UNKNOWN'));
    expect((await server.graphql('{ viewer { user { id } } }', {}, token)).status).toBe(401);
    expect((await byPassword()).__typename).toBe('SignInSuccess');
    await setUp(adminToken);
    const { password: next } = await resetAdministratorPassword(server.app.db, null);
    expect((await call('signIn', { email: admin.email, password: next })).__typename).toBe('SignInSuccess');
  });
});

describe('an organization that requires a second factor', () => {
  let organizationId: number;
  let maintainer: string;
  beforeEach(async () => {
    const organization = await server.make.organization({ name: 'Daily' });
    organizationId = organization.id;
    const boss = await server.make.member(organizationId, 'maintainer', {
      passwordHash: quickHash(password),
    });
    await server.make.member(organizationId, 'editor', { id: user.id });
    maintainer = await server.signIn(boss);
  });
  const ask = (graceDays: number, required = true, as = maintainer) =>
    call('requireSecondFactor', { organization: organizationId, required, graceDays }, as);
  const demand = async (as: string) =>
    (await server.graphql('{ secondFactorRequirement { organizations isDue email } }', {}, as)).data
      ?.secondFactorRequirement;
  const sees = async (as: string) =>
    (await server.graphql('{ viewer { user { email } organizations { role } } }', {}, as)).data?.viewer;

  test('requires members without one to set it up at sign-in, then lets them in', async () => {
    expect((await ask(0, true, token)).__typename).toBe('NotAllowedError');
    expect(await demand(token)).toBeNull();
    await ask(0);
    expect(await sees(token)).toBeNull();
    expect(await demand(token)).toEqual({ organizations: ['Daily'], isDue: true, email: user.email });
    expect((await server.rest('GET', '/api/user', { token })).status).toBe(401);
    expect((await call('createOrganization', { name: 'Mine' }, token)).__typename).toBe('NotSignedInError');
    const signedIn = await byPassword();
    expect(signedIn.__typename).toBe('SignInSuccess');
    expect((await setUp()).made.passkeys).toMatchObject([{ name: 'Phone' }]);
    expect(await sees(token)).toMatchObject({ user: { email: user.email } });
    expect(await demand(token)).toBeNull();
    expect(await mails()).toEqual(expect.arrayContaining(['secondFactorRequired']));
  });

  test('allows the configured grace period, and shows it', async () => {
    await ask(7);
    expect(await sees(token)).toMatchObject({ user: { email: user.email } });
    expect(await demand(token)).toMatchObject({ organizations: ['Daily'], isDue: false });
    await server.app.db.prisma.organization.update({
      where: { id: organizationId },
      data: { secondFactorFrom: new Date(Date.now() - 1000) },
    });
    expect(await sees(token)).toBeNull();
    await ask(0, false, await server.signIn(await server.make.admin()));
    expect(await sees(token)).toMatchObject({ user: { email: user.email } });
    expect((await ask(91, true, await server.signIn(await server.make.admin()))).fieldErrors).toMatchObject([
      { field: 'graceDays', code: 'GRACE_OUT_OF_RANGE' },
    ]);
  });

  test('exempts users of providers, and the last administrator', async () => {
    await ask(0);
    const identity = await server.app.db.prisma.identity.create({
      data: { userId: user.id, issuer: 'https://issuer.example', subject: 'ada' },
    });
    await server.app.db.prisma.session.updateMany({
      where: { userId: user.id },
      data: { identityId: identity.id },
    });
    expect(await sees(token)).toMatchObject({ user: { email: user.email } });
    const admin = await server.make.admin();
    await server.make.member(organizationId, 'viewer', { id: admin.id });
    const last = await server.signIn(admin);
    expect(await sees(last)).toMatchObject({ user: { email: admin.email } });
    await server.make.admin();
    expect(await sees(last)).toBeNull();
  });

  test('shows maintainers which members have one', async () => {
    await setUp();
    const read = async (as: string) =>
      (
        await server.graphql(
          `{ organization(id: "${organizationId}") { members { me hasSecondFactor } } }`,
          {},
          as,
        )
      ).data!['organization'].members.map(
        ({ hasSecondFactor }: { hasSecondFactor: boolean }) => hasSecondFactor,
      );
    expect((await read(maintainer)).toSorted()).toEqual([false, true]);
    expect(await read(token)).toEqual([null, null]);
  });
});
