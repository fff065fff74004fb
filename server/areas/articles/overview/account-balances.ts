import { sql } from 'kysely';
import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { conditionOf } from '../../../lib/database/prisma-condition.ts';
import { today } from '../../../lib/database/sql.ts';

/** Account that pays for a user's projects: an organization's, or their own. */
export interface OwnAccount {
  /** Null: it is the person's own. */
  organizationId: number | null;
  /** Characters left; negative when what is invoiced went beyond it. */
  balance: number;
  /** Whether it is invoiced, so that its balance stops nothing. */
  verified: boolean;
  /** Characters generated from it per day, over `paceDays`; null during the first days. */
  perDay: number | null;
  /** Days that its balance lasts at that rate; null: nothing is voiced, no rate yet, or it is invoiced. */
  daysLeft: number | null;
}

/** Number of days over which the daily average is computed. */
export const paceDays = 7;

/**
 * Returns each account that the caller spends from, organizations first, each with its own rate and remaining
 * time, because balances are not shared. A key has none.
 * @throws NotSignedInError
 */
export async function ownAccounts(app: App, actor: Actor): Promise<OwnAccount[]> {
  return accountsWithPace(app.db.sql, actor).orderBy('o.name').orderBy('a.id').execute();
}

/** The same as a query, with the organizations' names. */
export function accountsWithPace(db: Pick<Sql, 'selectFrom'>, actor: Actor) {
  const own = conditionOf('Account', 'a', accountsOf(actor));
  return db
    .selectFrom('Account as a')
    .leftJoin('Organization as o', 'o.id', 'a.organizationId')
    .innerJoinLateral(
      (eb) => {
        const usage = eb
          .selectFrom('DailyUsage as u')
          .innerJoin('Project as p', 'p.id', 'u.projectId')
          .where('p.deletedAt', 'is', null)
          .where((of) =>
            of.or([
              of('p.organizationId', '=', of.ref('a.organizationId')),
              of.and([
                of('p.organizationId', 'is', null),
                of('p.studioUserId', 'is', null),
                of('p.ownerId', '=', of.ref('a.userId')),
              ]),
            ]),
          );
        const before = usage
          .where('u.day', '<=', sql<string>`${today()} - ${paceDays}::int`)
          .where('u.characters', '>', 0)
          .select('u.day');
        return usage
          .where('u.day', '>', sql<string>`${today()} - ${paceDays}::int`)
          .select(({ exists }) =>
            sql<
              number | null
            >`CASE WHEN ${exists(before)} THEN coalesce(sum(u.characters), 0)::float8 / ${paceDays} END`.as(
              'perDay',
            ),
          )
          .as('pace');
      },
      (join) => join.onTrue(),
    )
    .where(own)
    .select([
      'a.organizationId',
      'o.name',
      sql<number>`a.balance::float8`.as('balance'),
      'a.verified',
      'pace.perDay',
      sql<
        number | null
      >`CASE WHEN NOT a.verified AND pace."perDay" > 0 THEN least(2147483647, greatest(0, floor(a.balance / pace."perDay")))::int END`.as(
        'daysLeft',
      ),
    ]);
}

/** A key has nothing to do with any. */
function accountsOf(actor: Actor): Prisma.AccountWhereInput {
  if (actor.kind === 'partner') return { organizationId: actor.organizationId };
  if (actor.kind !== 'user') return { id: 0 };
  const { userId } = actor;
  return { OR: [{ userId }, { organization: { members: { some: { userId, status: 'active' } } } }] };
}
