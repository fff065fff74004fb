import type { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Sql } from '../../../lib/database/db.ts';

/** A role of an organization and those that it includes. */
const included: Readonly<Record<OrganizationRole, readonly OrganizationRole[]>> = {
  maintainer: ['maintainer', 'editor', 'viewer'],
  editor: ['editor', 'viewer'],
  viewer: ['viewer'],
};

/**
 * Lists what a caller's rights rest on: roles, scopes, and where the projects belong. A caller has lost no
 * right since a list was made if each of its entries is on the present one.
 * @param projectIds projects that the rights are about
 */
export async function callerStanding(
  sql: Sql,
  actor: Actor,
  projectIds: readonly number[],
): Promise<string[]> {
  const projects = await sql
    .selectFrom('Project')
    .select(['id', 'organizationId', 'ownerId'])
    .where('id', 'in', projectIds.length > 0 ? projectIds : [0])
    .where('deletedAt', 'is', null)
    .execute();
  const places = projects.map(
    ({ id, organizationId, ownerId }) => `project ${id} in ${organizationId ?? `private of ${ownerId}`}`,
  );
  return [...(await rolesOf(sql, actor)), ...places];
}

async function rolesOf(sql: Sql, actor: Actor): Promise<string[]> {
  switch (actor.kind) {
    case 'user': {
      const { userId } = actor;
      const members = await sql
        .selectFrom('Member')
        .select(['organizationId', 'role'])
        .where('userId', '=', userId)
        .where('status', '=', 'active')
        .execute();
      const grants = await sql
        .selectFrom('ProjectRoleGrant')
        .select(['projectId', 'role'])
        .where('userId', '=', userId)
        .execute();
      return [
        `user ${userId}`,
        ...(actor.role === 'admin' ? ['administrator'] : []),
        ...members.flatMap(({ organizationId, role }) =>
          included[role].map((one) => `${one} of organization ${organizationId}`),
        ),
        ...grants.map(({ projectId, role }) => `${role} of project ${projectId}`),
      ];
    }
    case 'partner':
      return [
        `partner of organization ${actor.organizationId}`,
        ...(actor.readOnly ? [] : ['writes']),
        ...(actor.projectIds ? actor.projectIds.map((id) => `for project ${id}`) : ['for all projects']),
      ];
    case 'key':
      return [`key of project ${actor.projectId}`, ...(actor.readOnly ? [] : ['writes'])];
    default:
      return [];
  }
}
