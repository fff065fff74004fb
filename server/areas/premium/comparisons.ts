import { z } from 'zod';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { requireAdmin } from '../identity/policy.ts';

/** Where what was known here differed from what Stripe says. */
export const difference = z.object({
  kind: z.enum(['status', 'plan', 'period', 'subscription', 'payment']),
  customer: z.string(),
  here: z.string(),
  there: z.string(),
});
export type Difference = z.infer<typeof difference>;

export interface Comparison {
  startedAt: Date;
  finishedAt: Date | null;
  customers: number;
  differences: Difference[];
}

/** The last comparisons with Stripe, newest first. @throws NotSignedInError, NotAllowedError */
export async function listComparisons(app: App, actor: Actor): Promise<Comparison[]> {
  requireAdmin(actor);
  const rows = await app.db.prisma.paymentComparison.findMany({ orderBy: { id: 'desc' }, take: 30 });
  return rows.map((row) => ({ ...row, differences: z.array(difference).parse(row.differences) }));
}
