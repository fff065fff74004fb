import type { Prisma, Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Page } from '../../../kernel/list-page.ts';
import { containingFolded } from '../../../lib/database/sql.ts';
import { storableText } from '../../../text/storable-text.ts';
import { readableBy } from '../../access/project-access/access.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

const searchMaxCharacters = 200;

/** By organization, then the private ones, each by name; or all of them by name. */
export type ProjectSort = 'organization' | 'name';

/**
 * Returns projects that the actor may read. A cursor of a project that is deleted, or that the actor may not
 * read, has nothing after or before it.
 * @param search part of the name, however it is spelled; blank: all
 * @param query fields to select
 * @throws NotSignedInError, ValidationError on `search`
 */
export async function pageOfProjects(
  app: App,
  actor: Actor,
  { after, before, limit, inverted }: Page,
  query: Prisma.ProjectDefaultArgs = {},
  { search, sort = 'organization' }: { search?: string | null | undefined; sort?: ProjectSort } = {},
): Promise<Project[]> {
  const readable: Prisma.ProjectWhereInput = { AND: [readableBy(actor), await namedLike(app, search)] };
  const beyond = await Promise.all(
    (
      [
        [after, 'gt'],
        [before, 'lt'],
      ] as const
    ).map(([id, side]) => (id === undefined ? {} : placesBeyond(app, readable, id, side, sort))),
  );
  const direction = inverted ? 'desc' : 'asc';
  return app.db.prisma.project.findMany({
    ...query,
    where: { AND: [readable, ...beyond] },
    // PostgreSQL has what is null at the end, or inverted at the beginning.
    orderBy: [
      ...(sort === 'organization'
        ? [{ organization: { name: direction } }, { organizationId: direction }]
        : []),
      { nameOrder: direction },
      { id: direction },
    ] as Prisma.ProjectOrderByWithRelationInput[],
    take: limit,
  });
}

async function namedLike({ db }: App, search: string | null | undefined): Promise<Prisma.ProjectWhereInput> {
  const part = storableText(search ?? '').trim();
  if (part.length > searchMaxCharacters)
    throw new ValidationError([
      { field: 'search', ...kernelMessages.TOO_LONG({ most: searchMaxCharacters }) },
    ]);
  return part === '' ? {} : { searchText: await containingFolded(db.sql, part) };
}

/** By hand: with Prisma's own cursor, the projects of organizations are not before the private ones. */
async function placesBeyond(
  { db }: App,
  readable: Prisma.ProjectWhereInput,
  id: number,
  side: 'gt' | 'lt',
  sort: ProjectSort,
): Promise<Prisma.ProjectWhereInput> {
  const place = await db.prisma.project.findFirst({
    where: { AND: [{ id }, readable] },
    select: { nameOrder: true, organizationId: true, organization: { select: { name: true } } },
  });
  if (!place) return { id: 0 };
  const { nameOrder, organizationId, organization } = place;
  const byName = { OR: [{ nameOrder: { [side]: nameOrder } }, { nameOrder, id: { [side]: id } }] };
  if (sort === 'name') return byName;
  const amongItsOwn: Prisma.ProjectWhereInput = { organizationId, ...byName };
  const otherKind: Prisma.ProjectWhereInput[] =
    side === 'gt' ? [{ organizationId: null }] : [{ organizationId: { not: null } }];
  if (organizationId === null || !organization)
    return side === 'gt' ? amongItsOwn : { OR: [amongItsOwn, ...otherKind] };
  const { name } = organization;
  return {
    OR: [
      amongItsOwn,
      { organization: { name: { [side]: name } } },
      { organization: { name }, organizationId: { [side]: organizationId } },
      ...(side === 'gt' ? otherKind : []),
    ],
  };
}
