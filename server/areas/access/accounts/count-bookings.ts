import { sql } from 'kysely';
import type { AccountUnit, LedgerKind } from '../../../../prisma/generated/client/enums.ts';
import { retryingDeadlocks } from '../../../lib/database/database-errors.ts';
import type { Database, Sql } from '../../../lib/database/db.ts';
import { metrics } from '../../../lib/metrics.ts';

/** An entry of the ledger as it was written. */
export interface BookedEntry {
  kind: LedgerKind;
  /** Characters or milliseconds; negative: charged. */
  amount: string;
  /** Millionths of a euro; negative: returned. */
  cost: string;
  provider: string | null;
  unit: AccountUnit;
}

/** Columns of a `BookedEntry`, of a ledger entry that is inserted. */
export const bookedColumns = [
  'kind',
  'amount',
  'cost',
  'provider',
  sql<AccountUnit>`(SELECT a."unit" FROM "Account" a WHERE a."id" = "LedgerEntry"."accountId")`.as('unit'),
] as const;

/**
 * Runs a transaction that books, again if it loses to a concurrent one, and counts its bookings once they are
 * committed: none of an attempt that was rolled back, and none when a repeated call gets a stored result.
 * @param work adds what it books to `bookings`
 */
export async function transactBookings<T>(
  db: Database,
  work: (tx: Sql, bookings: BookedEntry[]) => Promise<T>,
): Promise<T> {
  let booked: BookedEntry[] = [];
  const result = await retryingDeadlocks(() => db.transaction((tx) => work(tx, (booked = []))));
  countBookings(booked);
  return result;
}

/** Counts committed bookings in this process's metrics. */
export function countBookings(bookings: readonly BookedEntry[]): void {
  for (const { kind, amount, cost, provider, unit } of bookings) {
    const labels = { entry: kind, provider: provider ?? 'none' };
    if (unit === 'characters') metrics.ledgerCharacters.inc(labels, Math.abs(Number(amount)));
    else metrics.ledgerStudioSeconds.inc(labels, Math.abs(Number(amount)) / 1_000);
    metrics.ledgerEuros.inc(labels, Math.abs(Number(cost)) / 1e6);
  }
}
