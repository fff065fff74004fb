import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { verifyPassword } from '../../server/lib/security/crypto.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { resetAdministratorPassword } from '../../server/areas/access/identity/passwords.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const old = 'correct horse';
const next = 'battery staple';
let user: { id: number; email: string };
let token: string;
beforeEach(async () => {
  user = await server.make.user({ email: 'ada@example.com', passwordHash: quickHash(old) });
  token = await server.signIn(user);
});

const change = async (oldPassword: string, newPassword: string, by = token): Promise<any> => {
  const { data, errors } = await server.graphql(
    `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { __typename ... on ValidationError { fieldErrors { field message } } ... on ChangePasswordSuccess { user { email } } } }`,
    { input: { oldPassword, newPassword } },
    by,
  );
  if (data) return data['changePassword'];
  // A busy machine hashes one password after another, and asks clients that wait too long to retry.
  expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
  return change(oldPassword, newPassword, by);
};
const signsIn = async (password: string) =>
  (await server.rest('POST', '/auth/sign-in', { body: { email: user.email, password } })).status;
const status = async (one: string) => (await server.graphql('{ viewer { user { id } } }', {}, one)).status;

describe('changing one’s password', () => {
  test('ends all other sessions, and only the new password works', async () => {
    const other = await server.signIn(user);
    expect(await change(old, next)).toEqual({
      __typename: 'ChangePasswordSuccess',
      user: { email: user.email },
    });
    expect([await status(token), await status(other)]).toEqual([200, 401]);
    expect([await signsIn(old), await signsIn(next)]).toEqual([401, 200]);
  });

  test('returns errors as codes with parameters, too', async () => {
    const { data } = await server.graphql(
      `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { ... on Error { code parameters } ... on ValidationError { fieldErrors { field code parameters message } } } }`,
      { input: { oldPassword: old, newPassword: '123456789' } },
      token,
    );
    expect(data!['changePassword']).toEqual({
      code: 'INVALID_INPUT',
      parameters: {},
      fieldErrors: [
        {
          field: 'newPassword',
          code: 'TOO_SHORT',
          parameters: { least: 10 },
          message: 'Enter at least 10 characters.',
        },
      ],
    });
  });

  test.each([
    ['a wrong old password', 'wrong horse', next, 'oldPassword'],
    ['a new password that is too short', old, '123456789', 'newPassword'],
    ['nine characters of two UTF-16 units', old, '🐎'.repeat(9), 'newPassword'],
    ['a new password that is too long', old, 'x'.repeat(1_025), 'newPassword'],
    ['the email address', old, 'ADA@example.com', 'newPassword'],
    ['a common password', old, 'password123', 'newPassword'],
    ['the same password', old, old, 'newPassword'],
  ])('refuses %s', async (_, oldPassword, newPassword, field) => {
    const other = await server.signIn(user);
    expect(await change(oldPassword, newPassword)).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field }],
    });
    expect(await status(other)).toBe(200);
    expect(
      await verifyPassword(
        old,
        (await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash,
      ),
    ).toBe(true);
  });

  test('succeeds only once if requested twice at the same time', async () => {
    const results = await Promise.all([
      change(old, 'first new password'),
      change(old, 'second new password'),
    ]);
    expect(results.map(({ __typename }) => __typename).sort()).toEqual([
      'ChangePasswordSuccess',
      'ValidationError',
    ]);
  });

  test('is refused to API keys', async () => {
    const { apiKey } = await server.make.apiKey((await server.make.project()).id);
    expect((await change(old, next, apiKey)).__typename).toBe('NotAllowedError');
  });
});

describe('an administrator who lost the password', () => {
  const run = promisify(execFile);
  const reset = async (env: Record<string, string>, ...names: string[]) =>
    run(process.execPath, ['scripts/reset-password.ts', ...names], {
      env: { PATH: process.env['PATH'], ...env },
    });

  test('gets a new one from the operator, once, and all sessions end', async () => {
    const prepared = await prepareConfig();
    onTestFinished(() => prepared.remove());
    const before = await openDatabase(prepared.config);
    const { id } = await factories(before).admin({ email: 'boss@example.com', passwordHash: quickHash(old) });
    await before.prisma.session.create({ data: { userId: id, expiresAt: new Date(Date.now() + 60_000) } });
    await before.close();
    const { stdout } = await reset(prepared.env);
    const [, email, password] = /^Sign in as (\S+) with the password (\S+)$/m.exec(stdout)!;
    expect([email, password!.length]).toEqual(['boss@example.com', 16]);
    const line = stdout.split('\n').find((text) => text.includes('PASSWORD_RESET'))!;
    expect(JSON.parse(line)).toMatchObject({ security: { userId: id, by: 'operator' } });
    expect(line).not.toContain(password);
    const after = await openDatabase(prepared.config);
    onTestFinished(() => after.close());
    expect(
      await verifyPassword(
        password!,
        (await after.prisma.user.findUniqueOrThrow({ where: { id } })).passwordHash,
      ),
    ).toBe(true);
    expect(await after.prisma.session.count()).toBe(0);
  });

  test('must be named if there are several, and no other user gets one', async () => {
    await server.make.admin({ email: 'first@example.com' });
    await server.make.admin({ email: 'second@example.com' });
    const { db } = server.app;
    await expect(resetAdministratorPassword(db, null)).rejects.toMatchObject({
      fieldErrors: [
        { field: 'email', message: expect.stringContaining('first@example.com, second@example.com') },
      ],
    });
    await expect(resetAdministratorPassword(db, user.email)).rejects.toMatchObject({ name: 'NotFoundError' });
    expect((await resetAdministratorPassword(db, 'Second@example.com')).email).toBe('second@example.com');
  });

  test('must stop the server first if the database is embedded', async () => {
    if (databaseKind() !== 'pglite') return;
    await expect(reset({ DATA_DIR: server.app.config.dataDir })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is using DATA_DIR'),
    });
  });
});
