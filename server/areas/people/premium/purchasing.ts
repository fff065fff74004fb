import type { Plan } from '../../../config.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { isManager, managersOf } from '../../access/organizations/policy.ts';
import { organizationPlans } from './plans.ts';

/** What of an organization decides whether the actor may buy for it. */
export const buyersOf = managersOf;
/** Whether the actor may buy for an organization that was read with `buyersOf`. */
export const mayBuy = isManager;

/** What can be bought for an organization. */
export interface Purchasing {
  organizationId: number;
  plans: Plan[];
  /** Whether the payment service has invoices of it. */
  manageable: boolean;
}

/** Products for an organization, for callers who may buy them (`openCheckout` checks the same). */
export async function purchasingOf(app: App, organizationId: number): Promise<Purchasing> {
  const plans = organizationPlans(app);
  const manageable = Boolean(app.config.premium.stripe) && (await hasBought(app.db.sql, organizationId));
  return { organizationId, plans, manageable };
}

const payments = (sql: Sql, organizationId: number) =>
  sql
    .selectFrom('Payment as p')
    .innerJoin('LedgerEntry as e', 'e.id', 'p.entryId')
    .innerJoin('Account as a', 'a.id', 'e.accountId')
    .where('a.organizationId', '=', organizationId);

/** Whether something was paid: a checkout that was opened and left has no invoice. */
export async function hasBought(sql: Sql, organizationId: number): Promise<boolean> {
  return Boolean(await payments(sql, organizationId).select('p.id').limit(1).executeTakeFirst());
}

/** Characters that a payment has added to an organization's balance; null: it has not come in yet. */
export async function charactersAddedBy(
  app: App,
  organizationId: number,
  payment: string,
): Promise<number | null> {
  const entry = await payments(app.db.sql, organizationId)
    .select('e.amount')
    .where('p.id', '=', payment.replaceAll('\0', ''))
    .executeTakeFirst();
  return entry ? Number(entry.amount) : null;
}
