import { builder } from '../../../graphql/builder.ts';
import { pageCost, pageMax } from '../../../graphql/connection-by-id.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { pageSizes } from '../../../product.ts';
import { OrganizationType } from '../../access/organizations/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { readWebhooks } from './manage-webhooks.ts';
import { managedProject, managedOrganization } from './owner-webhooks.ts';
import {
  WebhookDeliveryStateType,
  WebhookDeliveryType,
  WebhookDisabledReasonType,
  WebhookEventKindType,
  WebhookFormatType,
  WebhookType,
} from './types.ts';
import { messageIdOf } from './webhook-body.ts';
import { openCredentials } from './webhook-credentials.ts';
import { webhookEventKinds } from './webhook-events.ts';
import { disabledReasonIn } from './webhook-mail.ts';
import { webhookFormats } from './webhook-formats.ts';
import { readWebhookDeliveries } from './webhook-log.ts';

refetchable(WebhookType, ({ app, actor }, ids, query) => readWebhooks(app, actor, ids, query));
refetchable(
  WebhookDeliveryType,
  ({ app, actor }, ids, query) => readWebhookDeliveries(app, actor, ids, query),
  Number.MAX_SAFE_INTEGER,
);

builder.prismaObjectFields(WebhookType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the webhook, as used in dashboard URLs.' }),
  url: t.string({
    nullable: true,
    description: 'URL that receives the messages. Null if this server lacks the key that encrypted it.',
    select: { key: true, credentials: true },
    resolve: (row, _, { app }) => openCredentials(app, row)?.url ?? null,
  }),
  description: t.exposeString('description', { description: 'What the webhook is for. May be empty.' }),
  format: t.field({
    type: WebhookFormatType,
    description: 'What its messages look like.',
    select: { format: true },
    resolve: ({ format }) => webhookFormats.find((one) => one === format) ?? 'standard',
  }),
  events: t.field({
    type: [WebhookEventKindType],
    description: 'Kinds of events that it gets.',
    select: { kinds: true },
    resolve: ({ kinds }) => webhookEventKinds.filter((kind) => kinds.includes(kind)),
  }),
  enabled: t.exposeBoolean('enabled', {
    description: 'Whether messages are sent. What happens while it is disabled can be replayed.',
  }),
  disabledReason: t.field({
    type: WebhookDisabledReasonType,
    nullable: true,
    description: 'Why Parlance disabled it. Null if it is enabled, or a person disabled it.',
    select: { disabledReason: true },
    resolve: ({ disabledReason }) => disabledReasonIn(disabledReason),
  }),
  disabledAt: t.expose('disabledAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was disabled. Null if it is enabled.',
  }),
  previousSecretExpiresAt: t.expose('previousSecretUntil', {
    type: 'DateTime',
    nullable: true,
    description: 'Until when messages are also signed with the previous secret. Null if there is none.',
  }),
  firstFailureAt: t.expose('failingSince', {
    type: 'DateTime',
    nullable: true,
    description: 'First failed attempt since the last successful one. Null if the last one succeeded.',
  }),
  lastSuccessAt: t.expose('lastSuccessAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Last successful attempt. Null if there was none.',
  }),
  lastFailureAt: t.expose('lastFailureAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Last failed attempt. Null if there was none.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
}));

builder.prismaObjectFields(WebhookType, (t) => ({
  pending: t.relationCount('deliveries', {
    description: 'Messages that are due or wait for their next attempt.',
    where: { state: 'pending' },
  }),
  deliveries: t.relatedConnection('deliveries', {
    cursor: 'id',
    complexity: pageCost(5),
    defaultSize: pageSizes.log,
    maxSize: pageMax,
    description: 'Messages of the last 30 days, newest first.',
    args: {
      state: t.arg({
        type: WebhookDeliveryStateType,
        required: false,
        description: 'Only those of this state.',
      }),
      event: t.arg({
        type: WebhookEventKindType,
        required: false,
        description: 'Only those of this kind of event.',
      }),
    },
    query: ({ state, event }) => ({
      where: { ...(state && { state }), ...(event && { event: { kind: event } }) },
      orderBy: { eventId: 'desc' },
    }),
  }),
}));

builder.prismaObjectFields(WebhookDeliveryType, (t) => ({
  messageId: t.string({
    description: 'Header `webhook-id`: the same for every attempt.',
    select: { eventId: true },
    resolve: ({ eventId }) => messageIdOf(eventId),
  }),
  type: t.string({
    description: 'Kind of event as in the message, such as `article.ready`.',
    select: { event: { select: { kind: true } } },
    resolve: ({ event }) => event.kind,
  }),
  subject: t.exposeString('subject', {
    description: 'What it is about, such as `article 12`. Messages about the same thing are sent in order.',
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'When the event happened.',
    select: { event: { select: { createdAt: true } } },
    resolve: ({ event }) => event.createdAt,
  }),
  state: t.expose('state', { type: WebhookDeliveryStateType, description: 'Outcome.' }),
  nextAttemptAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the next attempt is due. Null unless the state is `PENDING`.',
    select: { state: true, nextAttemptAt: true },
    resolve: ({ state, nextAttemptAt }) => (state === 'pending' ? nextAttemptAt : null),
  }),
  requestBody: t.exposeString('body', {
    nullable: true,
    description: 'Body of the last request. Null if none was made.',
  }),
  attempts: t.relation('tries', {
    description: 'The last 50 attempts, newest first.',
    query: { orderBy: { id: 'desc' }, take: 50 },
  }),
  webhook: t.relation('endpoint', { description: 'Webhook that gets it.' }),
}));

builder.prismaObject('WebhookAttempt', {
  description: 'One request to a webhook.',
  select: { id: true },
  fields: (t) => ({
    createdAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was made.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response. Null if there was none.',
    }),
    responseBody: t.exposeString('response', {
      nullable: true,
      description: 'First 4,000 characters of the response body. Null if there was no response.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why there was no response, in English. Null if there was one.',
    }),
    errorNotices: t.field({
      type: [NoticeType],
      nullable: true,
      description: noticesDescription('error'),
      select: { errorNotices: true },
      resolve: ({ errorNotices }) => noticesIn(errorNotices),
    }),
  }),
});

builder.prismaObjectField(ProjectType, 'webhooks', (t) =>
  t.field({
    type: [WebhookType],
    nullable: true,
    description:
      'Webhooks of the project, oldest first. Null unless the caller is a maintainer. Those of its organization get its events, too.',
    select: (_, { actor }, nested) => ({
      ...managedProject.select(actor),
      webhooks: nested({ orderBy: { id: 'asc' } }),
    }),
    resolve: ({ webhooks, ...project }, _, { actor }) =>
      managedProject.manages(actor, project) ? webhooks : null,
  }),
);

builder.prismaObjectField(OrganizationType, 'webhooks', (t) =>
  t.field({
    type: [WebhookType],
    nullable: true,
    description:
      'Webhooks of the organization, oldest first: they get the events of all its projects. Null unless the caller is a maintainer.',
    select: (_, { actor }, nested) => ({
      ...managedOrganization.select(actor),
      webhooks: nested({ orderBy: { id: 'asc' } }),
    }),
    resolve: ({ webhooks, ...organization }, _, { actor }) =>
      managedOrganization.manages(actor, organization) ? webhooks : null,
  }),
);
