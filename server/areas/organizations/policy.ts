import type { OrganizationRole } from '../../../prisma/generated/client/enums.ts';
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
  const { rows } = await sql.query('SELECT 1 FROM "Organization" WHERE id = $1 FOR UPDATE', [organizationId]);
  const role = rows.length > 0 ? await memberRole(sql, organizationId, userId) : null;
  if (rows.length === 0 || (!role && !isAdmin(actor))) throw new NotFoundError('This organization');
  if (role !== 'maintainer' && !isAdmin(actor)) throw new NotAllowedError();
}

async function memberRole(sql: Sql, organizationId: number, userId: number): Promise<OrganizationRole | null> {
  const { rows } = await sql.query<{ role: OrganizationRole }>(
    `SELECT role::text FROM "Member" WHERE "organizationId" = $1 AND "userId" = $2 AND status = 'active'`,
    [organizationId, userId],
  );
  return rows[0]?.role ?? null;
}
