import { sql } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { periodAt, zoneOf } from '../../../lib/zoned-time.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import { consumeOnce } from '../identity/consume-once.ts';
import { credit } from '../accounts/ledger.ts';
import { refundedAllowance } from './refunded-share.ts';
import { accessOf, type Access } from './plan-access.ts';

/** An allowance, and the period that it is for. */
interface Period {
  /** What it is known by: given once. */
  key: string;
  endsAt: Date;
  allowanceMs: bigint;
}

/**
 * Grants a studio the allowance of the current period if that is not done yet. It then has the full allowance
 * of the period, whatever was left. Months follow the user's time zone. Users who change it don't get a month
 * twice, because periods never overlap.
 */
export async function renewAllowance(app: App, userId: number): Promise<void> {
  const due = await app.db.sql
    .selectFrom('Studio')
    .select('userId')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('periodEndsAt', 'is', null), eb('periodEndsAt', '<=', now())]))
    .executeTakeFirst();
  if (due) await app.db.transaction((tx) => renewWithin(app, tx, userId));
}

/**
 * Renews the allowance at once, within the caller's transaction: when the user's paid or refunded amount has
 * changed. A stopped account gets none until it is reactivated, then the current period's.
 */
export async function renewWithin(app: App, tx: Sql, userId: number): Promise<void> {
  // Of two at once the second waits here, and finds the period begun.
  const studio = await tx
    .selectFrom('Studio as s')
    .innerJoin('User as u', 'u.id', 's.userId')
    .select(['s.period', 's.allowance', 's.returned', 's.periodEndsAt', 'u.stoppedAt'])
    .where('s.userId', '=', userId)
    .forUpdate('s')
    .executeTakeFirst();
  if (!studio) return;
  if (studio.stoppedAt !== null) {
    await tx.updateTable('Studio').set({ periodEndsAt: null }).where('userId', '=', userId).execute();
    return;
  }
  const access = await accessOf(app, tx, { userId });
  const period = await presentPeriod(app, tx, userId, access);
  const returned = access.paid ? await refundedAllowance(tx, access, period.allowanceMs) : 0n;
  if (period.key === studio.period) {
    await takeBack(tx, userId, BigInt(studio.returned), returned);
    if (studio.periodEndsAt?.getTime() !== period.endsAt.getTime())
      await tx
        .updateTable('Studio')
        .set({ periodEndsAt: period.endsAt })
        .where('userId', '=', userId)
        .execute();
    return;
  }
  const waits = access.paid && access.isOverdue && studio.period.startsWith(`${access.subscriptionId} `);
  if (waits || isEarlierMonth(period.key, studio.period)) {
    // The period is not paid for yet, or the user moved to a time zone in which the month has not ended.
    await tx
      .updateTable('Studio')
      .set({ periodEndsAt: period.endsAt })
      .where('userId', '=', userId)
      .execute();
    return;
  }
  const { balance } = await tx
    .selectFrom('Account')
    .select('balance')
    .where('studioUserId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Who changes the plan within a period has what the plans differ by, however often.
  const isOtherPlan =
    access.paid &&
    studio.period.startsWith(`${access.subscriptionId} `) &&
    studio.period.endsWith(` ${access.periodStartsAt.toISOString()}`);
  // A user who returns to a period, because a plan ended within it, gets what was left of it.
  const left = isOtherPlan ? null : await leftOf(tx, userId, period.key);
  const isGiven = access.paid || left !== null || (await takeFreePeriod(tx, userId, period));
  const allowanceMs = isGiven ? period.allowanceMs : 0n;
  await tx
    .updateTable('Studio')
    .set({
      period: period.key,
      allowance: String(allowanceMs),
      returned: String(returned),
      periodEndsAt: period.endsAt,
    })
    .where('userId', '=', userId)
    .execute();
  const whole = allowanceMs - returned;
  const due = left === null || left > whole ? whole : left;
  const missing = due - (isOtherPlan ? BigInt(studio.allowance) - BigInt(studio.returned) : BigInt(balance));
  // Recorded whatever its amount: the entry marks the start of the period's allowance.
  await credit(tx, { studioUserId: userId }, missing, { kind: 'granted', why: reasonOf(period.key) });
}

/** Takes back from a studio what was refunded of its period, or gives back what no longer is. */
async function takeBack(tx: Sql, userId: number, before: bigint, now: bigint): Promise<void> {
  if (before === now) return;
  await tx
    .updateTable('Studio')
    .set({ returned: String(now) })
    .where('userId', '=', userId)
    .execute();
  await credit(tx, { studioUserId: userId }, before - now, {
    kind: 'credited',
    why: now > before ? 'A payment was refunded or disputed' : 'A dispute ended, or a refund failed',
  });
}

/**
 * Takes the free minutes of a period for a person's mailbox, which has them once, whichever of its accounts
 * comes first, deleted ones included. @returns whether they were still there
 */
async function takeFreePeriod(tx: Sql, userId: number, { key, endsAt }: Period): Promise<boolean> {
  const { email } = await tx
    .selectFrom('User')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // In other time zones the month ends up to a day later.
  const seconds = (endsAt.getTime() - Date.now()) / 1000 + 2 * 86_400;
  return consumeOnce(tx, `allowance ${key} of ${mailboxOf(email)}`, seconds);
}

const reasonOf = (key: string): string => `The allowance of ${key}`;

/** Milliseconds that a studio had of a period's allowance when it left it; null: it has not been there. */
async function leftOf(tx: Sql, userId: number, key: string): Promise<bigint | null> {
  const entries = tx
    .selectFrom('LedgerEntry as e')
    .innerJoin('Account as a', 'a.id', 'e.accountId')
    .where('a.studioUserId', '=', userId);
  const given = await entries
    .select((eb) => eb.fn.max('e.id').as('id'))
    .where('e.why', '=', reasonOf(key))
    .executeTakeFirstOrThrow();
  if (given.id === null) return null;
  const next = await entries
    .select((eb) => eb.fn.min('e.id').as('id'))
    .where('e.id', '>', given.id)
    .where('e.why', 'like', reasonOf('%'))
    .executeTakeFirstOrThrow();
  const { left } = await entries
    .select((eb) => eb.fn.sum('e.amount').as('left'))
    .$if(next.id !== null, (all) => all.where('e.id', '<', next.id!))
    .executeTakeFirstOrThrow();
  return BigInt(left ?? 0);
}

/** Keys of months follow each other as texts do. */
const isEarlierMonth = (key: string, before: string): boolean =>
  key.startsWith('free ') && before.startsWith('free ') && key < before;

async function presentPeriod(app: App, tx: Sql, userId: number, access: Access): Promise<Period> {
  if (access.paid)
    return {
      key: `${access.subscriptionId} ${access.plan.key} ${access.periodStartsAt.toISOString()}`,
      endsAt: await inAnHourAtLeast(tx, access.periodEndsAt),
      allowanceMs: BigInt(access.plan.minutes ?? 0) * 60_000n,
    };
  const { timezone, at } = await tx
    .selectFrom('User')
    .select(['timezone', now().as('at')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { day, until: endsAt } = periodAt('month', at, zoneOf(timezone));
  return {
    key: `free ${day.slice(0, 7)}`,
    endsAt,
    allowanceMs: BigInt(app.config.studio.freeMinutes) * 60_000n,
  };
}

/** Of a payment that is overdue the period has ended already: it is looked at again within the hour. */
async function inAnHourAtLeast(tx: Sql, periodEndsAt: Date): Promise<Date> {
  const { at } = await tx
    .selectNoFrom(sql<Date>`greatest(${periodEndsAt}::timestamptz, ${fromNow(3_600)})`.as('at'))
    .executeTakeFirstOrThrow();
  return at;
}
