import type { App } from '../../../kernel/app.ts';
import { accessOf } from '../../access/allowance/plan-access.ts';
import { isStudioOnly } from '../../access/identity/studio-only-account.ts';

/** What a user's studio may still generate, in milliseconds of audio. */
export interface StudioUsage {
  userId: number;
  paid: boolean;
  balanceMs: number;
  /** Of the plan that is paid for; 0 without one. */
  basicBalanceMs: number;
  freeBalanceMs: number;
  usedMs: number;
  totalMs: number;
  periodEndsAt: Date | null;
  /** Whether the person has nothing but the studio. */
  studioOnly: boolean;
  isStudio: boolean;
}

/** How much a studio has used of the present period's allowance; for its owner, who has just opened it. */
export async function usageOf(app: App, userId: number): Promise<StudioUsage> {
  const { sql } = app.db;
  const [access, row] = await Promise.all([
    accessOf(app, sql, { userId }),
    sql
      .selectFrom('Studio as s')
      .innerJoin('Account as a', 'a.studioUserId', 's.userId')
      .select(['a.balance', 's.allowance', 's.periodEndsAt', 's.signedUp'])
      .where('s.userId', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  const balanceMs = Number(row.balance);
  const totalMs = Number(row.allowance);
  return {
    userId,
    paid: access.paid,
    balanceMs,
    basicBalanceMs: access.paid ? (access.plan.minutes ?? 0) * 60_000 : 0,
    freeBalanceMs: app.config.studio.freeMinutes * 60_000,
    usedMs: Math.min(Math.max(totalMs - balanceMs, 0), Math.max(totalMs, 0)),
    totalMs,
    periodEndsAt: row.periodEndsAt,
    isStudio: row.signedUp,
    studioOnly: await isStudioOnly(sql, userId),
  };
}
