import { z } from 'zod';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { now, anyOf } from '../../../lib/database/sql.ts';
import { planOf } from '../../access/allowance/plan-access.ts';
import { recordAdministration } from '../../access/identity/administration-log.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { paymentEventJob } from './jobs.ts';
import { endedStatuses, isActive, otherSubscription } from './active-subscriptions.ts';

/** How many of each kind are listed. */
const listedMax = 200;

/** Whom something concerns. */
export interface PaymentParty {
  /** Name of the person or the organization; null: neither is known any more. */
  buyer: string | null;
  userId: number | null;
  organizationId: number | null;
}

/** A subscription that an administrator should know of. */
export interface SubscriptionIssue extends PaymentParty {
  /** A double payment, a payment for an unknown plan, or no payment because the account is stopped. */
  kind: 'surplus' | 'unknownPlan' | 'paused';
  subscription: string;
  customer: string;
  status: string;
  price: string | null;
  startedAt: Date | null;
}

/** Returns subscriptions that are surplus, paid for without a known plan, or paused. Administrators only. */
export async function listSubscriptionIssues(app: App, actor: Actor): Promise<SubscriptionIssue[]> {
  requireAdmin(actor);
  const rows = await withBuyers(app)
    .select(['p.subscriptionId', 'p.status', 'p.price', 'p.plan', 'p.planName', 'p.minutes'])
    .select(['p.others', 'p.isPaused', 'p.periodStartsAt'])
    .where(({ or, eb, and }) =>
      or([
        eb('p.others', '!=', '[]'),
        // Without those that have ended: the limit counts what is listed.
        and([
          eb('p.subscriptionId', 'is not', null),
          eb('p.status', 'not in', endedStatuses),
          or([eb('p.isPaused', '=', true), eb('p.minutes', 'is', null)]),
        ]),
      ]),
    )
    .orderBy('p.id', 'desc')
    .limit(listedMax)
    .execute();
  return rows.flatMap((row) => {
    const whose = { ...concerned(row), customer: row.customerId };
    const own = {
      ...whose,
      subscription: row.subscriptionId ?? '',
      status: row.status ?? '',
      price: row.price,
      startedAt: row.periodStartsAt,
    };
    const counts = row.subscriptionId !== null && isActive({ status: row.status as 'active' });
    return [
      ...z
        .array(otherSubscription)
        .parse(row.others)
        .map(({ id, status, price, startedAt }) => ({
          ...whose,
          kind: 'surplus' as const,
          subscription: id,
          status,
          price,
          startedAt: new Date(startedAt),
        })),
      ...(counts && !planOf(app.config, row) ? [{ ...own, kind: 'unknownPlan' as const }] : []),
      ...(counts && row.isPaused ? [{ ...own, kind: 'paused' as const }] : []),
    ];
  });
}

/** Money of a payment that went back or is disputed. */
export interface ReversedPayment extends PaymentParty {
  id: string;
  customer: string;
  currency: string;
  /** In the currency's smallest unit. */
  total: number;
  refunded: number;
  disputed: number;
  disputeStatus: string | null;
  /** Characters of an organization that are taken back for it at present; null: of a subscription. */
  taken: number | null;
  createdAt: Date;
}

/** Returns the last refunds and disputes, newest first. Administrators only. */
export async function listReversedPayments(app: App, actor: Actor): Promise<ReversedPayment[]> {
  requireAdmin(actor);
  const rows = await app.db.sql
    .selectFrom('PaymentReturn')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(listedMax)
    .execute();
  const customers = [...new Set(rows.map(({ customerId }) => customerId))];
  const buyers = new Map(
    (await withBuyers(app).where('p.customerId', '=', anyOf(customers, 'text')).execute()).map((row) => [
      row.customerId,
      concerned(row),
    ]),
  );
  return rows.map((row) => ({
    ...(buyers.get(row.customerId) ?? { buyer: null, userId: null, organizationId: null }),
    id: row.id,
    customer: row.customerId,
    currency: row.currency,
    total: Number(row.total),
    refunded: Number(row.refunded),
    disputed: Number(row.disputed),
    disputeStatus: row.disputeStatus,
    taken: row.paymentId === null ? null : Number(row.taken),
    createdAt: row.createdAt,
  }));
}

/** An event of the payment service that was given up. */
export interface ParkedEvent {
  id: string;
  type: string;
  error: string | null;
  parkedAt: Date;
}

/** Returns events that were given up, newest first. Administrators only. */
export async function listFailedPaymentEvents(app: App, actor: Actor): Promise<ParkedEvent[]> {
  requireAdmin(actor);
  const rows = await app.db.prisma.paymentEvent.findMany({
    where: { parkedAt: { not: null } },
    orderBy: [{ parkedAt: 'desc' }, { id: 'asc' }],
    take: listedMax,
  });
  return rows.map(({ id, type, error, parkedAt }) => ({ id, type, error, parkedAt: parkedAt! }));
}

/** Tries all events again that were given up. Administrators only. @returns how many */
export async function retryFailedPaymentEvents(app: App, actor: Actor): Promise<number> {
  requireAdmin(actor);
  return app.db.transaction(async (tx) => {
    const again = await tx
      .updateTable('PaymentEvent')
      .set({ parkedAt: null, attempts: 0, receivedAt: now() })
      .where('parkedAt', 'is not', null)
      .returning('id')
      .execute();
    for (const { id } of again) await app.queue.send(tx, paymentEventJob, { eventId: id });
    if (again.length > 0)
      await recordAdministration(tx, actor, 'payment events tried again', { events: again.length });
    return again.length;
  });
}

const withBuyers = ({ db }: Pick<App, 'db'>) =>
  db.sql
    .selectFrom('Premium as p')
    .leftJoin('User as u', 'u.id', 'p.userId')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .select(['p.customerId', 'p.userId', 'p.organizationId', 'u.fullname', 'u.email', 'o.name']);

const concerned = ({
  userId,
  organizationId,
  fullname,
  email,
  name,
}: {
  userId: number | null;
  organizationId: number | null;
  fullname: string | null;
  email: string | null;
  name: string | null;
}): PaymentParty => ({ buyer: name ?? (fullname || email), userId, organizationId });
