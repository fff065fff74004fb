import { z } from 'zod';
import type { Organization, OrganizationRole, Prisma } from '../../../../prisma/generated/client/client.ts';
import { organizationMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { isTimeZone } from '../../../lib/zoned-time.ts';
import { isAdmin, maySeePersonalData, requireCredentials } from '../identity/policy.ts';
import { organizationName } from './create-organization.ts';
import { storableText } from '../../../text/storable-text.ts';
import { lockFor, isManager, writers } from './policy.ts';

export interface Membership {
  organizationId: number;
  role: OrganizationRole;
}

/** Which organizations the actor may read: those that he belongs to. @throws NotSignedInError */
export function readableBy(actor: Actor): Prisma.OrganizationWhereInput {
  const known = requireCredentials(actor);
  if (isAdmin(known)) return {};
  if (known.kind === 'partner') return { id: known.organizationId };
  // A source's key belongs to a project alone.
  return { members: { some: { userId: known.kind === 'user' ? known.userId : 0, status: 'active' } } };
}

/**
 * Which members of an organization that he may read the actor sees: programs see none, people who do not
 * belong to it neither.
 */
export function visibleMembers(actor: Actor): Prisma.MemberWhereInput {
  return { organization: actor.kind === 'user' ? readableBy(actor) : { id: 0 } };
}

/**
 * Whether the actor sees an organization's members, by those that `visibleMembers` found: who sees them is
 * one of them, or an administrator.
 */
export const maySeeMembers = (actor: Actor, found: readonly unknown[]): boolean =>
  found.length > 0 || isAdmin(actor);

/**
 * Returns the caller's organizations by name, with the role in each. A partner token counts as an editor or,
 * if it is read-only or limited to some projects, as a viewer.
 */
export async function listMemberships(app: App, actor: Actor): Promise<Membership[]> {
  const known = requireCredentials(actor);
  if (known.kind === 'partner')
    return [
      {
        organizationId: known.organizationId,
        role: known.readOnly || known.projectIds ? 'viewer' : 'editor',
      },
    ];
  return known.kind === 'user' ? membershipsOf(app, known.userId) : [];
}

/** A user's organizations, by name; null for callers who may not know. */
export async function readMemberships(app: App, actor: Actor, userId: number): Promise<Membership[] | null> {
  return maySeePersonalData(actor, userId) ? membershipsOf(app, userId) : null;
}

function membershipsOf(app: App, userId: number): Promise<Membership[]> {
  return app.db.prisma.member.findMany({
    where: { userId, status: 'active' },
    select: { organizationId: true, role: true },
    orderBy: [{ organization: { name: 'asc' } }, { id: 'asc' }],
  });
}

/**
 * Returns an organization of the actor by id or slug.
 * @param query selection of the row
 * @throws NotSignedInError, NotFoundError
 */
export async function readOrganization(
  app: App,
  actor: Actor,
  idOrSlug: number | string,
  query: Prisma.OrganizationDefaultArgs = {},
): Promise<Organization> {
  const which = typeof idOrSlug === 'number' ? { id: idOrSlug } : { slug: idOrSlug.replaceAll('\0', '') };
  const organization = await app.db.prisma.organization.findFirst({
    ...query,
    where: { AND: [which, readableBy(actor)] },
  });
  if (!organization) throw new NotFoundError(organizationMessages.ORGANIZATION_NOT_FOUND());
  return organization;
}

/**
 * Returns the organizations that the actor belongs to.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readOrganizations(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.OrganizationDefaultArgs = {},
): Promise<Organization[]> {
  return app.db.prisma.organization.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/** Returns an organization's internal name for platform administrators; null for other actors. */
export const pseudoFor = (actor: Actor, pseudo: string | null): string | null =>
  isAdmin(actor) ? pseudo : null;

export interface OrganizationChanges {
  id: number;
  name?: string | null | undefined;
  timeZone?: string | null | undefined;
  /** Where its invoices are sent; empty: to the maintainer who has been one for longest. */
  billingEmail?: string | null | undefined;
}

/**
 * Changes an organization. Its editors change its name too, its maintainers all. What its channels count by
 * days follows its time zone from the next day on.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `name`, `timeZone`,
 * `billingEmail`
 */
export async function updateOrganization(
  app: App,
  actor: Actor,
  { id, name: given, timeZone, billingEmail: address }: OrganizationChanges,
): Promise<void> {
  const renamesOnly = given != null && timeZone == null && address == null;
  await app.db.transaction(async (tx) => {
    await lockFor(renamesOnly ? writers : ['maintainer'], tx, actor, id);
    const errors: FieldError[] = [];
    const name = given == null ? null : organizationName(given, errors);
    if (timeZone != null && !isTimeZone(timeZone))
      errors.push({ field: 'timeZone', ...kernelMessages.UNKNOWN_TIME_ZONE() });
    const billingEmail = address == null ? undefined : billingAddress(address, errors);
    if (errors.length > 0) throw new ValidationError(errors);
    const changes = {
      ...(billingEmail !== undefined && { billingEmail }),
      ...(name !== null && { name }),
      ...(timeZone != null && { timezone: timeZone }),
    };
    if (Object.keys(changes).length > 0)
      await tx.updateTable('Organization').set(changes).where('id', '=', id).execute();
  });
}

/**
 * An address that invoices are sent to; null where it is empty. What is wrong with it is added to the
 * errors.
 */
function billingAddress(given: string, errors: FieldError[]): string | null {
  const email = storableText(given).trim().toLowerCase();
  if (email === '') return null;
  if (email.length > 254 || !z.email().safeParse(email).success)
    errors.push({ field: 'billingEmail', ...kernelMessages.NOT_AN_EMAIL() });
  return email;
}

/**
 * Returns an organization's billing contact for its administrators; null for other actors, and if there is
 * none.
 */
export const billingEmailFor = (
  actor: Actor,
  organization: { billingEmail: string | null; members: readonly unknown[] },
): string | null => (isManager(actor, organization) ? organization.billingEmail : null);
