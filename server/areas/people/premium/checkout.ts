import type { Stripe } from 'stripe';
import type { Plan } from '../../../config.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { accessOf } from '../../access/allowance/plan-access.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { organizationMessages } from '../../access/organizations/messages.ts';
import { roleIn } from '../../access/organizations/policy.ts';
import { expireCheckouts } from './settle-collection.ts';
import { customerOf, metadataOf, type Buyer } from './customers.ts';
import { requireInstallation } from './stripe-installation.ts';
import { premiumMessages } from './messages.ts';
import { hasBought } from './purchasing.ts';
import { askStripe, stripeOf } from './stripe-client.ts';
import { isActive, subscriptionsOf } from './active-subscriptions.ts';
import { syncCustomer } from './sync-customer.ts';

/** Checkouts and portals of one person: each is a call of Stripe. */
const openings = declareRate('Payment pages', 'a person', { burst: 20, everyMs: 30_000 });

interface Bought {
  plan?: string | null | undefined;
  /** Absent: the caller buys for the studio. */
  organizationId?: number | null | undefined;
}

/** Where the buyer is sent back to. */
interface Place {
  buyer: Buyer;
  /** Path of the page. */
  path: string;
}

/**
 * Begins a checkout at Stripe, which knows prices and taxes and writes the invoice. A person has one
 * subscription: while Stripe has any that can still collect money, there is no other, and of several open
 * checkouts only the newest can be paid.
 * @returns where the browser goes
 * @throws NotSignedInError, NotAllowedError for programs, for others than maintainers, and if payments are
 * not set up; NotFoundError, ValidationError on `plan`; LimitReachedError while Stripe does not answer
 */
export async function openCheckout(
  app: App,
  actor: Actor,
  { plan: wanted, organizationId }: Bought,
): Promise<{ url: string }> {
  const { userId } = requireUser(actor);
  const { buyer, path } = await placeOf(app, actor, organizationId);
  await stripeOf(app);
  const plan = planFor(app, buyer, wanted);
  if ('userId' in buyer && (await accessOf(app, app.db.sql, buyer)).paid) throw subscribedAlready();
  await countAgainstRate(app, openings, callerOf(actor, ''), premiumMessages.PREMIUM_TOO_MANY());
  const customer = await customerOf(app, buyer);
  await requireNoSubscription(app, buyer, customer);
  const metadata = {
    ...metadataOf(buyer, await requireInstallation(app)),
    plan: plan.key,
    plan_name: plan.name,
    ...(plan.characters && { characters: String(plan.characters) }),
    ...(plan.minutes && { minutes: String(plan.minutes) }),
  };
  const reference = `user ${userId}`;
  const session = await askStripe(app, (stripe) =>
    stripe.checkout.sessions.create({
      customer,
      client_reference_id: reference,
      line_items: [{ price: plan.price, quantity: 1 }],
      metadata,
      ...(app.config.premium.taxes && {
        automatic_tax: { enabled: true },
        customer_update: { address: 'auto', name: 'auto' },
        tax_id_collection: { enabled: true },
      }),
      ...('userId' in buyer
        ? { mode: 'subscription', subscription_data: { metadata } }
        : { mode: 'payment', invoice_creation: { enabled: true }, payment_intent_data: { metadata } }),
      // Stripe puts the id in: the page asks by it whether the characters have come.
      success_url: `${app.config.publicUrl}${path}?payment-success=true${'userId' in buyer ? '' : '&payment={CHECKOUT_SESSION_ID}'}`,
      cancel_url: `${app.config.publicUrl}${path}?payment-success=false`,
    }),
  );
  // Others of the organization may be buying, too.
  const url = await askStripe(app, (stripe) =>
    keepNewest(stripe, session, (one) => 'userId' in buyer || one.client_reference_id === reference),
  );
  // An older checkout may have been paid before it could be ended.
  await requireNoSubscription(app, buyer, customer, session);
  return { url };
}

/**
 * Ends all open checkouts of a customer but the newest. Of two that are opened at once each process keeps the
 * same one. @returns its address
 */
async function keepNewest(
  stripe: Stripe,
  created: Stripe.Checkout.Session,
  fits: (session: Stripe.Checkout.Session) => boolean,
): Promise<string> {
  let newest = created;
  const isNewer = (a: Stripe.Checkout.Session, b: Stripe.Checkout.Session): boolean =>
    a.created > b.created || (a.created === b.created && a.id > b.id);
  const customer = String(created.customer);
  for await (const one of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    if (fits(one) && isNewer(one, newest)) newest = one;
  await expireCheckouts(stripe, customer, (one) => fits(one) && isNewer(newest, one));
  return newest.url!;
}

/**
 * Requires that a person has no subscription at Stripe that can still collect money, regardless of what is
 * stored here.
 * @param opened a checkout that is ended otherwise
 * @throws ValidationError on `plan`
 */
async function requireNoSubscription(
  app: App,
  buyer: Buyer,
  customer: string,
  opened?: Stripe.Checkout.Session,
): Promise<void> {
  if (!('userId' in buyer)) return;
  const subscriptions = await askStripe(app, (stripe) => subscriptionsOf(stripe, customer));
  if (!subscriptions.some(isActive)) return;
  if (opened) await askStripe(app, (stripe) => expireCheckouts(stripe, customer));
  // It may not be known here yet.
  await askStripe(app, () => syncCustomer(app, customer));
  throw subscribedAlready();
}

const subscribedAlready = () =>
  new ValidationError([{ field: 'plan', ...premiumMessages.PREMIUM_SUBSCRIBED_ALREADY() }]);

/**
 * Opens Stripe's pages on which a buyer sees invoices and changes cards and the plan. @returns where the
 * browser goes @throws as `openCheckout`, ValidationError on `organization` where nothing was bought yet
 */
export async function openPortal(
  app: App,
  actor: Actor,
  { organizationId }: Pick<Bought, 'organizationId'>,
): Promise<{ url: string }> {
  requireUser(actor);
  const { buyer, path } = await placeOf(app, actor, organizationId);
  await stripeOf(app);
  const row = await app.db.sql
    .selectFrom('Premium')
    .select('customerId')
    .where(({ and }) => and(buyer))
    .executeTakeFirst();
  const isNew = 'organizationId' in buyer && !(await hasBought(app.db.sql, buyer.organizationId));
  if (!row || isNew)
    throw new ValidationError([{ field: 'plan', ...premiumMessages.PREMIUM_NOTHING_TO_MANAGE() }]);
  await countAgainstRate(app, openings, callerOf(actor, ''), premiumMessages.PREMIUM_TOO_MANY());
  const { url } = await askStripe(app, (stripe) =>
    stripe.billingPortal.sessions.create({
      customer: row.customerId,
      return_url: `${app.config.publicUrl}${path}`,
    }),
  );
  return { url };
}

async function placeOf(app: App, actor: Actor, organizationId: number | null | undefined): Promise<Place> {
  const user = requireUser(actor);
  if (organizationId === null || organizationId === undefined)
    return { buyer: { userId: user.userId }, path: '/studio' };
  const unknown = () => new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
  const organization = await app.db.prisma.organization.findUnique({
    where: { id: organizationId },
    select: { id: true, slug: true },
  });
  const role = organization && (await roleIn(app.db.sql, user, organization.id));
  if (!organization || role === null) throw unknown();
  if (role !== 'maintainer') throw new NotAllowedError();
  return {
    buyer: { organizationId: organization.id },
    path: `/projects/organization/${encodeURIComponent(organization.slug)}`,
  };
}

/** @throws ValidationError on `plan` */
function planFor({ config }: App, buyer: Buyer, key: string | null | undefined): Plan {
  const { plans } = config.premium;
  const isStudio = 'userId' in buyer;
  const fits = (plan: Plan): boolean => (plan.minutes !== undefined) === isStudio;
  const refuse = (
    problem: 'PREMIUM_UNKNOWN_PLAN' | 'PREMIUM_PLAN_OF_ORGANIZATIONS' | 'PREMIUM_PLAN_OF_PERSONS',
  ) => new ValidationError([{ field: 'plan', ...premiumMessages[problem]() }]);
  if (key === null || key === undefined) {
    const first = plans.find(fits);
    if (!first) throw new NotAllowedError(premiumMessages.PREMIUM_NOT_SET_UP());
    return first;
  }
  const plan = plans.find((one) => one.key === key);
  if (!plan) throw refuse('PREMIUM_UNKNOWN_PLAN');
  if (!fits(plan)) throw refuse(isStudio ? 'PREMIUM_PLAN_OF_ORGANIZATIONS' : 'PREMIUM_PLAN_OF_PERSONS');
  return plan;
}
