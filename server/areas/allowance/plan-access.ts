import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/db.ts';
import type { Plan } from '../../config.ts';

/** Whether somebody has paid, as of now. */
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

/** Whether a person's, or an organization's, subscription is good now: paid, or overdue within the grace. */
export async function accessOf(
  app: App,
  sql: Sql,
  holder: { userId: number } | { organizationId: number },
): Promise<Access> {
  const row = await sql
    .selectFrom('Premium')
    .selectAll()
    .where(({ and }) => and(holder))
    .executeTakeFirst();
  const plan = app.config.premium.plans.find(({ key }) => key === row?.plan);
  if (
    !row?.subscriptionId ||
    !plan ||
    !row.periodStartsAt ||
    !row.periodEndsAt ||
    !paying.includes(row.status ?? '') ||
    isGraceOver(app, row.overdueSince)
  )
    return { paid: false };
  const { subscriptionId, periodStartsAt, periodEndsAt, overdueSince } = row;
  const isOverdue = overdueSince !== null;
  return { paid: true, plan, subscriptionId, periodStartsAt, periodEndsAt, isOverdue };
}

/** Until when an overdue payment leaves access. */
export const graceEndsAt = ({ config }: Pick<App, 'config'>, overdueSince: Date): Date =>
  new Date(overdueSince.getTime() + config.premium.graceDays * 86_400_000);

const isGraceOver = (app: App, overdueSince: Date | null): boolean =>
  overdueSince !== null && graceEndsAt(app, overdueSince).getTime() <= Date.now();
