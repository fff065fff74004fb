import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ReauthenticationRequiredError, ValidationError } from '../../../kernel/errors.ts';
import { OrganizationType, organizationIds, organizationIdOf } from '../../access/organizations/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './manage-webhooks.ts';
import { webhookMessages } from './messages.ts';
import { readOrganization, readProject } from './owner-webhooks.ts';
import type { WebhookOwner } from './policy.ts';
import { WebhookDeliveryType, WebhookEventKindType, WebhookFormatType, WebhookType } from './types.ts';
import { replayWebhook, resendWebhookDelivery, testWebhook } from './webhook-log.ts';

const needs = 'Requires the role of maintainer in the organization or project, and a signed-in user.';
const webhookId = 'Global ID or database ID of the webhook.';
const secretDescription = "Secret that signs the messages, `whsec_…`. It can't be shown again.";
const identity = 'Requires a recent identity confirmation: see `confirmIdentity`.';

builder.relayMutationField(
  'createWebhook',
  {
    description: 'The webhook, and either the organization or the project whose events it gets.',
    inputFields: (t) => ({
      organization: t.id({
        required: false,
        description: `${organizationIds}, for events of all its projects.`,
      }),
      project: t.id({
        required: false,
        description: 'Global ID or database ID of the project, for its events alone.',
      }),
      url: t.string({ description: 'URL that gets the messages, `https://…` or `http://…`.' }),
      description: t.string({
        required: false,
        description: 'What it is for, at most 200 characters. Defaults to nothing.',
      }),
      format: t.field({
        type: WebhookFormatType,
        required: false,
        description: 'What its messages look like. Defaults to `STANDARD`.',
      }),
      events: t.field({
        type: [WebhookEventKindType],
        description: 'Kinds of events that it gets, at least one.',
      }),
      enabled: t.boolean({ required: false, description: 'Whether messages are sent. Defaults to true.' }),
    }),
  },
  {
    description: `Creates a webhook. An organization or project can have up to 20. ${needs} ${identity}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) =>
      createWebhook(app, actor, await ownerIn(app, input), {
        url: input.url,
        description: input.description ?? '',
        format: input.format ?? 'standard',
        kinds: input.events,
        enabled: input.enabled ?? true,
      }),
  },
  {
    name: 'CreateWebhookSuccess',
    description: 'The webhook has been created.',
    outputFields: (t) => ({
      webhook: t.expose('webhook', { type: WebhookType, description: 'The new webhook.' }),
      secret: t.exposeString('secret', { description: secretDescription }),
      project: t.prismaField({
        type: ProjectType,
        nullable: true,
        description: 'Its project. Null if it belongs to an organization.',
        resolve: (query, { webhook }, _, { app }) => readProject(app, webhook.projectId, query),
      }),
      organization: t.prismaField({
        type: OrganizationType,
        nullable: true,
        description: 'Its organization. Null if it belongs to a project.',
        resolve: (query, { webhook }, _, { app }) => readOrganization(app, webhook.organizationId, query),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateWebhook',
  {
    description: 'The webhook, and what to change. Fields that are left out or null stay as they are.',
    inputFields: (t) => ({
      id: t.id({ description: webhookId }),
      url: t.string({ required: false, description: 'URL that gets the messages.' }),
      description: t.string({ required: false, description: 'What it is for, at most 200 characters.' }),
      format: t.field({
        type: WebhookFormatType,
        required: false,
        description: 'What its messages look like.',
      }),
      events: t.field({
        type: [WebhookEventKindType],
        required: false,
        description: 'Kinds of events that it gets, at least one.',
      }),
      enabled: t.boolean({ required: false, description: 'Whether messages are sent.' }),
    }),
  },
  {
    description: `Changes a webhook. ${needs} Another URL requires a recent identity confirmation, too.`,
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: async (_, { input: { id, url, description, format, events, enabled } }, { app, actor }) => ({
      webhook: await updateWebhook(app, actor, databaseId('Webhook', id), {
        ...(url != null && { url }),
        ...(description != null && { description }),
        ...(format != null && { format }),
        ...(events != null && { kinds: events }),
        ...(enabled != null && { enabled }),
      }),
    }),
  },
  {
    name: 'UpdateWebhookSuccess',
    description: 'The webhook has been changed.',
    outputFields: (t) => ({
      webhook: t.expose('webhook', { type: WebhookType, description: 'The updated webhook.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteWebhook',
  { description: 'The webhook to delete.', inputFields: (t) => ({ id: t.id({ description: webhookId }) }) },
  {
    description: `Deletes a webhook and its log. Pending messages are not sent. ${needs}`,
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) =>
      deleteWebhook(app, actor, databaseId('Webhook', input.id)),
  },
  {
    name: 'DeleteWebhookSuccess',
    description: 'The webhook has been deleted.',
    outputFields: (t) => ({
      project: t.prismaField({
        type: ProjectType,
        nullable: true,
        description: 'Its project. Null if it belonged to an organization.',
        resolve: (query, { projectId }, _, { app }) => readProject(app, projectId, query),
      }),
      organization: t.prismaField({
        type: OrganizationType,
        nullable: true,
        description: 'Its organization. Null if it belonged to a project.',
        resolve: (query, { organizationId }, _, { app }) => readOrganization(app, organizationId, query),
      }),
    }),
  },
);

builder.relayMutationField(
  'rotateWebhookSecret',
  {
    description: 'The webhook, and for how long its previous secret still signs.',
    inputFields: (t) => ({
      id: t.id({ description: webhookId }),
      overlapHours: t.int({
        required: false,
        description:
          'Hours for which messages are also signed with the previous secret, 0 to 168. Defaults to 24.',
      }),
    }),
  },
  {
    description: `Replaces the secret of a webhook. ${needs} ${identity}`,
    errors: { types: [...accessErrors, ValidationError, ReauthenticationRequiredError] },
    resolve: (_, { input: { id, overlapHours } }, { app, actor }) =>
      rotateWebhookSecret(app, actor, databaseId('Webhook', id), overlapHours ?? 24),
  },
  {
    name: 'RotateWebhookSecretSuccess',
    description: 'The secret has been replaced.',
    outputFields: (t) => ({
      webhook: t.expose('webhook', { type: WebhookType, description: 'The updated webhook.' }),
      secret: t.exposeString('secret', { description: secretDescription }),
    }),
  },
);

builder.relayMutationField(
  'testWebhook',
  { description: 'The webhook to test.', inputFields: (t) => ({ id: t.id({ description: webhookId }) }) },
  {
    description: `Sends a message of type \`webhook.test\` to a webhook. It's delivered and logged like any other. ${needs}`,
    errors: { types: [...accessErrors, LimitReachedError] },
    resolve: async (_, { input }, { app, actor }) => ({
      delivery: await testWebhook(app, actor, databaseId('Webhook', input.id)),
    }),
  },
  {
    name: 'TestWebhookSuccess',
    description: 'The message is on its way.',
    outputFields: (t) => ({
      delivery: t.expose('delivery', { type: WebhookDeliveryType, description: 'The delivery.' }),
    }),
  },
);

builder.relayMutationField(
  'resendWebhookDelivery',
  {
    description: 'The delivery to send again.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the delivery.' }) }),
  },
  {
    description: `Sends a message again with the same \`webhook-id\`, whether or not it was delivered. ${needs}`,
    errors: { types: [...accessErrors, LimitReachedError] },
    resolve: async (_, { input }, { app, actor }) => ({
      delivery: await resendWebhookDelivery(
        app,
        actor,
        databaseId('WebhookDelivery', input.id, Number.MAX_SAFE_INTEGER),
      ),
    }),
  },
  {
    name: 'ResendWebhookDeliverySuccess',
    description: 'The message is on its way again.',
    outputFields: (t) => ({
      delivery: t.expose('delivery', { type: WebhookDeliveryType, description: 'The delivery.' }),
    }),
  },
);

builder.relayMutationField(
  'replayWebhook',
  {
    description: 'The webhook, and the time from which to resend events.',
    inputFields: (t) => ({
      id: t.id({ description: webhookId }),
      since: t.field({
        type: 'DateTime',
        description: 'Events since then are sent. The log goes back 30 days.',
      }),
    }),
  },
  {
    description:
      'Sends again, in order and with the same `webhook-id`, every event since a time that the webhook ' +
      `subscribes to now, also those that happened while it was disabled. ${needs}`,
    errors: { types: [...accessErrors, LimitReachedError] },
    resolve: async (_, { input: { id, since } }, { app, actor }) =>
      replayWebhook(app, actor, databaseId('Webhook', id), since),
  },
  {
    name: 'ReplayWebhookSuccess',
    description: 'The messages are on their way.',
    outputFields: (t) => ({
      webhook: t.expose('webhook', { type: WebhookType, description: 'The webhook.' }),
      messages: t.exposeInt('messages', { description: 'Number of messages being resent.' }),
    }),
  },
);

/** @throws ValidationError unless exactly one of the two is given */
async function ownerIn(
  app: App,
  { organization, project }: { organization?: string | null; project?: string | null },
): Promise<WebhookOwner> {
  if (project != null && organization == null)
    return { organizationId: null, projectId: databaseId('Project', project) };
  if (organization != null && project == null)
    return { organizationId: await organizationIdOf({ app }, organization), projectId: null };
  throw new ValidationError([{ field: 'organization', ...webhookMessages.WEBHOOK_OWNER_MISSING() }]);
}
