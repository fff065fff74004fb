import type { Plan } from '../../config.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { roleIn } from '../organizations/policy.ts';
import { organizationPlans } from './premium.ts';

/** What can be bought for an organization. */
export interface Purchasing {
  plans: Plan[];
  /** Whether the payment service has invoices of it. */
  manageable: boolean;
}

/** What can be bought for an organization; null for who may not buy for it (`openCheckout` asks the same). */
export async function purchasingOf(
  app: App,
  actor: Actor,
  organizationId: number,
): Promise<Purchasing | null> {
  if (actor.kind !== 'user' || (await roleIn(app.db.sql, actor, organizationId)) !== 'maintainer')
    return null;
  const plans = organizationPlans(app);
  const bought = app.config.premium.stripe
    ? await app.db.prisma.premium.findUnique({ where: { organizationId }, select: { id: true } })
    : null;
  return { plans, manageable: bought !== null };
}
