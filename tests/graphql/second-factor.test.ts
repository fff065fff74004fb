import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { resetPassword, sendPasswordReset } from '../../server/areas/access/identity/password-reset.ts';
import { resetAdministratorPassword } from '../../server/areas/access/identity/passwords.ts';
import { codeGuesses } from '../../server/areas/access/identity/second-factor.ts';
import { forgetRefusals } from '../../server/kernel/rate-limit.ts';
import { attempt } from './mutate.ts';
import { mailedLinks, mailsTo } from '../support/sent-mails.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const password = 'correct horse';
let user: { id: number; email: string };
let token: string;
beforeEach(async () => {
  user = await server.make.admin({ email: 'ada@example.com', passwordHash: quickHash(password) });
  token = await server.signIn(user);
});

const call = (field: string, input: object | null, token?: string, selection?: string) =>
  attempt(server, field, input, { token, ...(selection && { selection }) });
const signIn = (code?: string) => call('signIn', { email: user.email, password, code });
const refused = (code: string) => ({ fieldErrors: [{ field: 'code', code }] });
const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Sets it up. @returns the secret of the app, and the recovery codes */
async function setUp() {
  const { secret, setup, uri } = await call('beginSecondFactor', null, token, 'secret setup uri');
  expect(uri).toMatch(/^otpauth:\/\/totp\/Parlance:ada%40example\.com\?/);
  const { recoveryCodes } = await call(
    'confirmSecondFactor',
    { setup, code: codeOf(secret), password },
    token,
    'recoveryCodes',
  );
  return { secret, recoveryCodes: recoveryCodes as string[] };
}
/** Lets the codes of before be over. */
function pass(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a second factor', () => {
  test('is required once it is confirmed, and each code works once', async () => {
    const elsewhere = await server.signIn(user);
    const { secret } = await setUp();
    expect((await server.graphql('{ viewer { user { id } } }', {}, elsewhere)).status).toBe(401);
    expect(await signIn()).toMatchObject(refused('SECOND_FACTOR_NEEDED'));
    // The code that confirmed it was used by that.
    expect(await signIn(codeOf(secret))).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    pass(60);
    const code = codeOf(secret);
    const both = await Promise.all([signIn(code), signIn(code)]);
    expect(both.map(({ __typename }) => __typename).sort()).toEqual(['SignInSuccess', 'ValidationError']);
    expect(await signIn(codeOf(secret, Date.now() - 120_000))).toMatchObject(refused('SECOND_FACTOR_WRONG'));
  });

  test('is not revealed without the correct password', async () => {
    await setUp();
    expect(await call('signIn', { email: user.email, password: 'not the password' })).toMatchObject({
      __typename: 'NotSignedInError',
    });
  });

  test('is replaced by a recovery code, once', async () => {
    const { recoveryCodes } = await setUp();
    expect(new Set(recoveryCodes).size).toBe(10);
    // 120 bits.
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    const [first, second] = recoveryCodes as [string, string];
    expect((await signIn(` ${first.toUpperCase()} `)).__typename).toBe('SignInSuccess');
    expect(await signIn(first)).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    expect((await signIn(second.replaceAll('-', ''))).__typename).toBe('SignInSuccess');
    const kept = JSON.stringify(await server.app.db.prisma.recoveryCode.findMany());
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
  });

  /** Signs in over HTTP, as a browser somewhere. */
  async function signInFrom(address: string, code: string, cookie?: string, given = password) {
    const response = await fetch(`${server.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
      body: JSON.stringify({ email: user.email, password: given, code }),
    });
    return { status: response.status, cookies: response.headers.getSetCookie() };
  }
  const warnings = async () => (await mailsTo(server.app, user.email)).filter((kind) => kind === 'guesses');

  test('is rate limited across networks, and the user is emailed once', async () => {
    const { secret, recoveryCodes } = await setUp();
    pass(60);
    const { cookies } = await signInFrom('198.51.100.1', codeOf(secret));
    const known = cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!;
    for (let guess = 0; guess < 4; guess++)
      expect((await signInFrom(`2001:db8:0:${guess}::1`, '000000')).status).toBe(400);
    expect(await warnings()).toEqual([]);
    const statuses = [];
    for (let guess = 4; guess < 22; guess++)
      statuses.push((await signInFrom(`2001:db8:${guess}:0::1`, '000000')).status);
    expect(statuses).toEqual([...Array(6).fill(400), ...Array(12).fill(429)]);
    expect(await warnings()).toHaveLength(1);
    const refusals = await server.app.db.prisma.securityEntry.findMany({
      where: { userId: user.id, event: 'SIGN_IN_REFUSED' },
      select: { body: true },
    });
    expect(refusals.filter(({ body }) => (body as { reason: string }).reason === 'limit')).toEqual([
      { body: { method: 'password', reason: 'limit', limit: codeGuesses.account.name } },
    ]);
    pass(120);
    // A right code is no better than a guess there; the owner has other ways.
    expect((await signInFrom('203.0.113.1', codeOf(secret))).status).toBe(429);
    expect((await signInFrom('203.0.113.1', codeOf(secret), known)).status).toBe(200);
    expect((await signInFrom('203.0.113.1', recoveryCodes[0]!)).status).toBe(200);
    // The lock is short.
    await server.app.db.pool.query(
      `UPDATE "RateLimit" SET "forgottenAt" = "forgottenAt" - interval '15 minutes'`,
    );
    forgetRefusals(server.app);
    pass(240);
    expect((await signInFrom('203.0.113.1', codeOf(secret))).status).toBe(200);
  });

  test('is rate limited in a known browser and for recovery codes, too', async () => {
    const { secret } = await setUp();
    pass(60);
    const { cookies } = await signInFrom('198.51.100.1', codeOf(secret));
    const known = cookies.find((cookie) => cookie.startsWith('device='))!.split(';')[0]!;
    const tries = async (code: string, cookie?: string) => {
      const statuses = [];
      for (let guess = 0; guess < 11; guess++)
        statuses.push((await signInFrom('198.51.100.2', code, cookie)).status);
      return statuses;
    };
    const limited = [...Array(10).fill(400), 429];
    expect(await tries('000000', known)).toEqual(limited);
    expect(await tries('aaaa-aaaa-aaaa-aaaa-aaaa-aaaa')).toEqual(limited);
  });

  test('has no more attempts after a password reset, which proves only the mailbox', async () => {
    const { secret } = await setUp();
    const next = 'battery staple';
    for (let guess = 0; guess < 10; guess++)
      expect((await signInFrom(`2001:db8:${guess}::1`, '000000')).status).toBe(400);
    await sendPasswordReset(server.app, { email: user.email });
    const link = new URL((await mailedLinks(server.app, user.email)).at(-1)!).hash.slice(1);
    const { device } = await resetPassword(server.app, {
      secret: link,
      newPassword: next,
      remoteAddress: '198.51.100.9',
    });
    pass(60);
    expect((await signInFrom('198.51.100.9', codeOf(secret), `device=${device}`, next)).status).toBe(429);
  });

  test('is set up and removed only with the password, by its owner', async () => {
    const { secret, setup } = await call('beginSecondFactor', null, token, 'secret setup');
    const stranger = await server.signIn(await server.make.user({ passwordHash: quickHash(password) }));
    expect(
      await call('confirmSecondFactor', { setup, code: codeOf(secret), password }, stranger),
    ).toMatchObject(refused('SECOND_FACTOR_WRONG'));
    expect(
      await call('confirmSecondFactor', { setup, code: codeOf(secret), password: 'no' }, token),
    ).toMatchObject({ fieldErrors: [{ field: 'password' }] });
    expect((await signIn()).__typename).toBe('SignInSuccess');
    await setUp();
    expect(await call('removeSecondFactor', { password: 'no' }, token)).toMatchObject({
      fieldErrors: [{ field: 'password' }],
    });
    expect((await call('removeSecondFactor', { password }, token)).__typename).toBe(
      'RemoveSecondFactorSuccess',
    );
    expect((await signIn()).__typename).toBe('SignInSuccess');
  });

  test('does not lock out the operator', async () => {
    await setUp();
    await server.app.db.prisma.user.updateMany({ data: { stoppedAt: new Date() } });
    const { password: next } = await resetAdministratorPassword(server.app.db, null);
    expect((await call('signIn', { email: user.email, password: next })).__typename).toBe('SignInSuccess');
  });
});
