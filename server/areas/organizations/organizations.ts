import type { Member, Organization, OrganizationRole, User } from '../../../prisma/generated/client/client.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { isAdmin, requireCredentials } from '../identity/policy.ts';

export interface Membership {
  organization: Organization;
  role: OrganizationRole;
}

/** Organizations of whoever asks, by name, with the role there. A partner token stands for an editor, or a viewer. */
export async function listMemberships(app: App, actor: Actor): Promise<Membership[]> {
  const known = requireCredentials(actor);
  if (known.kind === 'partner') {
    const organization = await app.db.prisma.organization.findUniqueOrThrow({ where: { id: known.organizationId } });
    return [{ organization, role: known.readOnly ? 'viewer' : 'editor' }];
  }
  if (known.kind !== 'user') return [];
  return membershipsOf(app, known.userId);
}

/** A user's organizations, by name. For callers who have checked that they may know. */
export function membershipsOf(app: App, userId: number): Promise<Membership[]> {
  return app.db.prisma.member.findMany({
    where: { userId, status: 'active' },
    include: { organization: true },
    orderBy: [{ organization: { name: 'asc' } }, { id: 'asc' }],
  });
}

/** The role of whoever asks in an organization; null when there is none. Administrators count as maintainers. */
export async function roleIn(app: App, actor: Actor, organizationId: number): Promise<OrganizationRole | null> {
  if (isAdmin(actor)) return 'maintainer';
  if (actor.kind === 'partner' && actor.organizationId === organizationId) return actor.readOnly ? 'viewer' : 'editor';
  if (actor.kind !== 'user') return null;
  const member = await app.db.prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId: actor.userId } },
  });
  return member?.status === 'active' ? member.role : null;
}

/** An organization that whoever asks belongs to, by id, global id or slug. @throws NotFoundError */
export async function readOrganization(app: App, actor: Actor, idOrSlug: number | string): Promise<Organization> {
  requireCredentials(actor);
  const where = typeof idOrSlug === 'number' ? { id: idOrSlug } : { slug: idOrSlug };
  const organization = await app.db.prisma.organization.findUnique({ where });
  if (!organization || !(await roleIn(app, actor, organization.id))) throw new NotFoundError('This organization');
  return organization;
}

export type MemberOf = Member & { user: User };

/** Members of an organization that the caller belongs to, by name; programs see none. */
export async function listMembers(app: App, actor: Actor, organizationId: number): Promise<MemberOf[]> {
  if (actor.kind !== 'user' || !(await roleIn(app, actor, organizationId))) return [];
  return app.db.prisma.member.findMany({
    where: { organizationId },
    include: { user: true },
    orderBy: [{ user: { fullname: 'asc' } }, { id: 'asc' }],
  });
}

/** The name that administrators know an organization by; null for everybody else. */
export const pseudoOf = (actor: Actor, organization: Organization): string | null => (isAdmin(actor) ? organization.pseudo : null);
