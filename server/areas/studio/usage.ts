import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { accessOf } from '../allowance/access.ts';

/** What somebody's studio may still make. Milliseconds of sound. */
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
    studioOnly: row.signedUp && (await hasNothingElse(app, userId)),
  };
}

/** Whether the caller signed up for the studio and has nothing else. Opens no studio. */
export async function isStudioOnly(app: App, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const studio = await app.db.sql
    .selectFrom('Studio as s')
    .select('s.userId')
    .where('s.userId', '=', actor.userId)
    .where('s.signedUp', '=', true)
    .executeTakeFirst();
  return studio !== undefined && (await hasNothingElse(app, actor.userId));
}

/** Whether a person is in no newsroom: no organization, no project, and not the platform's administrator. */
export async function hasNothingElse({ db }: App, userId: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('User as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.role', '<>', 'admin')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Member as m').select('m.id').where('m.userId', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ProjectRoleGrant as g').select('g.projectId').where('g.userId', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Project as p')
            .select('p.id')
            .where('p.ownerId', '=', userId)
            .where('p.studioUserId', 'is', null)
            .where('p.deletedAt', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}
