import type { OrganizationRole } from '../../../prisma/generated/client/enums.ts';
import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { lockForMaintainer } from './policy.ts';

export interface MemberKey {
  organizationId: number;
  userId: number;
}

/**
 * Gives a member another role, at once for what the member has open, too.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `role` when nobody would be left to manage the members
 */
export async function changeMemberRole(app: App, actor: Actor, { organizationId, userId, role }: MemberKey & { role: OrganizationRole }): Promise<void> {
  await app.db.transaction(async (sql) => {
    await lockForMaintainer(sql, actor, organizationId);
    const { rowCount } = await sql.query('UPDATE "Member" SET role = $3::"OrganizationRole" WHERE "organizationId" = $1 AND "userId" = $2', [organizationId, userId, role]);
    if (!rowCount) throw new NotFoundError('This member');
    await requireMaintainer(sql, organizationId, 'role');
  });
}

/**
 * Excludes a member, with the roles in the organization's projects: what the member has open ends at once.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `user` when nobody would be left to manage the members
 */
export async function excludeMember(app: App, actor: Actor, { organizationId, userId }: MemberKey): Promise<void> {
  await app.db.transaction(async (sql) => {
    await lockForMaintainer(sql, actor, organizationId);
    const { rowCount } = await sql.query('DELETE FROM "Member" WHERE "organizationId" = $1 AND "userId" = $2', [organizationId, userId]);
    if (!rowCount) throw new NotFoundError('This member');
    await requireMaintainer(sql, organizationId, 'user');
    await sql.query(
      'DELETE FROM "ProjectRoleGrant" g USING "Project" p WHERE p.id = g."projectId" AND p."organizationId" = $1 AND g."userId" = $2',
      [organizationId, userId],
    );
  });
}

async function requireMaintainer(sql: Sql, organizationId: number, field: string): Promise<void> {
  const { rows } = await sql.query(`SELECT 1 FROM "Member" WHERE "organizationId" = $1 AND role = 'maintainer' AND status = 'active' LIMIT 1`, [organizationId]);
  if (rows.length === 0) throw new ValidationError([{ field, message: 'An organization needs a maintainer: choose another one first.' }]);
}
