import { expect, test, onTestFinished } from 'vitest';
import { renewAllowance } from '../../server/areas/allowance/allowance.ts';
import { renewDue } from '../../server/areas/allowance/renew-due.ts';
import { openStudio } from '../../server/areas/studio/open-studio.ts';
import { readMail } from '../../server/kernel/send-mail.ts';
import { isDisposable } from '../../server/areas/sign-up/disposable.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ env: { SIGN_UP: '1', SIGN_UP_BLOCKED_DOMAINS: 'bad.example' } });
const password = 'correct horse battery staple';
const signUp = async (email: string, name = 'Ada Example', chosen = password) =>
  (
    await server.graphql(
      `mutation ($input: SignUpInput!) { signUp(input: $input) { __typename ... on Error { message code } ... on ValidationError { fieldErrors { field code } } } }`,
      { input: { email, name, password: chosen } },
    )
  ).data!['signUp'];
const confirm = async (secret: string) =>
  (
    await server.graphql(
      `mutation ($input: ConfirmSignUpInput!) { confirmSignUp(input: $input) { __typename ... on ConfirmSignUpSuccess { token } ... on ValidationError { fieldErrors { code } } } }`,
      { input: { secret } },
    )
  ).data!['confirmSignUp'];
/** The last mail to an address: its subject, and what follows # in its link. */
async function mailTo(email: string) {
  const mail = await server.app.db.prisma.mail.findFirstOrThrow({
    where: { recipient: email },
    orderBy: { id: 'desc' },
  });
  const content = readMail(server.app, mail.key, mail.content!)!;
  const link = content.blocks.flatMap((block) => (block.kind === 'button' ? [block.url] : []))[0]!;
  return { subject: mail.subject, secret: link.split('#')[1] ?? '' };
}

test('somebody signs up, confirms the address once, and has a studio and nothing else', async () => {
  expect(await signUp(' Ada@Example.com ')).toMatchObject({ __typename: 'SignUpSuccess' });
  expect(await server.app.db.prisma.user.count({ where: { email: 'ada@example.com' } })).toBe(0);
  const { secret } = await mailTo('ada@example.com');
  const { token } = await confirm(secret);
  expect(await confirm(secret)).toMatchObject({ fieldErrors: [{ code: 'SIGN_UP_LINK_USED' }] });
  const { data } = await server.graphql(
    '{ viewer { user { name ownBalance } projects { edges { cursor } } } studio { signedUp studioOnly usage { balanceMs } } }',
    {},
    token,
  );
  expect(data).toMatchObject({
    viewer: { user: { name: 'Ada Example', ownBalance: 0 }, projects: { edges: [] } },
    studio: { signedUp: true, studioOnly: true, usage: { balanceMs: 600_000 } },
  });
  const newsroom = await server.graphql(
    `mutation { createProject(input: { name: "News" }) { __typename ... on Error { code } } createOrganization(input: { name: "News" }) { __typename ... on Error { code } } }`,
    {},
    token,
  );
  expect(newsroom.data).toMatchObject({
    createProject: { code: 'STUDIO_ONLY' },
    createOrganization: { code: 'STUDIO_ONLY' },
  });
  const registered = async () =>
    (await server.graphql('mutation { recordStudioRegistration { __typename } }', {}, token)).data;
  await registered();
  const { registeredAt } = await server.app.db.prisma.studio.findFirstOrThrow();
  await registered();
  expect(registeredAt).toBeInstanceOf(Date);
  expect((await server.app.db.prisma.studio.findFirstOrThrow()).registeredAt).toEqual(registeredAt);
});

test('a link is good for its time alone, and no password that too many people have is taken', async () => {
  expect(await signUp('late@example.com', 'Late', 'password123')).toMatchObject({
    fieldErrors: [{ field: 'password', code: 'PASSWORD_COMMON' }],
  });
  expect(await signUp('late@example.com')).toMatchObject({ __typename: 'SignUpSuccess' });
  const { secret } = await mailTo('late@example.com');
  await server.app.db.prisma.signUp.updateMany({ data: { expiresAt: new Date() } });
  expect(await confirm(secret)).toMatchObject({ fieldErrors: [{ code: 'SIGN_UP_LINK_USED' }] });
  expect(await server.app.db.prisma.user.count({ where: { email: 'late@example.com' } })).toBe(0);
});

test('whoever has an account is told, and the answer is the same', async () => {
  const user = await server.make.user();
  expect(await signUp(user.email)).toEqual(await signUp('new@example.com'));
  expect((await mailTo(user.email)).subject).toBe('You already have an account with Parlance');
  expect(await server.app.db.prisma.signUp.count()).toBe(1);
});

test('throw-away and blocked addresses, and too many from one network, are refused', async () => {
  for (const email of ['x@mailinator.com', 'x@eu.mailinator.com', 'x@bad.example'])
    expect(await signUp(email)).toMatchObject({ fieldErrors: [{ code: 'SIGN_UP_DISPOSABLE_ADDRESS' }] });
  expect(isDisposable('x@notmailinator.com', [])).toBe(false);
  expect(await signUp('nothing')).toMatchObject({
    fieldErrors: [{ field: 'email', code: 'SIGN_UP_NO_ADDRESS' }],
  });
  const answers = [];
  for (let index = 0; index < 4; index++) answers.push((await signUp('same@example.com')).__typename);
  expect(answers).toEqual(['SignUpSuccess', 'SignUpSuccess', 'SignUpSuccess', 'LimitReachedError']);
});

test('the hourly look gives each studio whose period has ended its next minutes, and no other', async () => {
  const { app } = server;
  const others = [await server.make.user(), await server.make.user()];
  const user = await server.make.user();
  for (const { id } of [user, ...others]) await openStudio(app, id);
  await renewAllowance(app, user.id);
  await app.db.prisma.studio.updateMany({
    where: { userId: { in: others.map(({ id }) => id) } },
    data: { period: 'free 2020-01', periodEndsAt: new Date(0) },
  });
  await app.db.pool.query(
    `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "why", "day") SELECT "id", 'charged', -500000, 'test', now() FROM "Account" WHERE "studioUserId" IS NOT NULL`,
  );
  expect(await renewDue(app)).toEqual({ done: 2, failed: 0 });
  const accounts = await app.db.prisma.account.findMany({
    where: { studioUserId: { not: null } },
    orderBy: { studioUserId: 'asc' },
  });
  expect(accounts.map(({ balance }) => Number(balance))).toEqual([600_000, 600_000, 100_000]);
  expect(await renewDue(app)).toEqual({ done: 0, failed: 0 });
});

test('a studio that cannot be renewed keeps no other from its minutes', async () => {
  const { app } = server;
  const users = [await server.make.user(), await server.make.user(), await server.make.user()];
  for (const { id } of users) await openStudio(app, id);
  await app.db.prisma.studio.updateMany({ data: { period: 'free 2020-01', periodEndsAt: new Date(0) } });
  const broken = users[0]!.id;
  // A constraint that only this studio's row breaks stands for whatever may be wrong with one account.
  await app.db.pool.query(
    `ALTER TABLE "Studio" ADD CONSTRAINT broken CHECK ("userId" <> ${broken} OR "period" = 'free 2020-01')`,
  );
  onTestFinished(async () => void (await app.db.pool.query('ALTER TABLE "Studio" DROP CONSTRAINT broken')));
  expect(await renewDue(app)).toMatchObject({ done: 2, failed: 1 });
  expect(await app.db.prisma.failingItem.findMany()).toMatchObject([
    { job: 'studio-allowances', item: `user ${broken}`, failures: 1 },
  ]);
  expect(await renewDue(app)).toMatchObject({ done: 0, failed: 1 });
  await app.db.pool.query('ALTER TABLE "Studio" DROP CONSTRAINT broken');
  await app.db.pool.query('ALTER TABLE "Studio" ADD CONSTRAINT broken CHECK (true)');
  expect(await renewDue(app)).toEqual({ done: 1, failed: 0 });
  expect(await app.db.prisma.failingItem.count()).toBe(0);
});
