import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { renewAllowance } from '../../server/areas/access/allowance/allowance.ts';
import { renewDue } from '../../server/areas/access/allowance/renew-due.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { openStudio } from '../../server/areas/people/studio/open-studio.ts';
import { readMail } from '../../server/kernel/send-mail.ts';
import { isDisposable } from '../../server/areas/people/sign-up/disposable-email.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ env: { SIGN_UP: '1', SIGN_UP_BLOCKED_DOMAINS: 'bad.example' } });
const password = 'correct horse battery staple';

/** A browser, which keeps its cookies. @param network from which it comes */
function newBrowser(network = '127.0.0.1') {
  const cookies = new Map<string, string>();
  const call = async (query: string, input: object): Promise<any> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': network,
        origin: server.app.config.publicUrl,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ query, variables: { input } }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    return ((await response.json()) as any).data.result;
  };
  return {
    signUp: (email: string, name = 'Ada Example', chosen = password) =>
      call(
        `mutation ($input: SignUpInput!) { result: signUp(input: $input) { __typename ... on Error { message code } ... on ValidationError { fieldErrors { field code } } } }`,
        { email, name, password: chosen },
      ),
    confirm: (secret: string, chosen: { password?: string; name?: string } = {}) =>
      call(
        `mutation ($input: ConfirmSignUpInput!) { result: confirmSignUp(input: $input) { __typename ... on ConfirmSignUpSuccess { token } ... on ValidationError { fieldErrors { field code } } } }`,
        { secret, ...chosen },
      ),
    signIn: (email: string, chosen: string) =>
      call(`mutation ($input: SignInInput!) { result: signIn(input: $input) { __typename } }`, {
        email,
        password: chosen,
      }),
  };
}
let browser: ReturnType<typeof newBrowser>;
beforeEach(() => void (browser = newBrowser()));
const signUp: typeof browser.signUp = (...given) => browser.signUp(...given);
const confirm: typeof browser.confirm = (...given) => browser.confirm(...given);
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

test('a user signs up, confirms the email once, and has only a studio', async () => {
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

test('values of a stranger’s request are never used, whichever request or link comes first', async () => {
  const email = 'victim@example.com';
  const [victim, attacker] = [newBrowser('203.0.113.5'), newBrowser('198.51.100.7')];
  const chosen = { victim: 'the password of the victim', attacker: 'the password of the attacker' };
  await victim.signUp(email, 'Victim', chosen.victim);
  const first = (await mailTo(email)).secret;
  await attacker.signUp(email, 'Attacker', chosen.attacker);
  const second = (await mailTo(email)).secret;
  // The victim opens the newest email, in the browser that asked for the other one, and on a phone.
  for (const opened of [victim, newBrowser('203.0.113.99')]) {
    expect(await opened.confirm(second)).toMatchObject({
      fieldErrors: [{ field: 'password', code: 'SIGN_UP_ELSEWHERE' }],
    });
    expect(await opened.confirm(second, { password: chosen.victim })).toMatchObject({
      fieldErrors: [{ field: 'password', code: 'SIGN_UP_OTHER_PASSWORD' }],
    });
  }
  expect(await server.app.db.prisma.user.count({ where: { email } })).toBe(0);
  // The own link still opens the own account, and voids the other one.
  expect(await victim.confirm(first)).toMatchObject({ __typename: 'ConfirmSignUpSuccess' });
  expect(await attacker.confirm(second)).toMatchObject({ fieldErrors: [{ code: 'SIGN_UP_LINK_USED' }] });
  expect(await attacker.signIn(email, chosen.attacker)).toEqual({ __typename: 'NotSignedInError' });
  expect(await victim.signIn(email, chosen.victim)).toEqual({ __typename: 'SignInSuccess' });
  expect((await server.app.db.prisma.user.findUniqueOrThrow({ where: { email } })).fullname).toBe('Victim');
});

test('the recipient of a link that a stranger requested chooses name and password', async () => {
  const email = 'victim@example.com';
  const attacker = newBrowser('198.51.100.7');
  await attacker.signUp(email, 'Attacker', 'the password of the attacker');
  const { secret } = await mailTo(email);
  const victim = newBrowser('203.0.113.5');
  expect(await victim.confirm(secret, { name: ' ', password: 'short' })).toMatchObject({
    fieldErrors: [
      { field: 'name', code: 'FIELD_EMPTY' },
      { field: 'password', code: 'TOO_SHORT' },
    ],
  });
  const both = await Promise.all(
    [1, 2].map(() => victim.confirm(secret, { name: 'Victim', password: 'the password of the victim' })),
  );
  expect(both.map(({ __typename }) => __typename).sort()).toEqual([
    'ConfirmSignUpSuccess',
    'ValidationError',
  ]);
  expect(await attacker.signIn(email, 'the password of the attacker')).toEqual({
    __typename: 'NotSignedInError',
  });
  expect((await server.app.db.prisma.user.findUniqueOrThrow({ where: { email } })).fullname).toBe('Victim');
});

test('on another device the link requires the chosen password', async () => {
  await signUp('ada@example.com');
  const { secret } = await mailTo('ada@example.com');
  expect(await newBrowser('203.0.113.8').confirm(secret, { password })).toMatchObject({
    __typename: 'ConfirmSignUpSuccess',
  });
});

test('pending sign-ups of a mailbox are limited, also in other spellings of it', async () => {
  const spellings = ['ada+1@gmail.com', 'a.d.a@gmail.com', 'ada@googlemail.com', 'ada+2@gmail.com'];
  const answers = [];
  for (const email of spellings)
    answers.push((await newBrowser(`203.0.113.${answers.length}`).signUp(email)).__typename);
  expect(answers).toEqual([...Array(3).fill('SignUpSuccess'), 'LimitReachedError']);
  expect(await server.app.db.prisma.signUp.count()).toBe(3);
  await server.app.db.prisma.signUp.updateMany({ data: { expiresAt: new Date(0) } });
  await server.app.db.prisma.emailChange.create({
    data: {
      secretHash: 'x',
      userId: (await server.make.user()).id,
      email: 'x@example.com',
      expiresAt: new Date(0),
    },
  });
  await cleanUp(server.app);
  expect(await server.app.db.prisma.signUp.count()).toBe(0);
  expect(await server.app.db.prisma.emailChange.count()).toBe(0);
});

test('a mailbox gets the free minutes once a month, whichever account comes first', async () => {
  const { app } = server;
  const balances = async (emails: string[]) => {
    const minutes = [];
    for (const email of emails) {
      const { id } = await server.make.user({ email });
      await openStudio(app, id);
      await renewAllowance(app, id);
      const account = await app.db.prisma.account.findUniqueOrThrow({ where: { studioUserId: id } });
      minutes.push(Number(account.balance));
    }
    return minutes;
  };
  const farmed = ['ada+1@farm.example', 'ada+2@farm.example', 'bob@farm.example'];
  expect(await balances(farmed)).toEqual([600_000, 0, 600_000]);
  // Nor does the address of an account that is deleted or changed bring them again.
  await app.db.prisma.user.updateMany({
    where: { email: 'bob@farm.example' },
    data: { email: 'gone@deleted.invalid', deletedAt: new Date() },
  });
  expect(await balances(['bob@farm.example'])).toEqual([0]);
});

test('a link expires, and common passwords are refused', async () => {
  expect(await signUp('late@example.com', 'Late', 'password123')).toMatchObject({
    fieldErrors: [{ field: 'password', code: 'PASSWORD_COMMON' }],
  });
  expect(await signUp('late@example.com')).toMatchObject({ __typename: 'SignUpSuccess' });
  const { secret } = await mailTo('late@example.com');
  await server.app.db.prisma.signUp.updateMany({ data: { expiresAt: new Date() } });
  expect(await confirm(secret)).toMatchObject({ fieldErrors: [{ code: 'SIGN_UP_LINK_USED' }] });
  expect(await server.app.db.prisma.user.count({ where: { email: 'late@example.com' } })).toBe(0);
});

test('an existing user is notified, and the response is the same', async () => {
  const user = await server.make.user();
  expect(await signUp(user.email)).toEqual(await signUp('new@example.com'));
  expect((await mailTo(user.email)).subject).toBe('You already have a Parlance account');
  expect(await server.app.db.prisma.signUp.count()).toBe(1);
});

test('disposable and blocked addresses, and too many requests from a network, are refused', async () => {
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

test('the hourly job renews each studio whose period has ended, and no other', async () => {
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

test('a studio that cannot be renewed does not block others', async () => {
  const { app } = server;
  const users = [await server.make.user(), await server.make.user(), await server.make.user()];
  for (const { id } of users) await openStudio(app, id);
  await app.db.prisma.studio.updateMany({ data: { period: 'free 2020-01', periodEndsAt: new Date(0) } });
  const broken = users[0]!.id;
  // A constraint that only this studio's row violates represents any fault of one account.
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
