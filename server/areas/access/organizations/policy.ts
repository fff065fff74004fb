import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { NotAllowedError, NotFoundError } from '../../../kernel/errors.ts';
import { isAdmin, requireUser } from '../identity/policy.ts';
import { requireActiveAccount } from '../identity/active-account.ts';
import { organizationMessages } from './messages.ts';

/** What of an organization decides whether the actor manages it. */
export const managersOf = (actor: Actor) =>
  ({
    members: {
      where: { userId: actor.kind === 'user' ? actor.userId : 0, status: 'active', role: 'maintainer' },
      select: { id: true },
    },
  }) as const satisfies Prisma.OrganizationSelect;

/**
 * Whether the actor manages an organization that was read with `managersOf`: its maintainers do, and
 * administrators.
 */
export const isManager = (actor: Actor, { members }: { members: readonly unknown[] }): boolean =>
  actor.kind === 'user' && (isAdmin(actor) || members.length > 0);

/** What of an organization decides which role the actor has in it. */
export const rolesOf = (actor: Actor) =>
  ({
    members: {
      where: { userId: actor.kind === 'user' ? actor.userId : 0, status: 'active' },
      select: { role: true },
    },
  }) as const satisfies Prisma.OrganizationSelect;

/** Whether the actor may change what is an organization's that was read with `rolesOf`. */
export const mayWrite = (
  actor: Actor,
  { members: [own] }: { members: readonly { role: OrganizationRole }[] },
): boolean => actor.kind === 'user' && (isAdmin(actor) || (own !== undefined && writers.includes(own.role)));

/** Who changes what is an organization's; its other members read it. */
export const writers: readonly OrganizationRole[] = ['maintainer', 'editor'];

/**
 * The role that a user has in an organization, in which administrators count as maintainers; null: none, or
 * there is no such organization.
 */
export async function roleIn(
  sql: Sql,
  user: Extract<Actor, { kind: 'user' }>,
  organizationId: number,
): Promise<OrganizationRole | null> {
  const found = await sql
    .selectFrom('Organization as o')
    .leftJoin('Member as m', (join) =>
      join
        .onRef('m.organizationId', '=', 'o.id')
        .on('m.userId', '=', user.userId)
        .on('m.status', '=', 'active'),
    )
    .select('m.role')
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
  return found && isAdmin(user) ? 'maintainer' : (found?.role ?? null);
}

/**
 * Locks an organization for one of its maintainers, or an administrator, until the transaction ends: two who
 * take each other's role away do so one after the other.
 * @throws NotSignedInError, NotFoundError where the actor does not belong to it, NotAllowedError
 */
export const lockForMaintainer = (sql: Sql, actor: Actor, organizationId: number): Promise<void> =>
  lockFor(['maintainer'], sql, actor, organizationId);

/** The same for members of some roles. */
export async function lockFor(
  roles: readonly OrganizationRole[],
  sql: Sql,
  actor: Actor,
  organizationId: number,
): Promise<void> {
  const { userId } = requireUser(actor);
  await requireActiveAccount(sql, userId);
  const organization = await sql
    .selectFrom('Organization')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
  // Read under the lock: the role may have changed in the meantime.
  const member =
    organization &&
    (await sql
      .selectFrom('Member')
      .select('role')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .where('status', '=', 'active')
      .executeTakeFirst());
  const role = member?.role;
  if (!organization || (!role && !isAdmin(actor)))
    throw new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
  if (!(role && roles.includes(role)) && !isAdmin(actor)) throw new NotAllowedError();
}

/**
 * For what only an organization's maintainers see, and administrators. @throws NotFoundError where the user
 * does not belong to it, NotAllowedError
 */
export async function requireManager(
  sql: Sql,
  user: Extract<Actor, { kind: 'user' }>,
  organizationId: number,
): Promise<void> {
  const role = await roleIn(sql, user, organizationId);
  if (role === null) throw new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
  if (role !== 'maintainer') throw new NotAllowedError();
}
