import type { Organization, Prisma, Project, User } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Page } from '../../../kernel/list-page.ts';
import { containingFolded } from '../../../lib/database/sql.ts';
import { storableText } from '../../../text/storable-text.ts';
import { isAdmin, requireAdmin } from '../../access/identity/policy.ts';
import { readableBy } from '../../access/project-access/access.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

const searchMaxCharacters = 200;

/**
 * Returns all organizations, by name. Administrators only.
 * @param search part of the name, the pseudo name or the slug, ignoring case; blank: all
 * @param query fields to select
 * @throws NotSignedInError, NotAllowedError, ValidationError on `search`
 */
export async function pageOfOrganizations(
  app: App,
  actor: Actor,
  search: string | null | undefined,
  { after, before, limit, inverted }: Page,
  query: Prisma.OrganizationDefaultArgs = {},
): Promise<Organization[]> {
  requireAdmin(actor);
  const found: Prisma.OrganizationWhereInput = await matching(app, search);
  const { prisma } = app.db;
  const nameOf = async (id: number) =>
    (await prisma.organization.findUnique({ where: { id }, select: { name: true } }))?.name;
  const beyond = await Promise.all(
    placesOf({ after, before }).map(async ([id, side]) => beyondPlace('name', await nameOf(id), id, side)),
  );
  const direction = inverted ? 'desc' : 'asc';
  return prisma.organization.findMany({
    ...query,
    where: { AND: [found, ...beyond] },
    orderBy: [{ name: direction }, { id: direction }],
    take: limit,
  });
}

/**
 * Returns all users, by email address. Administrators only.
 * @param search part of the name or the email address, ignoring case; blank: all
 * @param query fields to select
 * @throws NotSignedInError, NotAllowedError, ValidationError on `search`
 */
export async function pageOfUsers(
  app: App,
  actor: Actor,
  search: string | null | undefined,
  { after, before, limit, inverted }: Page,
  query: Prisma.UserDefaultArgs = {},
): Promise<User[]> {
  requireAdmin(actor);
  const found: Prisma.UserWhereInput = await matching(app, search);
  const { prisma } = app.db;
  const emailOf = async (id: number) =>
    (await prisma.user.findUnique({ where: { id }, select: { email: true } }))?.email;
  const beyond = await Promise.all(
    placesOf({ after, before }).map(async ([id, side]) => beyondPlace('email', await emailOf(id), id, side)),
  );
  const direction = inverted ? 'desc' : 'asc';
  return prisma.user.findMany({
    ...query,
    where: { AND: [{ deletedAt: null }, found, ...beyond] },
    orderBy: [{ email: direction }, { id: direction }],
    take: limit,
  });
}

/**
 * Returns an organization's projects, by name; null for anyone but administrators.
 * @param query fields to select, with the page
 */
export async function projectsOf(
  app: App,
  actor: Actor,
  organizationId: number,
  query: Prisma.ProjectFindManyArgs,
): Promise<Project[] | null> {
  if (!isAdmin(actor)) return null;
  return app.db.prisma.project.findMany({
    ...query,
    where: { AND: [{ organizationId }, readableBy(actor)] },
    orderBy: [{ nameOrder: 'asc' }, { id: 'asc' }],
  });
}

/** @throws ValidationError on `search` */
async function matching(
  { db }: App,
  search: string | null | undefined,
): Promise<{ searchText?: { contains: string } }> {
  const contains = storableText(search ?? '').trim();
  if (contains.length > searchMaxCharacters)
    throw new ValidationError([
      { field: 'search', ...kernelMessages.TOO_LONG({ most: searchMaxCharacters }) },
    ]);
  return contains === '' ? {} : { searchText: await containingFolded(db.sql, contains) };
}

type Side = 'gt' | 'lt';

const placesOf = ({ after, before }: Pick<Page, 'after' | 'before'>): [number, Side][] => [
  ...(after === undefined ? [] : [[after, 'gt'] as [number, Side]]),
  ...(before === undefined ? [] : [[before, 'lt'] as [number, Side]]),
];

/** Rows after or before one; after or before one that is gone there is nothing. */
const beyondPlace = (column: string, value: string | undefined, id: number, side: Side): object =>
  value === undefined
    ? { id: 0 }
    : { OR: [{ [column]: { [side]: value } }, { [column]: value, id: { [side]: id } }] };
