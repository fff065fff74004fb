import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { attemptDelivery } from '../../server/areas/projects/webhooks/attempt-delivery.ts';
import { claimDelivery } from '../../server/areas/projects/webhooks/claim-delivery.ts';
import { deliverWebhooks } from '../../server/areas/projects/webhooks/deliver-webhooks.ts';
import {
  createWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookInput,
} from '../../server/areas/projects/webhooks/manage-webhooks.ts';
import { webhookEventKinds } from '../../server/areas/projects/webhooks/webhook-events.ts';
import { LimitReachedError } from '../../server/kernel/errors.ts';
import { replayWebhook, resendWebhookDelivery } from '../../server/areas/projects/webhooks/webhook-log.ts';
import type { Actor } from '../../server/kernel/actor.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { inSession } from '../support/actor-in-session.ts';
import { databaseKind } from '../support/databases.ts';
import type { Newsroom } from '../support/factories.ts';
import { mailsTo } from '../support/sent-mails.ts';
import { useServer } from '../support/server.ts';
import { useReceiver } from './receiver.ts';

const server = useServer({ env: { FETCH_ALLOW_HOSTS: '127.0.0.1' } });
const receiver = useReceiver();
let room: Newsroom;
let actor: Actor;
beforeEach(async () => {
  room = await server.make.newsroom();
  // The newsroom's own, which has delivered a message.
  await server.app.db.prisma.webhookEndpoint.deleteMany();
  await server.app.db.prisma.webhookEvent.deleteMany();
  actor = await inSession(server.app.db, {
    kind: 'user',
    userId: room.maintainer.id,
    role: 'viewer',
    sessionId: '',
  });
});

const input = (given: Partial<WebhookInput> = {}): WebhookInput => ({
  url: receiver.url,
  description: 'Test',
  format: 'standard',
  kinds: webhookEventKinds,
  enabled: true,
  ...given,
});
const ofProject = (given?: Partial<WebhookInput>) =>
  createWebhook(server.app, actor, { organizationId: null, projectId: room.project.id }, input(given));
const deliver = () => deliverWebhooks(server.app);
/** Changes the title of an article, which is an event each time. */
const retitle = (title: string, id = room.article.id) =>
  server.app.db.prisma.article.update({ where: { id }, data: { title } });
const deliveries = () => server.app.db.prisma.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
const titles = () => receiver.received.map(({ body }) => JSON.parse(body).data.article.title);
/** Lets so many seconds pass for what is stored of deliveries and endpoints. */
const pass = (seconds: number) =>
  server.app.db.pool.query(
    `WITH d AS (UPDATE "WebhookDelivery" SET "nextAttemptAt" = "nextAttemptAt" - make_interval(secs => $1),
       "firstAttemptAt" = "firstAttemptAt" - make_interval(secs => $1), "leasedUntil" = "leasedUntil" - make_interval(secs => $1))
     UPDATE "WebhookEndpoint" SET "failingSince" = "failingSince" - make_interval(secs => $1),
       "lastFailureAt" = "lastFailureAt" - make_interval(secs => $1),
       "previousSecretUntil" = "previousSecretUntil" - make_interval(secs => $1)`,
    [seconds],
  );

test('a message can be verified with the library of the specification', async () => {
  const { secret, webhook } = await ofProject();
  await retitle('Größe & <Maße>');
  expect(await deliver()).toBe('done');
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    type: 'article.updated',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    data: {
      project: { id: room.project.id, name: room.project.name },
      article: {
        id: room.article.id,
        title: 'Größe & <Maße>',
        url: room.article.url,
        status: room.article.status,
      },
      dashboardUrl: `${server.app.config.publicUrl}/projects/${room.project.id}/articles/${room.article.id}`,
    },
  });
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, body, leasedUntil: null }]);
  const attempts = await server.app.db.prisma.webhookAttempt.findMany();
  expect(attempts).toMatchObject([{ status: 204, response: '', error: null }]);
  const row = await server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } });
  expect([row.credentials.includes(secret), row.credentials.includes('127.0.0.1')]).toEqual([false, false]);
});

test('a rolled-back change sends nothing, and events without subscription are not recorded', async () => {
  await ofProject({ kinds: ['article.updated'] });
  await expect(
    server.app.db.transaction(async (sql) => {
      await sql.updateTable('Article').set({ title: 'Gone' }).where('id', '=', room.article.id).execute();
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await server.app.db.prisma.article.update({
    where: { id: room.article.id },
    data: { deletedAt: new Date() },
  });
  expect([await deliver(), receiver.received]).toEqual(['skipped', []]);
  expect(await server.app.db.prisma.webhookEvent.count()).toBe(0);
});

test('messages about an article stay in order during failures, and others are not blocked', async () => {
  const other = await server.make.article(room.project.id);
  await ofProject({ kinds: ['article.updated'] });
  receiver.respond = ({ body }) => ({ status: body.includes('First') ? 500 : 204 });
  await retitle('First');
  await retitle('Second');
  await retitle('Other', other.id);
  await deliver();
  expect(titles()).toEqual(['First', 'Other']);
  receiver.respond = () => ({ status: 204 });
  await pass(60);
  await deliver();
  expect(titles()).toEqual(['First', 'Other', 'First', 'Second']);
  const [first, , again] = receiver.received;
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
});

test('a message is delivered again if a worker dies before recording the attempt', async () => {
  await ofProject({ kinds: ['article.updated'] });
  await retitle('Twice');
  const claimed = (await claimDelivery(server.app.db.sql))!;
  expect(await attemptDelivery(server.app, claimed)).toMatchObject({ status: 204 });
  // Its lease has not ended.
  expect(await deliver()).toBe('skipped');
  await pass(61);
  await deliver();
  expect(titles()).toEqual(['Twice', 'Twice']);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('two workers deliver each message once', async () => {
  await ofProject({ kinds: ['article.updated'] });
  const articles = await Promise.all(Array.from({ length: 6 }, () => server.make.article(room.project.id)));
  for (const { id } of articles) {
    await retitle('One', id);
    await retitle('Two', id);
  }
  await Promise.all([deliver(), deliver()]);
  expect(receiver.received).toHaveLength(12);
  for (const { id } of articles) {
    const own = receiver.received
      .map(({ body }) => JSON.parse(body).data.article)
      .filter((one) => one.id === id);
    expect(own.map(({ title }) => title)).toEqual(['One', 'Two']);
  }
});

test('delivery is attempted for three days, then marked as failed', async () => {
  await ofProject({ kinds: ['article.updated'] });
  receiver.respond = () => ({ status: 503, body: 'Down for maintenance' });
  await retitle('Never');
  for (let hours = 0; hours <= 80; hours += 8) {
    await deliver();
    await pass(8 * 3_600);
  }
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ state: 'failed' });
  expect(delivery!.attempts).toBe(receiver.received.length);
  expect(receiver.received).toHaveLength(10);
  const attempts = await server.app.db.prisma.webhookAttempt.findMany();
  expect(new Set(attempts.map(({ response }) => response))).toEqual(new Set(['Down for maintenance']));
});

test('the retry time of a receiver is respected', async () => {
  await ofProject({ kinds: ['article.updated'] });
  receiver.respond = () => ({ status: 429, headers: { 'retry-after': '600' } });
  await retitle('Later');
  await deliver();
  const { rows } = await server.app.db.pool.query(
    'SELECT extract(epoch FROM "nextAttemptAt" - now())::int AS seconds FROM "WebhookDelivery"',
  );
  expect(rows[0].seconds).toBeGreaterThan(590);
});

test('redirects are not followed, and private addresses are refused at each attempt', async () => {
  receiver.respond = () => ({ status: 302, headers: { location: receiver.url } });
  await ofProject({ kinds: ['article.updated'] });
  await retitle('Redirected');
  await deliver();
  expect(receiver.received).toHaveLength(1);
  await expect(ofProject({ url: 'http://10.0.0.1/hook' })).rejects.toMatchObject({
    fieldErrors: [{ field: 'url' }],
  });
  // A name that leads to a private address once it is connected to: what a rebound name does.
  const { webhook } = await ofProject({ url: `http://localhost:${new URL(receiver.url).port}/hook` });
  await retitle('Rebound');
  await deliver();
  expect(receiver.received.filter(({ body }) => body.includes('Rebound'))).toEqual([]);
  const attempts = await server.app.db.prisma.webhookAttempt.findMany({
    include: { delivery: true },
    orderBy: { id: 'asc' },
  });
  expect(attempts.map(({ status, error }) => [status, error])).toEqual([
    [null, expect.stringContaining('redirects')],
    [null, expect.stringContaining('localhost')],
  ]);
  expect(attempts[1]!.delivery.endpointId).toBe(webhook.id);
});

test('during a secret rotation both secrets sign, then only the new one', async () => {
  const { secret: before, webhook } = await ofProject({ kinds: ['article.updated'] });
  const { secret: after } = await rotateWebhookSecret(server.app, actor, webhook.id, 24);
  await retitle('During');
  await deliver();
  await pass(24 * 3_600 + 1);
  await retitle('After');
  await deliver();
  const verified = (secret: string) =>
    receiver.received.map(({ body, headers }) => {
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    });
  expect([verified(before), verified(after)]).toEqual([
    [true, false],
    [true, true],
  ]);
});

test('five days of failures disable a webhook, and its managers get an email', async () => {
  const { webhook } = await ofProject({ kinds: ['article.updated'], description: 'Newsletter' });
  receiver.respond = () => ({ status: 500 });
  const state = () => server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } });
  for (let day = 0; day < 5; day++) {
    await retitle(`Day ${day}`);
    await deliver();
    expect(await state()).toMatchObject({ enabled: true });
    await pass(86_400);
  }
  await deliver();
  expect(await state()).toMatchObject({ enabled: false, disabledReason: 'failures' });
  const mails = [room.maintainer, room.editor, room.viewer].map(({ email }) => mailsTo(server.app, email));
  expect(await Promise.all(mails)).toEqual([['webhookDisabled'], [], []]);
  expect(await deliver()).toBe('skipped');

  // What happened in the meantime is there when it is enabled again, and what was sent can be sent again.
  receiver.received = [];
  receiver.respond = () => ({ status: 204 });
  await retitle('Meanwhile');
  await updateWebhook(server.app, actor, webhook.id, { enabled: true });
  expect(await state()).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  const { messages } = await replayWebhook(server.app, actor, webhook.id, new Date(0));
  expect(messages).toBe(6);
  await deliver();
  expect(titles()).toEqual(['Day 0', 'Day 1', 'Day 2', 'Day 3', 'Day 4', 'Meanwhile']);
});

test('occasional failures do not disable a webhook', async () => {
  const { webhook } = await ofProject({ kinds: ['article.updated'] });
  receiver.respond = () => ({ status: 500 });
  for (const title of ['One', 'Two']) {
    await retitle(title);
    await deliver();
    await pass(6 * 86_400);
  }
  const { enabled } = await server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({
    where: { id: webhook.id },
  });
  expect(enabled).toBe(true);
});

test('a receiver that responds 410 disables its webhook immediately', async () => {
  const { webhook } = await ofProject({ kinds: ['article.updated'] });
  receiver.respond = () => ({ status: 410 });
  await retitle('Gone');
  await deliver();
  expect(
    await server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } }),
  ).toMatchObject({ enabled: false, disabledReason: 'gone' });
});

test('a delivered message can be sent again, under the same id', async () => {
  await ofProject({ kinds: ['article.updated'] });
  await retitle('Again');
  await deliver();
  const [delivery] = await deliveries();
  await resendWebhookDelivery(server.app, actor, Number(delivery!.id));
  await deliver();
  expect(titles()).toEqual(['Again', 'Again']);
  expect(receiver.received[0]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id']);
});

test('a webhook is replayed five times in a row at most', async () => {
  const { webhook } = await ofProject({ kinds: ['article.updated'] });
  const replay = () => replayWebhook(server.app, actor, webhook.id, new Date(0));
  for (let times = 0; times < 5; times++) await replay();
  await expect(replay()).rejects.toThrow(LimitReachedError);
});

test('the log is deleted after thirty days', async () => {
  await ofProject({ kinds: ['article.updated'] });
  await retitle('Old');
  await deliver();
  await retitle('New');
  const age = (days: number) =>
    server.app.db.pool.query(
      `UPDATE "WebhookEvent" SET "createdAt" = now() - make_interval(days => $1) WHERE "data"->'article'->>'title' = 'Old'`,
      [days],
    );
  await age(29);
  expect(await cleanUp(server.app)).toMatchObject({ webhookEvents: 0 });
  await age(31);
  expect(await cleanUp(server.app)).toMatchObject({ webhookEvents: 1 });
  expect(await deliveries()).toHaveLength(1);
  expect(await server.app.db.prisma.webhookAttempt.count()).toBe(0);
});

test('a deleted project sends nothing until it is restored', async () => {
  await ofProject({ kinds: ['article.updated'] });
  await retitle('Late');
  const setDeleted = (deletedAt: Date | null) =>
    server.app.db.prisma.project.update({ where: { id: room.project.id }, data: { deletedAt } });
  await setDeleted(new Date());
  expect([await deliver(), receiver.received]).toEqual(['skipped', []]);
  await setDeleted(null);
  await deliver();
  expect(titles()).toEqual(['Late']);
});

test('a webhook that fails waits for those that do not', async () => {
  const { webhook } = await ofProject({ kinds: ['article.updated'] });
  const { webhook: healthy } = await ofProject({ kinds: ['article.updated'] });
  await server.app.db.prisma.webhookEndpoint.update({
    where: { id: webhook.id },
    data: { failingSince: new Date() },
  });
  await retitle('For both');
  await server.app.db.pool.query(
    `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() - interval '1 hour' WHERE "endpointId" = $1`,
    [webhook.id],
  );
  const order = [await claimDelivery(server.app.db.sql), await claimDelivery(server.app.db.sql)];
  expect(order.map((claimed) => claimed?.endpointId)).toEqual([healthy.id, webhook.id]);
});

test.runIf(databaseKind() === 'postgres')(
  'an article is saved while a webhook is being deleted',
  async () => {
    const { webhook } = await ofProject({ kinds: ['article.updated'] });
    let saved: Promise<unknown> | undefined;
    await server.app.db.transaction(async (sql) => {
      await sql.deleteFrom('WebhookEndpoint').where('id', '=', webhook.id).execute();
      saved = retitle('Saved');
      saved.catch(() => {});
      await expect
        .poll(async () => {
          const { rows } = await server.app.db.pool.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
    });
    await expect(saved).resolves.toMatchObject({ title: 'Saved' });
  },
);
