import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { globalIdOf } from '../../../graphql/ids.ts';
import { noticeOrNull, NoticeType } from '../../../graphql/notice-type.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { organizationIdOrNull, OrganizationType } from '../../access/organizations/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { StudioType } from '../studio/types.ts';
import { openCheckout, openPortal } from './checkout.ts';
import { premiumMessages } from './messages.ts';
import { listComparisons, type Comparison, type NamedDifference } from './payment-comparisons.ts';
import { organizationPlans, premiumOf, type OwnPremium } from './plans.ts';
import { charactersAddedBy, buyersOf, mayBuy, purchasingOf, type Purchasing } from './purchasing.ts';

const PlanType = builder
  .objectRef<OwnPremium['plans'][number]>('PremiumPlan')
  .implement({
    description: 'A plan or product for sale.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Key of the plan, for `openCheckout`.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
      amount: t.exposeString('priceText', {
        description: 'Price as display text. Empty if only the checkout shows it.',
      }),
      minutes: t.exposeInt('minutes', {
        nullable: true,
        description: 'Minutes of audio per period. Null for products for organizations.',
      }),
      characters: t.exposeInt('characters', {
        nullable: true,
        description: 'Characters bought once, for an organization. Null for studio plans.',
      }),
    }),
  });

const PremiumType = builder
  .objectRef<OwnPremium>('Premium')
  .implement({
    description: 'Studio purchases of the signed-in user.',
    fields: (t) => ({
      available: t.exposeBoolean('available', {
        description: 'Whether anything is for sale here: the operator has set up payments and plans.',
      }),
      unavailableNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'Why nothing is for sale. Null if something is.',
        resolve: ({ available }) => noticeOrNull(available ? null : premiumMessages.PREMIUM_NOT_SET_UP()),
      }),
      plans: t.expose('plans', { type: [PlanType], description: 'Studio plans.' }),
      plan: t.expose('plan', { type: PlanType, nullable: true, description: 'Current plan. Null if none.' }),
      paid: t.exposeBoolean('paid', {
        description: 'Whether the plan is paid for, or overdue within the grace period.',
      }),
      periodEndsAt: t.expose('periodEndsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the current period ends. Null if there is no plan.',
      }),
      cancelsAtPeriodEnd: t.exposeBoolean('cancelsAtPeriodEnd', {
        description: 'Whether the plan was canceled and ends with the period.',
      }),
      graceEndsAt: t.expose('graceEndsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'End of the grace period after a failed payment. Null if no payment has failed.',
      }),
      manageable: t.exposeBoolean('manageable', {
        description: 'Whether `openBillingPortal` has anything to show: invoices, cards or the plan.',
      }),
    }),
  });

builder.objectField(StudioType, 'premium', (t) =>
  t.field({
    type: PremiumType,
    description: "Studio plans, and the user's current one.",
    resolve: ({ userId }, _, { app }) => premiumOf(app, userId),
  }),
);

builder.queryField('organizationPlans', (t) =>
  t.field({
    type: [PlanType],
    description: 'Products for organizations. Empty if payments are not set up.',
    resolve: (_, __, { app }) => organizationPlans(app),
  }),
);

const PurchasingType = builder
  .objectRef<Purchasing>('OrganizationPurchasing')
  .implement({
    description: 'Products for an organization, shown to callers who may buy for it.',
    fields: (t) => ({
      plans: t.expose('plans', {
        type: [PlanType],
        description: 'Products. Empty if payments are not set up.',
      }),
      manageable: t.exposeBoolean('manageable', {
        description: 'Whether `openBillingPortal` has anything to show: there is an earlier purchase.',
      }),
      added: t.int({
        nullable: true,
        description: 'Characters that a payment added to the balance. Null until it arrives.',
        args: {
          payment: t.arg.string({ description: 'ID of the checkout, from the URL that it returns to.' }),
        },
        resolve: ({ organizationId }, { payment }, { app }) =>
          charactersAddedBy(app, organizationId, payment),
      }),
    }),
  });

builder.prismaObjectField(OrganizationType, 'purchasing', (t) =>
  t.field({
    type: PurchasingType,
    nullable: true,
    description: 'Products for the organization. Null unless the caller is a maintainer of it.',
    select: (_, { actor }) => ({ id: true, ...buyersOf(actor) }),
    resolve: ({ id, members }, _, { app, actor }) =>
      mayBuy(actor, { members }) ? purchasingOf(app, id) : null,
  }),
);

builder.prismaObjectField(ProjectType, 'charactersSoldBy', (t) =>
  t.string({
    nullable: true,
    description:
      'Slug of its organization if the caller can buy characters for it. Null if nothing is for ' +
      'sale or the caller may not buy.',
    select: (_, { actor }) => ({
      organization: { select: { slug: true, account: { select: { verified: true } }, ...buyersOf(actor) } },
    }),
    // Invoiced accounts have nothing to buy.
    resolve: ({ organization }, _, { app, actor }) =>
      organization &&
      !organization.account?.verified &&
      mayBuy(actor, organization) &&
      organizationPlans(app).length > 0
        ? organization.slug
        : null,
  }),
);

const buying = [...accessErrors, ValidationError, LimitReachedError];

builder.relayMutationField(
  'openCheckout',
  {
    description: 'The product to buy.',
    inputFields: (t) => ({
      plan: t.string({
        required: false,
        description:
          'Key of the plan. Defaults to the first studio plan, or to the first product for ' +
          'organizations.',
      }),
      organization: t.id({
        required: false,
        description:
          'Slug, global ID or database ID of the organization that buys characters. If omitted, the ' +
          'user buys a studio plan.',
      }),
    }),
  },
  {
    description:
      'Starts a checkout. The browser goes to `url` and returns to `/studio?payment-success=true` ' +
      'or `/studio?payment-success=false`; for an organization, to its page with the same ' +
      'parameters. For an organization, requires a maintainer.',
    errors: { types: buying },
    resolve: async (_, { input: { plan, organization } }, { app, actor }) =>
      openCheckout(app, actor, { plan, organizationId: await organizationIdOrNull({ app }, organization) }),
  },
  {
    name: 'OpenCheckoutSuccess',
    description: 'The checkout is ready.',
    outputFields: (t) => ({ url: t.exposeString('url', { description: 'URL of the checkout.' }) }),
  },
);

builder.relayMutationField(
  'openBillingPortal',
  {
    description: 'The account whose purchases to manage.',
    inputFields: (t) => ({
      organization: t.id({
        required: false,
        description:
          "Slug, global ID or database ID of the organization. Defaults to the user's own purchases.",
      }),
    }),
  },
  {
    description:
      'Opens the billing portal for managing invoices, cards and the plan. For an organization, ' +
      'requires a maintainer.',
    errors: { types: buying },
    resolve: async (_, { input: { organization } }, { app, actor }) =>
      openPortal(app, actor, { organizationId: await organizationIdOrNull({ app }, organization) }),
  },
  {
    name: 'OpenBillingPortalSuccess',
    description: 'The billing portal is ready.',
    outputFields: (t) => ({ url: t.exposeString('url', { description: 'URL of the billing portal.' }) }),
  },
);

const DifferenceType = builder
  .objectRef<NamedDifference>('PaymentDifference')
  .implement({
    description:
      'A difference between Parlance and the payment service. It has been corrected, except for ' +
      'surplus subscriptions, which an administrator ends.',
    fields: (t) => ({
      kind: t.exposeString('kind', {
        description: '`status`, `plan`, `period`, `subscription`, `payment`, `return` or `surplus`.',
      }),
      customer: t.exposeString('customer', { description: 'ID of the customer at the payment service.' }),
      parlanceValue: t.exposeString('here', { description: 'Value in Parlance.' }),
      serviceValue: t.exposeString('there', { description: 'Value at the payment service.' }),
      buyer: t.exposeString('buyer', {
        nullable: true,
        description: 'Name of the affected person or organization. Null if neither exists any longer.',
      }),
      userId: t.id({
        nullable: true,
        description: 'Global ID of the affected person. Null if it affects an organization.',
        resolve: ({ userId }) => globalIdOf('User', userId),
      }),
      organizationId: t.id({
        nullable: true,
        description: 'Global ID of the affected organization. Null if it affects a person.',
        resolve: ({ organizationId }) => globalIdOf('Organization', organizationId),
      }),
    }),
  });

const ComparisonType = builder
  .objectRef<Comparison>('PaymentComparison')
  .implement({
    description: 'A nightly comparison with the payment service.',
    fields: (t) => ({
      startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
      finishedAt: t.expose('finishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ended. Null while it is running, or if it was interrupted.',
      }),
      customers: t.exposeInt('customers', { description: 'Number of customers compared.' }),
      failures: t.exposeInt('failures', {
        description:
          'Number of customers and payments that could not be compared. The server log has the reasons.',
      }),
      differences: t.expose('differences', { type: [DifferenceType], description: 'Differences found.' }),
    }),
  });

builder.queryField('paymentComparisons', (t) =>
  t.field({
    type: [ComparisonType],
    description:
      'The last thirty comparisons with the payment service, newest first. Requires an ' + 'administrator.',
    resolve: (_, __, { app, actor }) => listComparisons(app, actor),
  }),
);
