import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { globalIdOf } from '../../../graphql/ids.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ReauthenticationRequiredError,
  ValidationError,
} from '../../../kernel/errors.ts';
import { endSubscription, type RefundChoice } from './end-subscription.ts';
import { claimPayments, readInstallation, type Installation } from './stripe-installation.ts';
import {
  listFailedPaymentEvents,
  listReversedPayments,
  listSubscriptionIssues,
  retryFailedPaymentEvents,
  type PaymentParty,
  type ParkedEvent,
  type ReversedPayment,
  type SubscriptionIssue,
} from './payment-cases.ts';

const only = 'Administrators only.';
const whose = {
  buyer: 'Name of the person or organization that it concerns. Null if neither is known any longer.',
  userId: 'Global ID of the person whom it concerns. Null when it concerns an organization.',
  organizationId: 'Global ID of the organization that it concerns. Null when it concerns a person.',
  customer: "The customer's ID at the payment service.",
};
const userIdOf = ({ userId }: PaymentParty) => globalIdOf('User', userId);
const organizationIdOf = ({ organizationId }: PaymentParty) => globalIdOf('Organization', organizationId);

const SubscriptionMatterKindType = builder.enumType('SubscriptionIssueKind', {
  description: "Why a subscription needs an administrator's attention.",
  values: {
    surplus: { description: 'The customer has another active subscription and pays twice.' },
    unknownPlan: {
      description: 'It is paid for, but no plan is configured for its price, and none was known before.',
    },
    paused: { description: 'Nothing is charged, because the account is suspended.' },
  } as const,
});

const SubscriptionMatterType = builder
  .objectRef<SubscriptionIssue>('SubscriptionIssue')
  .implement({
    description: "A subscription that needs an administrator's attention.",
    fields: (t) => ({
      kind: t.expose('kind', { type: SubscriptionMatterKindType, description: 'Why it needs attention.' }),
      subscription: t.exposeString('subscription', {
        description: 'ID of the subscription at the payment service.',
      }),
      status: t.exposeString('status', { description: 'Status at the payment service, such as `active`.' }),
      startedAt: t.expose('startedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it, or its current period, began. Null if unknown.',
      }),
      customer: t.exposeString('customer', { description: whose.customer }),
      buyer: t.exposeString('buyer', { nullable: true, description: whose.buyer }),
      userId: t.id({ nullable: true, description: whose.userId, resolve: userIdOf }),
      organizationId: t.id({ nullable: true, description: whose.organizationId, resolve: organizationIdOf }),
    }),
  });

const ReturnedPaymentType = builder
  .objectRef<ReversedPayment>('ReversedPayment')
  .implement({
    description: 'A payment that was fully or partly refunded or disputed.',
    fields: (t) => ({
      payment: t.exposeString('id', { description: 'ID of the payment intent at the payment service.' }),
      currency: t.exposeString('currency', { description: 'ISO 4217 code in lower case, such as `eur`.' }),
      total: t.exposeFloat('total', { description: "Amount paid, in the currency's smallest unit." }),
      refunded: t.exposeFloat('refunded', { description: 'Amount refunded.' }),
      disputed: t.exposeFloat('disputed', {
        description: 'Amount withdrawn by the payment service for open and lost disputes.',
      }),
      disputeStatus: t.exposeString('disputeStatus', {
        nullable: true,
        description: 'Status of the last dispute at the payment service. Null if there was none.',
      }),
      charactersDeducted: t.exposeFloat('taken', {
        nullable: true,
        description: 'Characters taken back from the organization. Null for a studio subscription.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When Parlance was notified.' }),
      customer: t.exposeString('customer', { description: whose.customer }),
      buyer: t.exposeString('buyer', { nullable: true, description: whose.buyer }),
      userId: t.id({ nullable: true, description: whose.userId, resolve: userIdOf }),
      organizationId: t.id({ nullable: true, description: whose.organizationId, resolve: organizationIdOf }),
    }),
  });

const ParkedEventType = builder
  .objectRef<ParkedEvent>('FailedPaymentEvent')
  .implement({
    description: 'An event of the payment service that could not be processed.',
    fields: (t) => ({
      event: t.exposeString('id', { description: 'ID of the subscription at the payment service.' }),
      type: t.exposeString('type', { description: 'Type, such as `invoice.paid`.' }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'Error of the last attempt, in English. Null if unknown.',
      }),
      parkedAt: t.expose('parkedAt', { type: 'DateTime', description: 'When retries stopped.' }),
    }),
  });

const InstallationType = builder
  .objectRef<Installation>('PaymentInstallation')
  .implement({
    description: 'The server that handles the payments of this database.',
    fields: (t) => ({
      publicUrl: t.exposeString('publicUrl', { description: 'URL of that server.' }),
      isCurrent: t.exposeBoolean('isCurrent', {
        description: 'Whether it is this server. If not, payments are on hold until `claimPayments`.',
      }),
    }),
  });

builder.queryFields((t) => ({
  subscriptionIssues: t.field({
    type: [SubscriptionMatterType],
    description: `Subscriptions that are surplus, of no known plan, or paused, newest customers first, at most 200. ${only}`,
    resolve: (_, __, { app, actor }) => listSubscriptionIssues(app, actor),
  }),
  reversedPayments: t.field({
    type: [ReturnedPaymentType],
    description: `Payments that were refunded or disputed, newest first, at most 200. ${only}`,
    resolve: (_, __, { app, actor }) => listReversedPayments(app, actor),
  }),
  failedPaymentEvents: t.field({
    type: [ParkedEventType],
    description: `Events of the payment service that could not be processed, newest first, at most 200. ${only}`,
    resolve: (_, __, { app, actor }) => listFailedPaymentEvents(app, actor),
  }),
  paymentInstallation: t.field({
    type: InstallationType,
    nullable: true,
    description: `Which server the payments belong to. Null when payments are not set up. ${only}`,
    resolve: (_, __, { app, actor }) => readInstallation(app, actor),
  }),
}));

const refunds = ['none', 'last', 'all'] as const satisfies readonly RefundChoice[];

const SubscriptionRefundType = builder.enumType('SubscriptionRefund', {
  description: 'Which payments of a subscription to refund.',
  values: {
    [refunds[0]]: { description: 'None.' },
    [refunds[1]]: { description: 'The last payment.' },
    [refunds[2]]: { description: 'All payments.' },
  } as const,
});

builder.relayMutationField(
  'endSubscription',
  {
    description: 'The subscription, what to refund, and the reason.',
    inputFields: (t) => ({
      subscription: t.string({ description: 'ID of the subscription at the payment service.' }),
      refund: t.field({ type: SubscriptionRefundType, description: 'Which payments to refund.' }),
      reason: t.string({ description: 'Reason, for the administration log. At most 500 characters.' }),
    }),
  },
  {
    description: `Ends a subscription immediately and refunds what was paid for it. Repeating the call doesn’t refund anything twice. ${only}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => ({ refunds: await endSubscription(app, actor, input) }),
  },
  {
    name: 'EndSubscriptionSuccess',
    description: 'The subscription has ended.',
    outputFields: (t) => ({
      refunds: t.exposeInt('refunds', { description: 'Number of refunded payments.' }),
    }),
  },
);

builder.relayMutationField(
  'retryPaymentEvents',
  null,
  {
    description: `Retries all failed events. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: async (_, __, { app, actor }) => ({ events: await retryFailedPaymentEvents(app, actor) }),
  },
  {
    name: 'RetryPaymentEventsSuccess',
    description: 'The events are being retried.',
    outputFields: (t) => ({ events: t.exposeInt('events', { description: 'Number of events.' }) }),
  },
);

builder.relayMutationField(
  'claimPayments',
  {
    description: 'Role of this server.',
    inputFields: (t) => ({
      isCopy: t.boolean({
        description:
          'Whether the database is a copy, such as a restored backup. If true, it forgets the ' +
          'customers of the original. If false, the server has moved and keeps them.',
      }),
    }),
  },
  {
    description: `Declares whether a server whose database belongs to another address was moved or copied, so that payments continue. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => ({
      installation: await claimPayments(app, actor, input),
    }),
  },
  {
    name: 'ClaimPaymentsSuccess',
    description: 'This server now handles payments.',
    outputFields: (t) => ({
      installation: t.expose('installation', { type: InstallationType, description: 'The installation.' }),
    }),
  },
);
