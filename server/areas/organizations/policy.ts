import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import { NotAllowedError, NotFoundError } from '../../kernel/errors.ts';
import { isAdmin, requireUser } from '../identity/policy.ts';

/**
 * Locks an organization for one of its maintainers, or an administrator, until the transaction ends: two who take each other's role
 * away do so one after the other.
 * @throws NotSignedInError, NotFoundError where the actor does not belong to it, NotAllowedError
 */
export async function lockForMaintainer(sql: Sql, actor: Actor, organizationId: number): Promise<void> {
  const { userId } = requireUser(actor);
  const organization = await sql.selectFrom('Organization').select('id').where('id', '=', organizationId).forUpdate().executeTakeFirst();
  // Read once the lock is held: the role may have changed meanwhile.
  const member = organization && (await sql.selectFrom('Member').select('role')
    .where('organizationId', '=', organizationId).where('userId', '=', userId).where('status', '=', 'active').executeTakeFirst());
  const role = member?.role;
  if (!organization || (!role && !isAdmin(actor))) throw new NotFoundError('This organization');
  if (role !== 'maintainer' && !isAdmin(actor)) throw new NotAllowedError();
}
