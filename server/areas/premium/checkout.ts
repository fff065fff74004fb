import type { Plan } from '../../config.ts';
import { callerOf, type Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotAllowedError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { countOne, declareRate } from '../../kernel/rate-limit.ts';
import { accessOf } from '../allowance/plan-access.ts';
import { requireUser } from '../identity/policy.ts';
import { organizationMessages } from '../organizations/messages.ts';
import { roleIn } from '../organizations/policy.ts';
import { customerOf, metadataOf, type Buyer } from './customers.ts';
import { premiumMessages } from './messages.ts';
import { hasBought } from './purchasing.ts';
import { askStripe, stripeOf } from './stripe.ts';

/** Checkouts and portals of one person: each is a call of Stripe. */
const openings = declareRate('Payment pages', 'a person', { burst: 20, everyMs: 30_000 });

interface Bought {
  plan?: string | null | undefined;
  /** Slug; absent: the caller buys for the studio. */
  organization?: string | null | undefined;
}

/** Where the buyer is sent back to. */
interface Place {
  buyer: Buyer;
  /** Path of the page. */
  path: string;
}

/**
 * Begins a checkout at Stripe, which knows prices and taxes and writes the invoice.
 * @returns where the browser goes
 * @throws NotSignedInError, NotAllowedError for programs, for who is no maintainer, and where payments are
 * not set up; NotFoundError, ValidationError on `plan`; LimitReachedError while Stripe does not answer
 */
export async function openCheckout(
  app: App,
  actor: Actor,
  { plan: wanted, organization }: Bought,
): Promise<{ url: string }> {
  const { userId } = requireUser(actor);
  const { buyer, path } = await placeOf(app, actor, organization);
  await stripeOf(app);
  const plan = planFor(app, buyer, wanted);
  if ('userId' in buyer && (await accessOf(app, app.db.sql, buyer)).paid)
    throw new ValidationError([{ field: 'plan', ...premiumMessages.PREMIUM_SUBSCRIBED_ALREADY() }]);
  await countOne(app, openings, callerOf(actor, ''), premiumMessages.PREMIUM_TOO_MANY());
  const { email, fullname: name } = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const customer = await customerOf(app, buyer, { email, name });
  const metadata = {
    ...metadataOf(buyer),
    plan: plan.key,
    ...(plan.characters && { characters: String(plan.characters) }),
  };
  const session = await askStripe(app, (stripe) =>
    stripe.checkout.sessions.create({
      customer,
      client_reference_id: `user ${userId}`,
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
  return { url: session.url! };
}

/**
 * Opens Stripe's pages on which a buyer sees invoices and changes cards and the plan. @returns where the
 * browser goes @throws as `openCheckout`, ValidationError on `organization` where nothing was bought yet
 */
export async function openPortal(
  app: App,
  actor: Actor,
  { organization }: Pick<Bought, 'organization'>,
): Promise<{ url: string }> {
  requireUser(actor);
  const { buyer, path } = await placeOf(app, actor, organization);
  await stripeOf(app);
  const row = await app.db.sql
    .selectFrom('Premium')
    .select('customerId')
    .where(({ and }) => and(buyer))
    .executeTakeFirst();
  const isNew = 'organizationId' in buyer && !(await hasBought(app.db.sql, buyer.organizationId));
  if (!row || isNew)
    throw new ValidationError([{ field: 'plan', ...premiumMessages.PREMIUM_NOTHING_TO_MANAGE() }]);
  await countOne(app, openings, callerOf(actor, ''), premiumMessages.PREMIUM_TOO_MANY());
  const { url } = await askStripe(app, (stripe) =>
    stripe.billingPortal.sessions.create({
      customer: row.customerId,
      return_url: `${app.config.publicUrl}${path}`,
    }),
  );
  return { url };
}

async function placeOf(app: App, actor: Actor, slug: string | null | undefined): Promise<Place> {
  const user = requireUser(actor);
  if (slug === null || slug === undefined) return { buyer: { userId: user.userId }, path: '/studio' };
  const unknown = () => new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
  const organization = await app.db.prisma.organization.findUnique({
    where: { slug: slug.replaceAll('\0', '') },
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
  const refuse = (problem: keyof typeof premiumMessages) =>
    new ValidationError([{ field: 'plan', ...premiumMessages[problem]() }]);
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
