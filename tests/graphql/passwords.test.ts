import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../server/lib/crypto.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { factories } from '../support/factories.ts';
import { openDatabase } from '../../server/lib/db.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const old = 'correct horse';
const next = 'battery staple';
let user: { id: number; email: string };
let token: string;
beforeEach(async () => {
  user = await server.make.user({ email: 'ada@example.com', passwordHash: await hashPassword(old) });
  token = await server.signIn(user);
});

const change = async (oldPassword: string, newPassword: string, by = token) =>
  (await server.graphql(
    `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { __typename ... on ValidationError { fieldErrors { field message } } ... on ChangePasswordSuccess { user { email } } } }`,
    { input: { oldPassword, newPassword } }, by,
  )).data!['changePassword'];
const signsIn = async (password: string) => (await server.rest('POST', '/auth/sign-in', { body: { email: user.email, password } })).status;
const status = async (one: string) => (await server.graphql('{ viewer { user { id } } }', {}, one)).status;

describe('changing one’s password', () => {
  test('ends all other sessions, and lets in with the new one alone', async () => {
    const other = await server.signIn(user);
    expect(await change(old, next)).toEqual({ __typename: 'ChangePasswordSuccess', user: { email: user.email } });
    expect([await status(token), await status(other)]).toEqual([200, 401]);
    expect([await signsIn(old), await signsIn(next)]).toEqual([401, 200]);
  });

  test.each([
    ['a wrong old one', 'wrong horse', next, 'oldPassword'],
    ['one that is too short', old, '123456789', 'newPassword'],
    ['nine signs of two units', old, '🐎'.repeat(9), 'newPassword'],
    ['one that is too long', old, 'x'.repeat(1_025), 'newPassword'],
    ['the e-mail address', old, 'ADA@example.com', 'newPassword'],
    ['the same one', old, old, 'newPassword'],
  ])('refuses %s', async (_, oldPassword, newPassword, field) => {
    const other = await server.signIn(user);
    expect(await change(oldPassword, newPassword)).toMatchObject({ __typename: 'ValidationError', fieldErrors: [{ field }] });
    expect(await status(other)).toBe(200);
    expect(await verifyPassword(old, (await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash)).toBe(true);
  });

  test('of two at once only one happens', async () => {
    const results = await Promise.all([change(old, 'first new password'), change(old, 'second new password')]);
    expect(results.map(({ __typename }) => __typename).sort()).toEqual(['ChangePasswordSuccess', 'ValidationError']);
  });

  test('is for people', async () => {
    const { apiKey } = await server.make.apiKey((await server.make.project()).id);
    expect((await change(old, next, apiKey)).__typename).toBe('NotAllowedError');
  });
});

describe('an administrator who lost it', () => {
  const run = promisify(execFile);
  const reset = async (env: Record<string, string>, ...names: string[]) => run(process.execPath, ['scripts/reset-password.ts', ...names], { env: { PATH: process.env['PATH'], ...env } });

  test('is given a new one by the operator, once, and every session ends', { timeout: 120_000 }, async () => {
    const prepared = await prepareConfig();
    onTestFinished(() => prepared.remove());
    const seen = async <T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> => {
      const db = await openDatabase(prepared.config);
      return work(db).finally(() => db.close());
    };
    const boss = await seen(async (db) => {
      const make = factories(db);
      await make.user({ email: 'grace@example.com' });
      const admin = await make.admin({ email: 'boss@example.com', passwordHash: await hashPassword(old) });
      await db.prisma.session.create({ data: { userId: admin.id, expiresAt: new Date(Date.now() + 60_000) } });
      return admin;
    });
    const { stdout } = await reset(prepared.env);
    const [, email, password] = /^Sign in as (\S+) with the password (\S+)$/m.exec(stdout)!;
    expect([email, password!.length]).toEqual(['boss@example.com', 16]);
    await seen(async (db) => {
      expect(await verifyPassword(password!, (await db.prisma.user.findUniqueOrThrow({ where: { id: boss.id } })).passwordHash)).toBe(true);
      expect(await db.prisma.session.count()).toBe(0);
      await factories(db).admin({ email: 'second@example.com' });
    });
    await expect(reset(prepared.env)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('boss@example.com, second@example.com') });
    expect((await reset(prepared.env, 'Second@example.com')).stdout).toContain('second@example.com');
    await expect(reset(prepared.env, 'grace@example.com')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist') });
  });

  test('is told to stop the server first, where the database is embedded', async () => {
    if (databaseKind() !== 'pglite') return;
    await expect(reset({ DATA_DIR: server.app.config.dataDir })).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is using DATA_DIR') });
  });
});
