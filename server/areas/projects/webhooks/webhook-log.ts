import type { Prisma, WebhookDelivery, WebhookEndpoint } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError, NotFoundError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { queueDeliveries } from './jobs.ts';
import { accessWebhook } from './manage-webhooks.ts';
import { webhookMessages } from './messages.ts';
import { visibleWebhooks } from './policy.ts';
import { testEventKind } from './webhook-events.ts';

const tests = declareRate('Webhook test messages', 'a webhook', { burst: 10, everyMs: 10_000 });
const resent = declareRate('Webhook messages sent again', 'a webhook', { burst: 60, everyMs: 5_000 });
const replays = declareRate('Webhook replays', 'a webhook', { burst: 5, everyMs: 300_000 });

/**
 * Returns the deliveries of webhooks that the actor manages.
 * @param query selection of the rows
 */
export async function readWebhookDeliveries(
  { db }: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.WebhookDeliveryDefaultArgs = {},
): Promise<WebhookDelivery[]> {
  return db.prisma.webhookDelivery.findMany({
    ...query,
    where: { id: { in: [...ids] }, endpoint: visibleWebhooks(actor) },
  });
}

/**
 * Sends a test message to a webhook, which is delivered and logged as any other.
 * @returns the delivery
 * @throws NotSignedInError, NotFoundError, NotAllowedError where it is disabled too, LimitReachedError
 */
export async function testWebhook(app: App, actor: Actor, id: number): Promise<WebhookDelivery> {
  await app.db.transaction((sql) => accessWebhook(sql, actor, id));
  await countAgainstRate(app, tests, String(id), webhookMessages.WEBHOOK_TESTS_TOO_OFTEN());
  const added = await app.db.transaction(async (sql) => {
    const {
      row: { enabled },
      owner,
    } = await accessWebhook(sql, actor, id);
    if (!enabled) throw new NotAllowedError(webhookMessages.WEBHOOK_IS_DISABLED());
    const event = await sql
      .insertInto('WebhookEvent')
      .values({
        ...owner,
        kind: testEventKind,
        // Each is about nothing else, so that it waits for no other message.
        subject: testEventKind,
        data: JSON.stringify(await ownerData(sql, owner)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = await sql
      .insertInto('WebhookDelivery')
      .values({ endpointId: id, eventId: event.id, subject: `test ${event.id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await queueDeliveries(app, sql);
    return delivery.id;
  });
  return app.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id: BigInt(added) } });
}

async function ownerData(
  sql: Sql,
  { organizationId, projectId }: { organizationId: number | null; projectId: number | null },
): Promise<object> {
  if (projectId !== null) {
    const project = await sql
      .selectFrom('Project')
      .select(['id', 'name'])
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    return { project };
  }
  const organization = await sql
    .selectFrom('Organization')
    .select(['id', 'slug', 'name'])
    .where('id', '=', organizationId!)
    .executeTakeFirstOrThrow();
  return { organization };
}

/**
 * Sends a message again, under the same id, regardless of its result.
 * @throws NotSignedInError, NotFoundError, NotAllowedError where the webhook is disabled too,
 * LimitReachedError
 */
export async function resendWebhookDelivery(app: App, actor: Actor, id: number): Promise<WebhookDelivery> {
  const access = async (sql: Sql) => {
    const found = await sql
      .selectFrom('WebhookDelivery')
      .select('endpointId')
      .where('id', '=', String(id))
      .executeTakeFirst();
    return accessWebhook(sql, actor, found?.endpointId ?? 0).catch((error: unknown) => {
      throw error instanceof NotFoundError
        ? new NotFoundError(webhookMessages.WEBHOOK_DELIVERY_NOT_FOUND())
        : error;
    });
  };
  const { row: webhook } = await app.db.transaction(access);
  await countAgainstRate(app, resent, String(webhook.id), webhookMessages.WEBHOOK_RESENT_TOO_OFTEN());
  await app.db.transaction(async (sql) => {
    const { row } = await access(sql);
    if (!row.enabled) throw new NotAllowedError(webhookMessages.WEBHOOK_IS_DISABLED());
    await restart(sql).where('id', '=', String(id)).execute();
    await queueDeliveries(app, sql);
  });
  return app.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
}

/**
 * Sends again, in order and under the same ids, everything that happened since a time and that the webhook
 * subscribes to now, whether it was sent before or not.
 * @returns the row, and how many messages
 * @throws NotSignedInError, NotFoundError, NotAllowedError where the webhook is disabled too,
 * LimitReachedError
 */
export async function replayWebhook(
  app: App,
  actor: Actor,
  id: number,
  since: Date,
): Promise<{ webhook: WebhookEndpoint; messages: number }> {
  await app.db.transaction((sql) => accessWebhook(sql, actor, id));
  await countAgainstRate(app, replays, String(id), webhookMessages.WEBHOOK_RESENT_TOO_OFTEN());
  const messages = await app.db.transaction(async (sql) => {
    const { row } = await accessWebhook(sql, actor, id);
    if (!row.enabled) throw new NotAllowedError(webhookMessages.WEBHOOK_IS_DISABLED());
    const happened = sql
      .selectFrom('WebhookEvent as w')
      .where('w.createdAt', '>=', since)
      .where('w.kind', '=', anyOf(row.kinds, 'text'))
      .$if(row.projectId !== null, (query) => query.where('w.projectId', '=', row.projectId!))
      .$if(row.projectId === null, (query) => query.where('w.organizationId', '=', row.organizationId!));
    const restarted = await restart(sql)
      .where('endpointId', '=', id)
      .where('eventId', 'in', happened.select('w.id'))
      .executeTakeFirst();
    const added = await sql
      .insertInto('WebhookDelivery')
      .columns(['endpointId', 'eventId', 'subject'])
      .expression(happened.select((eb) => [eb.val(id).as('endpointId'), 'w.id', 'w.subject']).orderBy('w.id'))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    await queueDeliveries(app, sql);
    return Number(restarted.numUpdatedRows) + Number(added.numInsertedOrUpdatedRows ?? 0n);
  });
  return { webhook: await app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }), messages };
}

/** A running attempt continues, and counts. */
const restart = (sql: Sql) =>
  sql
    .updateTable('WebhookDelivery')
    .set({ state: 'pending', attempts: 0, firstAttemptAt: null, nextAttemptAt: now() });
