import { z } from 'zod';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { requireAdmin } from '../../access/identity/policy.ts';

/** Where what was known here differed from what Stripe says. */
export const difference = z.object({
  kind: z.enum(['status', 'plan', 'period', 'subscription', 'payment', 'surplus', 'return']),
  customer: z.string(),
  here: z.string(),
  there: z.string(),
});
export type Difference = z.infer<typeof difference>;

export interface Comparison {
  startedAt: Date;
  finishedAt: Date | null;
  customers: number;
  failures: number;
  differences: NamedDifference[];
}

/** A difference, with whom it concerns. */
export interface NamedDifference extends Difference {
  /** Null: no longer known here. */
  buyer: string | null;
  userId: number | null;
  organizationId: number | null;
}

/** The last comparisons with Stripe, newest first. @throws NotSignedInError, NotAllowedError */
export async function listComparisons(app: App, actor: Actor): Promise<Comparison[]> {
  requireAdmin(actor);
  const rows = await app.db.prisma.paymentComparison.findMany({ orderBy: { id: 'desc' }, take: 30 });
  const found = rows.map((row) => ({ ...row, differences: z.array(difference).parse(row.differences) }));
  const buyers = await buyersOf(
    app,
    found.flatMap(({ differences }) => differences.map(({ customer }) => customer)),
  );
  return found.map((row) => ({
    ...row,
    differences: row.differences.map((one) => ({ ...one, ...(buyers.get(one.customer) ?? nobody) })),
  }));
}

const nobody = { buyer: null, userId: null, organizationId: null };

async function buyersOf(app: App, customers: readonly string[]) {
  const ids = [...new Set(customers)];
  if (ids.length === 0) return new Map<string, never>();
  const rows = await app.db.sql
    .selectFrom('Premium as p')
    .leftJoin('User as u', 'u.id', 'p.userId')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .select(['p.customerId', 'p.userId', 'p.organizationId', 'u.fullname', 'u.email', 'o.name'])
    .where('p.customerId', '=', anyOf(ids, 'text'))
    .execute();
  return new Map(
    rows.map(({ customerId, userId, organizationId, fullname, email, name }) => [
      customerId,
      { buyer: name ?? (fullname || email), userId, organizationId },
    ]),
  );
}
