import type { Plan } from '../../../config.ts';
import type { App } from '../../../kernel/app.ts';
import { accessOf, graceEndsAt } from '../../access/allowance/plan-access.ts';

/** Studio plans that a person has bought, and could buy. */
export interface OwnPremium {
  available: boolean;
  plans: Plan[];
  plan: Plan | null;
  paid: boolean;
  periodEndsAt: Date | null;
  cancelsAtPeriodEnd: boolean;
  graceEndsAt: Date | null;
  manageable: boolean;
}

/** Plans of the studio that can be bought here; none without payments. */
export const studioPlans = ({ config: { premium } }: Pick<App, 'config'>): Plan[] =>
  premium.stripe ? premium.plans.filter(({ minutes }) => minutes !== undefined) : [];

/** What organizations can buy here; nothing without payments. */
export const organizationPlans = ({ config: { premium } }: Pick<App, 'config'>): Plan[] =>
  premium.stripe ? premium.plans.filter(({ characters }) => characters !== undefined) : [];

/** What a person has bought, as of the last word of Stripe. */
export async function premiumOf(app: App, userId: number): Promise<OwnPremium> {
  const [access, row] = await Promise.all([
    accessOf(app, app.db.sql, { userId }),
    app.db.prisma.premium.findUnique({ where: { userId } }),
  ]);
  const plans = studioPlans(app);
  return {
    available: plans.length > 0,
    plans,
    plan: access.paid ? access.plan : null,
    paid: access.paid,
    periodEndsAt: access.paid ? access.periodEndsAt : null,
    cancelsAtPeriodEnd: access.paid && (row?.cancelAtPeriodEnd ?? false),
    graceEndsAt: access.paid && row?.overdueSince ? graceEndsAt(app, row.overdueSince) : null,
    manageable: app.config.premium.stripe !== null && (row?.subscriptionId ?? null) !== null,
  };
}
