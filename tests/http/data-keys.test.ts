/** Keys are rotated on an installation that is in use: what has to survive does. */
import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished, test } from 'vitest';
import { startApi, type RunningApi } from '../../server/api.ts';
import { forgetSharedSettings } from '../../server/lib/database/shared-settings.ts';
import { parseConfig } from '../../server/config.ts';
import {
  linkedAmazonAccount,
  purposeOf,
  sealedTokens,
} from '../../server/areas/projects/amazon/linked-account.ts';
import { openSession } from '../../server/areas/access/identity/session.ts';
import { deliverMail } from '../../server/areas/access/mail/deliver-mail.ts';
import { unsubscribeUrl } from '../../server/areas/projects/report-mails/report-subscription.ts';
import { countSealed, type SealingKey } from '../../server/areas/projects/sealed-records/count-sealed.ts';
import { resealRecords } from '../../server/areas/projects/sealed-records/reseal-records.ts';
import type { App } from '../../server/kernel/app.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { sealingBy } from '../../server/lib/security/sealing.ts';
import { databaseKind, prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { actorOf, factories, type Newsroom } from '../support/factories.ts';
import { quickHash } from '../support/quick-hash.ts';
import { graphql } from '../support/server.ts';

const password = 'correct horse battery staple';
const secrets = { old: 'old-secret-of-sessions-'.repeat(2), new: 'new-secret-of-sessions-'.repeat(2) };
const keys = { old: 'old-data-key-'.repeat(3), new: 'new-data-key-'.repeat(3) };

interface Started {
  api: RunningApi;
  app: App;
  logged: string[];
  stop(): Promise<void>;
}

/** Starts the server again on what is there, with these secrets. */
async function start(prepared: PreparedConfig, env: Record<string, string>): Promise<Started> {
  const logged: string[] = [];
  const log = createLogger('error', { write: (line) => void logged.push(line) });
  const api = await startApi(parseConfig({ ...prepared.env, ...env }), { worker: false, log });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= api.close());
  onTestFinished(stop);
  return { api, app: api.app, logged, stop };
}

/** Lets the registered keys seal now: all processes have been restarted with them. */
const sealNow = ({ db }: App) => db.pool.query(`UPDATE "DataKey" SET "sealsFrom" = now()`);

/** Counts of records by what they are sealed under, without those of nothing. */
async function sealedBy(app: App): Promise<Partial<Record<SealingKey, number>>> {
  const sums: Partial<Record<SealingKey, number>> = {};
  for (const { under, count } of await countSealed(app))
    if (count > 0) sums[under] = (sums[under] ?? 0) + count;
  return sums;
}

interface Lived {
  room: Newsroom;
  session: string;
  totp: TOTP;
  share: string;
  mailId: number;
  unsubscribe: string;
}

const records = 6;

/**
 * A person signed in with an authenticator app, a link to a report, a webhook, an Alexa account and a mail
 * that waits.
 */
async function live({ api, app }: Started): Promise<Lived> {
  const room = await factories(app.db).newsroom();
  // Of a release that sealed none.
  await app.db.prisma.statisticsShare.deleteMany();
  const { prisma } = app.db;
  await prisma.user.update({
    where: { id: room.maintainer.id },
    data: { passwordHash: quickHash(password) },
  });
  const session = (await openSession(app, room.maintainer.id)).token;
  const call = async (document: string, input: object) =>
    Object.values((await graphql<any>(api.url, document, { input }, session)).data!)[0] as any;
  const { setup, secret } = await call(
    'mutation { beginSecondFactor { ... on BeginSecondFactorSuccess { setup secret } } }',
    {},
  );
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const added = await call(
    'mutation ($input: ConfirmSecondFactorInput!) { confirmSecondFactor(input: $input) { __typename } }',
    { setup, code: totp.generate(), password },
  );
  expect(added.__typename).toBe('ConfirmSecondFactorSuccess');
  await prisma.user.update({ where: { id: room.maintainer.id }, data: { totpStep: null } });
  const shared = await call(
    'mutation ($input: ShareStatisticsInput!) { shareStatistics(input: $input) { ... on ShareStatisticsSuccess { share { url } } } }',
    { project: String(room.project.id), report: 'PlaysByDay', period: 'LAST_7_DAYS', embeddable: false },
  );
  await prisma.webhookEndpoint.deleteMany();
  await call('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }', {
    project: String(room.project.id),
    url: 'https://example.com/hook',
    events: ['ARTICLE_READY'],
  });
  await prisma.amazonAccount.create({
    data: {
      organizationId: room.organization.id,
      amazonUserId: 'amzn1.account.A',
      name: 'Ada',
      vendorId: 'V',
      linkedBy: room.maintainer.id,
      ...sealedTokens(
        app,
        {
          access: 'an access token',
          refresh: 'a refresh token',
          accessEndsAt: new Date(Date.now() + 3_600_000),
        },
        purposeOf(room.organization.id),
      ),
    },
  });
  const mail = await prisma.mail.findFirstOrThrow({
    where: { userId: room.maintainer.id },
    orderBy: { id: 'desc' },
  });
  await prisma.mail.deleteMany({ where: { id: { not: mail.id } } });
  const about = { projectId: room.project.id, address: 'reports@example.com', language: 'en' };
  return {
    room,
    session,
    totp,
    share: shared.share.url,
    mailId: mail.id,
    unsubscribe: unsubscribeUrl(app, about),
  };
}

/** Expects that all of it works. @param sessionLives whether who was signed in still is */
async function expectAlive(
  { api, app }: Started,
  { room, session, totp, share, mailId, unsubscribe }: Lived,
  sessionLives = true,
): Promise<void> {
  const viewer = await graphql<any>(api.url, '{ viewer { user { email } } }', {}, session);
  expect(viewer.data?.viewer?.user?.email).toBe(sessionLives ? room.maintainer.email : undefined);
  // A code counts once, and the next one is half a minute away.
  await app.db.prisma.user.update({ where: { id: room.maintainer.id }, data: { totpStep: null } });
  const signIn = await fetch(`${api.url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: room.maintainer.email, password, code: totp.generate() }),
  });
  expect(signIn.status).toBe(200);
  const token = share.split('/').at(-1)!;
  const shared = await graphql<any>(
    api.url,
    'query ($token: String!) { sharedStatistics(token: $token) { statistics { name } } }',
    { token },
  );
  expect(shared.data?.sharedStatistics).toEqual({ statistics: { name: 'PlaysByDay' } });
  const { token: again } = (await signIn.json()) as { token: string };
  const listed = await graphql<any>(
    api.url,
    `{ project(id: ${room.project.id}) { statisticsShares { url } webhooks { url } } }`,
    {},
    again,
  );
  expect(listed.data!.project.statisticsShares).toEqual([
    { url: expect.stringContaining(new URL(share).pathname) },
  ]);
  expect(listed.data!.project.webhooks).toEqual([{ url: 'https://example.com/hook' }]);
  const account = await linkedAmazonAccount(app, actorOf(room.maintainer), room.project.id);
  expect(account).toMatchObject({ state: 'linked' });
  // Of the sign-in.
  await app.db.prisma.mail.deleteMany({ where: { id: { not: mailId } } });
  const page = await fetch(`${api.url}${new URL(unsubscribe).pathname}`);
  expect(page.status).toBe(200);
}

async function expectDelivered({ app }: Started, { mailId }: Lived): Promise<void> {
  await app.db.prisma.mail.update({ where: { id: mailId }, data: { state: 'queued' } });
  expect(await deliverMail(app, mailId)).toBe('done');
  expect((await app.db.prisma.mail.findUniqueOrThrow({ where: { id: mailId } })).state).toBe('sent');
}

const never = new AbortController().signal;

test('an upgrade reseals data from session secrets to data keys, after which the secrets can be removed', async () => {
  const prepared = await prepareConfig({ PUBLIC_URL: 'http://localhost:4000' });
  onTestFinished(() => prepared.remove());
  // As the release before: the secret of sessions alone.
  const before = await start(prepared, { JWT_SECRET: secrets.old });
  await before.app.db.pool.query(`DELETE FROM "DataKey"`);
  if (databaseKind() === 'postgres') expect(before.app.dataSealing.keyId()).toBeNull();
  const lived = await live(before);
  await before.stop();

  // The release before may still be at work: it can read what this one seals.
  const upgraded = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: keys.old });
  if (databaseKind() === 'postgres') {
    expect(upgraded.app.dataSealing.keyId()).toBeNull();
    const sealed = upgraded.app.dataSealing.seal('text', 'purpose');
    expect(sealingBy([secrets.old]).open(sealed, 'purpose')).toBe('text');
    expect(await resealRecords(upgraded.app, never)).toEqual({ resealed: 0, unreadable: 0 });
    expect(await sealedBy(upgraded.app)).toEqual({ session: records });
    await expectAlive(upgraded, lived);
  }
  await sealNow(upgraded.app);
  await upgraded.stop();

  const later = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: keys.old });
  expect(await resealRecords(later.app, never)).toEqual({ resealed: records, unreadable: 0 });
  expect(await sealedBy(later.app)).toEqual({ current: records });
  // As scripts/accept-settings.ts, for what replaces the secret at once.
  await forgetSharedSettings(later.app.db);
  await later.stop();

  // Everyone has to sign in again, and nothing else is lost. The link in an old mail needs its secret.
  const rotated = await start(prepared, { JWT_SECRET: secrets.new, DATA_KEY: `${keys.old},${secrets.old}` });
  await expectAlive(rotated, lived, false);
  await expectDelivered(rotated, lived);
});

test('both kinds of keys are rotated while users are signed in', async () => {
  const prepared = await prepareConfig({ PUBLIC_URL: 'http://localhost:4000' });
  onTestFinished(() => prepared.remove());
  const first = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: keys.old });
  const lived = await live(first);
  expect(await sealedBy(first.app)).toEqual({ current: records });
  const { token } = await first.app.db.prisma.statisticsShare.findFirstOrThrow();
  expect(token).not.toContain(lived.share.split('/').at(-1)!);
  await first.stop();

  // Processes that were not restarted yet read what this one seals.
  const both = { JWT_SECRET: `${secrets.new},${secrets.old}`, DATA_KEY: `${keys.new},${keys.old}` };
  const second = await start(prepared, both);
  if (databaseKind() === 'postgres') {
    expect(second.app.dataSealing.keyId()).toBe(first.app.dataSealing.keyId());
    await expectAlive(second, lived);
  }
  await sealNow(second.app);
  await second.stop();

  const third = await start(prepared, both);
  expect(await sealedBy(third.app)).toEqual({ earlier: records });
  expect(await resealRecords(third.app, never)).toEqual({ resealed: records, unreadable: 0 });
  expect(await sealedBy(third.app)).toEqual({ current: records });
  await expectAlive(third, lived);
  await third.stop();

  const last = await start(prepared, { JWT_SECRET: both.JWT_SECRET, DATA_KEY: keys.new });
  expect(last.logged).toEqual([]);
  await expectAlive(last, {
    ...lived,
    unsubscribe: unsubscribeUrl(last.app, { projectId: 1, address: 'a@b.c', language: 'en' }),
  });
  await expectDelivered(last, lived);
});

test('a start without a key reports unreadable data, changes none, and recovers with the key', async () => {
  const prepared = await prepareConfig({ PUBLIC_URL: 'http://localhost:4000' });
  onTestFinished(() => prepared.remove());
  const first = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: keys.old });
  const lived = await live(first);
  await sealNow(first.app);
  await first.stop();

  const without = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: keys.new });
  expect(without.logged.filter((line) => line.includes('data key that this process lacks'))).toHaveLength(
    records,
  );
  expect(await sealedBy(without.app)).toEqual({ missing: records });
  await sealNow(without.app);
  await without.stop();
  const sealing = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: keys.new });
  expect(await resealRecords(sealing.app, never)).toEqual({ resealed: 0, unreadable: records });
  const account = await linkedAmazonAccount(
    sealing.app,
    actorOf(lived.room.maintainer),
    lived.room.project.id,
  );
  expect(account).toMatchObject({ state: 'revoked' });
  await sealing.stop();

  const again = await start(prepared, { JWT_SECRET: secrets.old, DATA_KEY: `${keys.new},${keys.old}` });
  expect(await resealRecords(again.app, never)).toEqual({ resealed: records, unreadable: 0 });
  await expectAlive(again, lived);
});

test('keys in DATA_DIR are created once, and a dropped session secret still opens data', async () => {
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  const { rotateStoredSecret, storedSecrets, storeDecryptionSecrets } =
    await import('../../server/lib/security/stored-secrets.ts');
  const dataDir = parseConfig(prepared.env).dataDir;
  const first = await start(prepared, {});
  const sealed = first.app.dataSealing.seal('text', 'purpose');
  const [sessions] = await storedSecrets(dataDir, 'jwt-secret');
  const earlier = sealingBy([sessions!]).seal('of before', 'purpose');
  // As scripts/rotate-jwt-secret.ts --all.
  await forgetSharedSettings(first.app.db);
  await first.stop();
  await storeDecryptionSecrets(dataDir, 'data-key', await storedSecrets(dataDir, 'jwt-secret'));
  await rotateStoredSecret(dataDir, 'jwt-secret', 0);
  await rotateStoredSecret(dataDir, 'data-key', 400);
  const second = await start(prepared, {});
  expect(second.app.dataSealing.open(sealed, 'purpose')).toBe('text');
  expect(second.app.dataSealing.open(earlier, 'purpose')).toBe('of before');
});
