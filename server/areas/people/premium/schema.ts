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
    description: 'What can be bought.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'By which `openCheckout` knows it.' }),
      name: t.exposeString('name', { description: 'What people know it by.' }),
      amount: t.exposeString('priceText', {
        description: 'What it costs, for people to read. Empty when the checkout alone says it.',
      }),
      minutes: t.exposeInt('minutes', {
        nullable: true,
        description: 'Minutes of sound in each period. Null for what organizations buy.',
      }),
      characters: t.exposeInt('characters', {
        nullable: true,
        description: 'Characters, bought once, for an organization. Null for plans of the studio.',
      }),
    }),
  });

const PremiumType = builder
  .objectRef<OwnPremium>('Premium')
  .implement({
    description: 'What the signed-in user has bought for the studio.',
    fields: (t) => ({
      available: t.exposeBoolean('available', {
        description: 'Whether anything can be bought here: the operator has set up payments and plans.',
      }),
      unavailableNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'Why nothing can be bought. Null when something can.',
        resolve: ({ available }) => noticeOrNull(available ? null : premiumMessages.PREMIUM_NOT_SET_UP()),
      }),
      plans: t.expose('plans', { type: [PlanType], description: 'Plans of the studio.' }),
      plan: t.expose('plan', {
        type: PlanType,
        nullable: true,
        description: 'The present plan. Null for none.',
      }),
      paid: t.exposeBoolean('paid', { description: 'Whether it is paid for, or overdue within the grace.' }),
      periodEndsAt: t.expose('periodEndsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the present period ends. Null without a plan.',
      }),
      cancelsAtPeriodEnd: t.exposeBoolean('cancelsAtPeriodEnd', {
        description: 'Whether the plan ends with the period, because it was cancelled.',
      }),
      graceEndsAt: t.expose('graceEndsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Until when the plan goes on although a payment has failed. Null when none has.',
      }),
      manageable: t.exposeBoolean('manageable', {
        description: 'Whether `openBillingPortal` has something to show: invoices, cards, the plan.',
      }),
    }),
  });

builder.objectField(StudioType, 'premium', (t) =>
  t.field({
    type: PremiumType,
    description: 'Plans, and the one that the user has.',
    resolve: ({ userId }, _, { app }) => premiumOf(app, userId),
  }),
);

builder.queryField('organizationPlans', (t) =>
  t.field({
    type: [PlanType],
    description: 'What organizations can buy. Empty when payments are not set up.',
    resolve: (_, __, { app }) => organizationPlans(app),
  }),
);

const PurchasingType = builder
  .objectRef<Purchasing>('OrganizationPurchasing')
  .implement({
    description: 'What an organization can buy, for who may buy for it.',
    fields: (t) => ({
      plans: t.expose('plans', {
        type: [PlanType],
        description: 'What can be bought. Empty when payments are not set up.',
      }),
      manageable: t.exposeBoolean('manageable', {
        description: 'Whether `openBillingPortal` has something to show: something was bought before.',
      }),
      added: t.int({
        nullable: true,
        description: 'Characters that a payment has added to the balance. Null while it has not come in.',
        args: {
          payment: t.arg.string({
            description: 'Its id, as the address has it that a checkout leads back to.',
          }),
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
    description: 'What can be bought for it. Null unless the caller is a maintainer of the organization.',
    select: (_, { actor }) => ({ id: true, ...buyersOf(actor) }),
    resolve: ({ id, members }, _, { app, actor }) =>
      mayBuy(actor, { members }) ? purchasingOf(app, id) : null,
  }),
);

builder.prismaObjectField(ProjectType, 'charactersSoldBy', (t) =>
  t.string({
    nullable: true,
    description:
      'Slug of its organization, where the caller can buy characters for it. Null where nothing is sold, or not to the caller.',
    select: (_, { actor }) => ({
      organization: { select: { slug: true, account: { select: { verified: true } }, ...buyersOf(actor) } },
    }),
    // Who is invoiced has nothing to buy.
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
    description: 'What is to be bought.',
    inputFields: (t) => ({
      plan: t.string({
        required: false,
        description: 'Key of the plan. If absent, the first plan of the studio, or of organizations.',
      }),
      organization: t.id({
        required: false,
        description:
          'Slug, global ID or database ID of the organization that buys characters. If absent, the user buys a plan of the studio.',
      }),
    }),
  },
  {
    description:
      'Begins a checkout. The browser goes to `url`, and comes back to `/studio?payment-success=true` or `/studio?payment-success=false`; ' +
      "of an organization to the organization's page, with the same flags. For an organization, requires a maintainer.",
    errors: { types: buying },
    resolve: async (_, { input: { plan, organization } }, { app, actor }) =>
      openCheckout(app, actor, { plan, organizationId: await organizationIdOrNull({ app }, organization) }),
  },
  {
    name: 'OpenCheckoutSuccess',
    description: 'The checkout can begin.',
    outputFields: (t) => ({ url: t.exposeString('url', { description: 'Address of the checkout.' }) }),
  },
);

builder.relayMutationField(
  'openBillingPortal',
  {
    description: 'Whose purchases.',
    inputFields: (t) => ({
      organization: t.id({
        required: false,
        description:
          "Slug, global ID or database ID of the organization. If absent, the user's own purchases.",
      }),
    }),
  },
  {
    description:
      'Opens the pages on which invoices, cards and the plan are managed. For an organization, requires a maintainer.',
    errors: { types: buying },
    resolve: async (_, { input: { organization } }, { app, actor }) =>
      openPortal(app, actor, { organizationId: await organizationIdOrNull({ app }, organization) }),
  },
  {
    name: 'OpenBillingPortalSuccess',
    description: 'The pages can be opened.',
    outputFields: (t) => ({ url: t.exposeString('url', { description: 'Address of the pages.' }) }),
  },
);

const DifferenceType = builder
  .objectRef<NamedDifference>('PaymentDifference')
  .implement({
    description:
      'Where what Parlance knew differed from what the payment service says. It has been put right, except for surplus subscriptions, which an administrator ends.',
    fields: (t) => ({
      kind: t.exposeString('kind', {
        description: '`status`, `plan`, `period`, `subscription`, `payment`, `return` or `surplus`.',
      }),
      customer: t.exposeString('customer', { description: "The customer's ID at the payment service." }),
      here: t.exposeString('here', { description: 'What Parlance knew.' }),
      there: t.exposeString('there', { description: 'What the payment service says.' }),
      buyer: t.exposeString('buyer', {
        nullable: true,
        description:
          'Name of the person or organization that it concerns. Null when neither is known any more.',
      }),
      userId: t.id({
        nullable: true,
        description: 'Global ID of the person whom it concerns. Null when it concerns an organization.',
        resolve: ({ userId }) => globalIdOf('User', userId),
      }),
      organizationId: t.id({
        nullable: true,
        description: 'Global ID of the organization that it concerns. Null when it concerns a person.',
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
        description: 'When it ended. Null while it is under way, and when it broke off.',
      }),
      customers: t.exposeInt('customers', { description: 'Customers that were compared.' }),
      failures: t.exposeInt('failures', {
        description: 'Customers and payments that could not be compared; the server log says why.',
      }),
      differences: t.expose('differences', { type: [DifferenceType], description: 'What differed.' }),
    }),
  });

builder.queryField('paymentComparisons', (t) =>
  t.field({
    type: [ComparisonType],
    description: 'The last thirty comparisons with the payment service, newest first. Administrators only.',
    resolve: (_, __, { app, actor }) => listComparisons(app, actor),
  }),
);
