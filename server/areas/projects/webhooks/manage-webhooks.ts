import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Prisma, WebhookEndpoint } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import {
  LimitReachedError,
  NotFoundError,
  ValidationError,
  type FieldError,
} from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, lockName, now } from '../../../lib/database/sql.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { isAllowedHost, refusePrivateLiteral } from '../../../lib/outbound/safe-fetch-address.ts';
import { parseFetchUrl } from '../../../lib/outbound/safe-fetch.ts';
import { urlMaxCharacters } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import { requireRecentProof } from '../../access/identity/recent-proof.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import { changesOf, writeProjectLog } from '../../access/project-log/log.ts';
import { webhookMessages } from './messages.ts';
import { requireWebhookManager, visibleWebhooks, type WebhookOwner } from './policy.ts';
import { openCredentials, sealCredentials } from './webhook-credentials.ts';
import type { WebhookEventKind } from './webhook-events.ts';
import type { WebhookFormat } from './webhook-formats.ts';
import { createWebhookSecret } from './webhook-signature.ts';

const webhooksMax = 20;
const descriptionMaxCharacters = 200;
/** Hours for which the previous secret may still sign. */
const overlapMaxHours = 168;

type Row = Selectable<Tables['WebhookEndpoint']>;

/** What of a webhook its managers choose. */
export interface WebhookInput {
  url: string;
  description: string;
  format: WebhookFormat;
  kinds: readonly WebhookEventKind[];
  enabled: boolean;
}

/**
 * Returns the webhooks that the actor may see.
 * @param query selection of the rows
 */
export async function readWebhooks(
  { db }: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.WebhookEndpointDefaultArgs = {},
): Promise<WebhookEndpoint[]> {
  return db.prisma.webhookEndpoint.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, visibleWebhooks(actor)] },
  });
}

/** The row of a webhook, for GraphQL once a mutation is done. */
const reread = ({ db }: App, id: number): Promise<WebhookEndpoint> =>
  db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });

/**
 * Creates a webhook.
 * @returns the row, and the secret that signs its messages, which can't be read again
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ReauthenticationRequiredError, LimitReachedError,
 * ValidationError on `url`, `description`, `events`
 */
export async function createWebhook(
  app: App,
  actor: Actor,
  owner: WebhookOwner,
  input: WebhookInput,
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  const secret = createWebhookSecret();
  const id = await app.db.transaction(async (sql) => {
    await requireWebhookManager(sql, actor, owner);
    await requireRecentProof(sql, actor);
    const { url, ...columns } = checked(app, input);
    await lockName(sql, `webhooks ${owner.organizationId} ${owner.projectId}`);
    await refuseTooMany(sql, owner);
    const key = randomUUID();
    const added = await sql
      .insertInto('WebhookEndpoint')
      .values({
        ...owner,
        ...columns,
        key,
        credentials: sealCredentials(app, key, { url, secret, previous: null }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(app, sql, actor, owner, 'created', { host: new URL(url).host });
    return added.id;
  });
  return { webhook: await reread(app, id), secret };
}

/**
 * Changes a webhook. Enabling it clears why it was disabled.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ReauthenticationRequiredError where the URL is
 * another, ValidationError on `url`, `description`, `events`
 */
export async function updateWebhook(
  app: App,
  actor: Actor,
  id: number,
  changes: Partial<WebhookInput>,
): Promise<WebhookEndpoint> {
  await app.db.transaction(async (sql) => {
    const { row, owner } = await accessWebhook(sql, actor, id);
    const credentials = openCredentials(app, row);
    const before = {
      url: credentials?.url ?? '',
      description: row.description,
      format: row.format as WebhookFormat,
      kinds: row.kinds as WebhookEventKind[],
      enabled: row.enabled,
    };
    const { url, ...columns } = checked(app, { ...before, ...changes });
    if (url !== before.url) await requireRecentProof(sql, actor);
    if (url !== before.url && !credentials) throw unreadable();
    const enabledAgain = columns.enabled && !row.enabled;
    await sql
      .updateTable('WebhookEndpoint')
      .set({
        ...columns,
        ...(credentials &&
          url !== before.url && { credentials: sealCredentials(app, row.key, { ...credentials, url }) }),
        ...(enabledAgain && { disabledReason: null, disabledAt: null, failingSince: null }),
        ...(!columns.enabled && row.enabled && { disabledAt: now() }),
      })
      .where('id', '=', id)
      .execute();
    // Messages that waited have their three days again.
    if (enabledAgain) await restartPending(sql, id);
    const host = (of: string): string | null => URL.parse(of)?.host ?? null;
    await record(app, sql, actor, owner, 'updated', {
      host: host(url),
      changes: changesOf({ ...before, url: host(before.url) }, { ...columns, url: host(url) }),
    });
  });
  return reread(app, id);
}

/** Deletes a webhook with its log. @throws NotSignedInError, NotFoundError, NotAllowedError */
export async function deleteWebhook(app: App, actor: Actor, id: number): Promise<WebhookOwner> {
  return app.db.transaction(async (sql) => {
    const { row, owner } = await accessWebhook(sql, actor, id);
    const host = URL.parse(openCredentials(app, row)?.url ?? '')?.host ?? null;
    await sql.deleteFrom('WebhookEndpoint').where('id', '=', id).execute();
    await record(app, sql, actor, owner, 'deleted', { host });
    return owner;
  });
}

/**
 * Replaces the secret of a webhook. Until the overlap ends, messages carry signatures of both secrets.
 * @param overlapHours for which the previous secret still signs; 0: not at all
 * @returns the row, and the new secret, which can't be read again
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ReauthenticationRequiredError, ValidationError on
 * `overlapHours`
 */
export async function rotateWebhookSecret(
  app: App,
  actor: Actor,
  id: number,
  overlapHours: number,
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  const secret = createWebhookSecret();
  await app.db.transaction(async (sql) => {
    const { row, owner } = await accessWebhook(sql, actor, id);
    await requireRecentProof(sql, actor);
    if (!(overlapHours >= 0 && overlapHours <= overlapMaxHours))
      throw new ValidationError([
        { field: 'overlapHours', ...webhookMessages.WEBHOOK_OVERLAP_RANGE({ most: overlapMaxHours }) },
      ]);
    const credentials = openCredentials(app, row);
    if (!credentials) throw new ValidationError([{ field: 'id', ...webhookMessages.WEBHOOK_UNREADABLE() }]);
    const previous = overlapHours > 0 ? credentials.secret : null;
    await sql
      .updateTable('WebhookEndpoint')
      .set({
        credentials: sealCredentials(app, row.key, { url: credentials.url, secret, previous }),
        previousSecretUntil: previous === null ? null : fromNow(overlapHours * 3_600),
      })
      .where('id', '=', id)
      .execute();
    await record(app, sql, actor, owner, 'updated', { host: new URL(credentials.url).host, secret: '***' });
  });
  return { webhook: await reread(app, id), secret };
}

const unreadable = (): ValidationError =>
  new ValidationError([{ field: 'id', ...webhookMessages.WEBHOOK_UNREADABLE() }]);

/**
 * Locks a webhook for an actor who manages it.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function accessWebhook(
  sql: Sql,
  actor: Actor,
  id: number,
): Promise<{ row: Row; owner: WebhookOwner }> {
  const found = await sql
    .selectFrom('WebhookEndpoint')
    .select(['organizationId', 'projectId'])
    .where('id', '=', id)
    .executeTakeFirst();
  const owner = ownerOf(found ?? { organizationId: 0, projectId: null });
  await requireWebhookManager(sql, actor, owner).catch((error: unknown) => {
    throw error instanceof NotFoundError ? new NotFoundError(webhookMessages.WEBHOOK_NOT_FOUND()) : error;
  });
  const row = await sql
    .selectFrom('WebhookEndpoint')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFoundError(webhookMessages.WEBHOOK_NOT_FOUND());
  return { row, owner };
}

/** Whose a webhook is: the database sees to it that exactly one is set. */
export const ownerOf = ({
  organizationId,
  projectId,
}: {
  organizationId: number | null;
  projectId: number | null;
}): WebhookOwner =>
  projectId === null ? { organizationId: organizationId!, projectId } : { organizationId: null, projectId };

function checked(app: App, input: WebhookInput): WebhookInput & { kinds: WebhookEventKind[] } {
  const errors: FieldError[] = [];
  const url = storableText(input.url).trim();
  const description = storableText(input.description).trim();
  if (url.length > urlMaxCharacters)
    errors.push({ field: 'url', ...kernelMessages.TOO_LONG({ most: urlMaxCharacters }) });
  else errors.push(...urlErrors(app, url));
  if (description.length > descriptionMaxCharacters)
    errors.push({ field: 'description', ...kernelMessages.TOO_LONG({ most: descriptionMaxCharacters }) });
  if (input.kinds.length === 0) errors.push({ field: 'events', ...webhookMessages.WEBHOOK_WITHOUT_EVENTS() });
  if (errors.length > 0) throw new ValidationError(errors);
  const { format, enabled } = input;
  return { url, description, format, enabled, kinds: [...new Set(input.kinds)] };
}

/** Addresses behind names are checked at each attempt; those that are written out, here too. */
function urlErrors({ config }: App, url: string): FieldError[] {
  try {
    const parsed = parseFetchUrl(url);
    if (!isAllowedHost(parsed, config.fetchAllowHosts)) refusePrivateLiteral(parsed);
    return [];
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return [{ field: 'url', ...error.told }];
  }
}

async function refuseTooMany(sql: Sql, { organizationId, projectId }: WebhookOwner): Promise<void> {
  const rows = await sql
    .selectFrom('WebhookEndpoint')
    .select('id')
    .where('organizationId', 'is not distinct from', organizationId)
    .where('projectId', 'is not distinct from', projectId)
    .limit(webhooksMax)
    .execute();
  if (rows.length === webhooksMax)
    throw new LimitReachedError(webhookMessages.WEBHOOK_TOO_MANY({ most: webhooksMax }));
}

const restartPending = (sql: Sql, endpointId: number): Promise<unknown> =>
  sql
    .updateTable('WebhookDelivery')
    .set({ attempts: 0, firstAttemptAt: null, nextAttemptAt: now() })
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .execute();

/** Records what was done in the project's log, or in the security log of the organization. */
async function record(
  app: App,
  sql: Sql,
  actor: Actor,
  { organizationId, projectId }: WebhookOwner,
  what: 'created' | 'updated' | 'deleted',
  body: { host: string | null; changes?: object; secret?: string },
): Promise<void> {
  if (projectId !== null) return writeProjectLog(sql, actor, projectId, `webhook ${what}`, body);
  const events = {
    created: 'WEBHOOK_ADDED',
    updated: 'WEBHOOK_CHANGED',
    deleted: 'WEBHOOK_DELETED',
  } as const;
  await recordSecurity(app, sql, events[what], {
    userId: personOf(actor),
    organizationId,
    body: { name: body.host ?? '' },
  });
}
