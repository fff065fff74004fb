import type { Organization, Prisma, Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { isManager, managersOf } from '../../access/organizations/policy.ts';
import { relationOf, rightsTo, type RelatedProject } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';

/** Whether an actor manages the webhooks of a project, by what is read with it. */
export const managedProject = {
  select: relationOf,
  manages: (actor: Actor, project: RelatedProject): boolean =>
    actor.kind === 'user' && rightsTo(actor, project).rights.has(policy.manageWebhooks),
};

/** The same of an organization. */
export const managedOrganization = { select: managersOf, manages: isManager };

/** The project of a webhook that the caller manages, for GraphQL once a mutation is done. */
export const readProject = (
  { db }: App,
  id: number | null,
  query: Prisma.ProjectDefaultArgs,
): Promise<Project> | null =>
  id === null ? null : db.prisma.project.findUniqueOrThrow({ ...query, where: { id } });

/** The same of an organization. */
export const readOrganization = (
  { db }: App,
  id: number | null,
  query: Prisma.OrganizationDefaultArgs,
): Promise<Organization> | null =>
  id === null ? null : db.prisma.organization.findUniqueOrThrow({ ...query, where: { id } });
