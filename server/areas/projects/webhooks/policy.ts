import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { isAdmin, requireUser } from '../../access/identity/policy.ts';
import { requireManager } from '../../access/organizations/policy.ts';
import { accessProject } from '../../access/project-access/access.ts';
import type { Right } from '../../access/project-access/policy.ts';

/**
 * The right to its project that each function of this area asks for. Webhooks of an organization are for its
 * maintainers.
 */
export const policy = { manageWebhooks: 'manageWebhooks' } as const satisfies Record<string, Right>;

/** Whose events a webhook sends: an organization's, or those of one project. */
export type WebhookOwner =
  { organizationId: number; projectId: null } | { organizationId: null; projectId: number };

/**
 * Requires that the actor may manage the webhooks of an organization or a project.
 * @returns the name of that, and the organization that it belongs to
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function requireWebhookManager(
  sql: Sql,
  actor: Actor,
  owner: WebhookOwner,
): Promise<{ name: string; organizationId: number | null }> {
  if (owner.projectId !== null) return accessProject(sql, actor, owner.projectId, policy.manageWebhooks);
  const { organizationId } = owner;
  await requireManager(sql, requireUser(actor), organizationId);
  const { name } = await sql
    .selectFrom('Organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { name, organizationId };
}

/** Which webhooks the actor may see: those that the actor manages. */
export function visibleWebhooks(actor: Actor): Prisma.WebhookEndpointWhereInput {
  if (actor.kind !== 'user') return { id: 0 };
  const there = { deletedAt: null, studioUserId: null };
  if (isAdmin(actor)) return { OR: [{ organizationId: { not: null } }, { project: there }] };
  const { userId } = actor;
  const managed = { members: { some: { userId, status: 'active', role: 'maintainer' } } } as const;
  return {
    OR: [
      { organization: managed },
      {
        project: {
          ...there,
          OR: [
            { ownerId: userId, organizationId: null },
            { organization: managed },
            { roles: { some: { userId, role: 'maintainer' } } },
          ],
        },
      },
    ],
  };
}
