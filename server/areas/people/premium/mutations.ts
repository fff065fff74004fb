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
import { endSubscription, type Refunded } from './end-subscription.ts';
import { claimPayments, readInstallation, type Installation } from './stripe-installation.ts';
import {
  listParkedEvents,
  listReturnedPayments,
  listSubscriptionMatters,
  retryParkedEvents,
  type PaymentParty,
  type ParkedEvent,
  type ReturnedPayment,
  type SubscriptionMatter,
} from './payment-cases.ts';

const only = 'Administrators only.';
const whose = {
  buyer: 'Name of the person or organization that it concerns. Null when neither is known any more.',
  userId: 'Global ID of the person whom it concerns. Null when it concerns an organization.',
  organizationId: 'Global ID of the organization that it concerns. Null when it concerns a person.',
  customer: "The customer's ID at the payment service.",
};
const userIdOf = ({ userId }: PaymentParty) => globalIdOf('User', userId);
const organizationIdOf = ({ organizationId }: PaymentParty) => globalIdOf('Organization', organizationId);

const SubscriptionMatterKindType = builder.enumType('SubscriptionMatterKind', {
  description: 'Why an administrator should know of a subscription.',
  values: {
    surplus: { description: 'The customer has another one that counts, and pays twice.' },
    unknownPlan: {
      description: 'It is paid for, but no plan is configured for its price, and none was known before.',
    },
    paused: { description: 'Nothing is collected, because the account is stopped.' },
  } as const,
});

const SubscriptionMatterType = builder
  .objectRef<SubscriptionMatter>('SubscriptionMatter')
  .implement({
    description: 'A subscription that an administrator should know of.',
    fields: (t) => ({
      kind: t.expose('kind', { type: SubscriptionMatterKindType, description: 'Why.' }),
      subscription: t.exposeString('subscription', { description: 'Its ID at the payment service.' }),
      status: t.exposeString('status', { description: 'As the payment service names it, such as `active`.' }),
      startedAt: t.expose('startedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it, or its present period, began. Null when unknown.',
      }),
      customer: t.exposeString('customer', { description: whose.customer }),
      buyer: t.exposeString('buyer', { nullable: true, description: whose.buyer }),
      userId: t.id({ nullable: true, description: whose.userId, resolve: userIdOf }),
      organizationId: t.id({ nullable: true, description: whose.organizationId, resolve: organizationIdOf }),
    }),
  });

const ReturnedPaymentType = builder
  .objectRef<ReturnedPayment>('ReturnedPayment')
  .implement({
    description: 'A payment that was refunded or disputed, in whole or in part.',
    fields: (t) => ({
      payment: t.exposeString('id', { description: 'The payment intent at the payment service.' }),
      currency: t.exposeString('currency', { description: 'ISO 4217 code, lower case.' }),
      total: t.exposeFloat('total', { description: "What was paid, in the currency's smallest unit." }),
      refunded: t.exposeFloat('refunded', { description: 'What was refunded of it.' }),
      disputed: t.exposeFloat('disputed', {
        description:
          'What the payment service has withdrawn for disputes: open ones and those that were lost.',
      }),
      disputeStatus: t.exposeString('disputeStatus', {
        nullable: true,
        description: 'Status of the last dispute, as the payment service names it. Null when there was none.',
      }),
      charactersTaken: t.exposeFloat('taken', {
        nullable: true,
        description: 'Characters taken back from the organization. Null for a subscription of the studio.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When Parlance learned of it.' }),
      customer: t.exposeString('customer', { description: whose.customer }),
      buyer: t.exposeString('buyer', { nullable: true, description: whose.buyer }),
      userId: t.id({ nullable: true, description: whose.userId, resolve: userIdOf }),
      organizationId: t.id({ nullable: true, description: whose.organizationId, resolve: organizationIdOf }),
    }),
  });

const ParkedEventType = builder
  .objectRef<ParkedEvent>('ParkedPaymentEvent')
  .implement({
    description: 'An event of the payment service that could not be acted on.',
    fields: (t) => ({
      event: t.exposeString('id', { description: 'Its ID at the payment service.' }),
      type: t.exposeString('type', { description: 'Its type, such as `invoice.paid`.' }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'What the last attempt failed with, in English. Null when unknown.',
      }),
      parkedAt: t.expose('parkedAt', { type: 'DateTime', description: 'When it was given up.' }),
    }),
  });

const InstallationType = builder
  .objectRef<Installation>('PaymentInstallation')
  .implement({
    description: 'Which server the payments of this database belong to.',
    fields: (t) => ({
      publicUrl: t.exposeString('publicUrl', { description: 'Address of the server that they belong to.' }),
      isHere: t.exposeBoolean('isHere', {
        description: 'Whether that is this server. Otherwise payments wait for `claimPayments`.',
      }),
    }),
  });

builder.queryFields((t) => ({
  subscriptionMatters: t.field({
    type: [SubscriptionMatterType],
    description: `Subscriptions that are surplus, of no known plan, or paused, newest customers first, at most 200. ${only}`,
    resolve: (_, __, { app, actor }) => listSubscriptionMatters(app, actor),
  }),
  returnedPayments: t.field({
    type: [ReturnedPaymentType],
    description: `Payments that were refunded or disputed, newest first, at most 200. ${only}`,
    resolve: (_, __, { app, actor }) => listReturnedPayments(app, actor),
  }),
  parkedPaymentEvents: t.field({
    type: [ParkedEventType],
    description: `Events of the payment service that were given up, newest first, at most 200. ${only}`,
    resolve: (_, __, { app, actor }) => listParkedEvents(app, actor),
  }),
  paymentInstallation: t.field({
    type: InstallationType,
    nullable: true,
    description: `Which server the payments belong to. Null when payments are not set up. ${only}`,
    resolve: (_, __, { app, actor }) => readInstallation(app, actor),
  }),
}));

const refunds = ['none', 'last', 'all'] as const satisfies readonly Refunded[];

const SubscriptionRefundType = builder.enumType('SubscriptionRefund', {
  description: 'Which payments of a subscription are refunded.',
  values: {
    [refunds[0]]: { description: 'None.' },
    [refunds[1]]: { description: 'The last one.' },
    [refunds[2]]: { description: 'All.' },
  } as const,
});

builder.relayMutationField(
  'endSubscription',
  {
    description: 'The subscription, what to refund, and why.',
    inputFields: (t) => ({
      subscription: t.string({ description: 'Its ID at the payment service.' }),
      refund: t.field({ type: SubscriptionRefundType, description: 'Which payments to refund.' }),
      why: t.string({ description: 'Reason, for the administration log; at most 500 characters.' }),
    }),
  },
  {
    description: `Ends a subscription at once and refunds what was paid for it. Sent again, it refunds nothing twice. ${only}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => ({ refunds: await endSubscription(app, actor, input) }),
  },
  {
    name: 'EndSubscriptionSuccess',
    description: 'The subscription has ended.',
    outputFields: (t) => ({
      refunds: t.exposeInt('refunds', { description: 'Payments that were refunded.' }),
    }),
  },
);

builder.relayMutationField(
  'retryPaymentEvents',
  null,
  {
    description: `Tries all events again that were given up. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: async (_, __, { app, actor }) => ({ events: await retryParkedEvents(app, actor) }),
  },
  {
    name: 'RetryPaymentEventsSuccess',
    description: 'The events are tried again.',
    outputFields: (t) => ({ events: t.exposeInt('events', { description: 'How many.' }) }),
  },
);

builder.relayMutationField(
  'claimPayments',
  {
    description: 'What this server is.',
    inputFields: (t) => ({
      isCopy: t.boolean({
        description:
          'Whether its database is a copy, such as a restored backup: it then forgets the customers of the original. Otherwise the server has moved, and goes on with them.',
      }),
    }),
  },
  {
    description: `Says what a server is whose database belongs to another address, so that payments go on. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => ({
      installation: await claimPayments(app, actor, input),
    }),
  },
  {
    name: 'ClaimPaymentsSuccess',
    description: 'Payments belong to this server.',
    outputFields: (t) => ({
      installation: t.expose('installation', { type: InstallationType, description: 'The installation.' }),
    }),
  },
);
