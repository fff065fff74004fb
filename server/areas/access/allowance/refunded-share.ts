import type { Sql } from '../../../lib/database/db.ts';

/**
 * A subscription's period, which is known by its end: what is paid for a change of plans ends with it too.
 */
interface Period {
  subscriptionId: string;
  periodEndsAt: Date;
}

/**
 * Returns what of a period's allowance was taken back, milliseconds: the share of what was paid for the
 * period that was refunded, or is withdrawn for a dispute. Rounded down, so that a refund of a part takes no
 * more than it; a refund of everything takes everything.
 */
export async function refundedAllowance(
  tx: Sql,
  { subscriptionId, periodEndsAt }: Period,
  allowanceMs: bigint,
): Promise<bigint> {
  const rows = await tx
    .selectFrom('PaymentReturn')
    .select(['total', 'periodTotal', 'refunded', 'disputed'])
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEndsAt', '=', periodEndsAt)
    .execute();
  const gone = rows.reduce((sum, row) => sum + refundedAmount(row), 0n);
  const paid = rows.reduce((most, { periodTotal }) => largest(most, BigInt(periodTotal)), 0n);
  return shareOf(allowanceMs, gone, paid);
}

type Amount = string | number | bigint;

/** Returns what of a payment is gone: no more than was paid, also where it was refunded and disputed. */
export function refundedAmount({
  total,
  refunded,
  disputed,
}: {
  total: Amount;
  refunded: Amount;
  disputed: Amount;
}): bigint {
  const gone = BigInt(refunded) + BigInt(disputed);
  return gone < BigInt(total) ? gone : BigInt(total);
}

/**
 * Returns the share of `whole` that `part` of `total` makes, rounded down; all of it for all of the total.
 */
export const shareOf = (whole: bigint, part: bigint, total: bigint): bigint =>
  total <= 0n ? 0n : (whole * (part < total ? part : total)) / total;

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
