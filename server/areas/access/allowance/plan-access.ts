import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Config, Plan } from '../../../config.ts';
import { fromNow } from '../../../lib/database/sql.ts';

/** Whether the user has currently paid. */
export type Access =
  | { paid: false }
  | {
      paid: true;
      plan: Plan;
      subscriptionId: string;
      periodStartsAt: Date;
      periodEndsAt: Date;
      /** Whether a payment has failed: access lasts for the grace, and no new allowance is given. */
      isOverdue: boolean;
    };

/** What of a subscription lets people in. `past_due` and `unpaid`: for the grace. */
const paying: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid'];

/** What is kept of a subscription's plan. */
interface BoughtPlan {
  plan: string | null;
  price: string | null;
  planName: string | null;
  minutes: number | null;
}

/**
 * Returns a subscription's plan: as it is configured, or, once it is configured no longer, as it was bought.
 * Null: neither is known.
 */
export function planOf({ premium }: Config, { plan, price, planName, minutes }: BoughtPlan): Plan | null {
  const configured = premium.plans.find(({ key }) => key === plan);
  if (configured) return configured;
  if (price === null || minutes === null) return null;
  const key = plan ?? price;
  return { key, name: planName ?? key, price, priceText: '', minutes };
}

/** Whether a person's, or an organization's, subscription is good now: paid, or overdue within the grace. */
export async function accessOf(
  { config }: Pick<App, 'config'>,
  sql: Sql,
  holder: { userId: number } | { organizationId: number },
): Promise<Access> {
  const row = await sql
    .selectFrom('Premium')
    .selectAll()
    .select(({ eb }) =>
      eb('overdueSince', '<=', fromNow(-graceSeconds(config)))
        .$castTo<boolean | null>()
        .as('isGraceOver'),
    )
    .where(({ and }) => and(holder))
    .executeTakeFirst();
  const plan = row && planOf(config, row);
  if (
    !row?.subscriptionId ||
    !plan ||
    !row.periodStartsAt ||
    !row.periodEndsAt ||
    !paying.includes(row.status ?? '') ||
    row.isGraceOver
  )
    return { paid: false };
  const { subscriptionId, periodStartsAt, periodEndsAt, overdueSince } = row;
  const isOverdue = overdueSince !== null;
  return { paid: true, plan, subscriptionId, periodStartsAt, periodEndsAt, isOverdue };
}

const graceSeconds = ({ premium }: Config): number => premium.graceDays * 86_400;

/** Until when an overdue payment leaves access. */
export const graceEndsAt = ({ config }: Pick<App, 'config'>, overdueSince: Date): Date =>
  new Date(overdueSince.getTime() + graceSeconds(config) * 1_000);
