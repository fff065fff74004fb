import { sql, type Selectable } from 'kysely';
import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { ProjectRole } from '../../../../prisma/generated/client/enums.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { noteProjects } from '../../../lib/idempotent-call.ts';
import { NotAllowedError, NotFoundError, NotSignedInError } from '../../../kernel/errors.ts';
import { featuresOf, type Feature } from '../../../kernel/features.ts';
import { rightsIn, rolesIn, type Right } from './policy.ts';
import { voiceSettings, type VoiceSettings } from './voice-values.ts';
import { projectAccessMessages } from './messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** Project with the caller's rights to it. */
export interface Project extends Omit<
  Selectable<Tables['Project']>,
  'deletedAt' | 'voiceAdditionalSettings' | 'features'
> {
  voiceAdditionalSettings: VoiceSettings;
  /** Features of its organization, of the project alone, and those that are on for everyone. */
  features: Feature[];
  rights: ReadonlySet<Right>;
  roles: ProjectRole[];
}

/**
 * Which projects the actor may read; for lists, relations and single reads alike. @throws NotSignedInError
 */
export function readableBy(actor: Actor): Prisma.ProjectWhereInput {
  switch (actor.kind) {
    case 'anonymous':
      throw new NotSignedInError();
    case 'system':
      return { deletedAt: null };
    case 'partner':
      return {
        deletedAt: null,
        organizationId: actor.organizationId,
        ...(actor.projectIds && { id: { in: [...actor.projectIds] } }),
      };
    case 'key':
      return { deletedAt: null, id: actor.projectId };
    case 'user': {
      const { userId, role } = actor;
      // Studio audio is in no list of projects, not even for administrators.
      if (role === 'admin') return { deletedAt: null, studioUserId: null };
      return {
        deletedAt: null,
        studioUserId: null,
        OR: [
          { ownerId: userId, organizationId: null },
          { organization: { members: { some: { userId, status: 'active' } } } },
          { roles: { some: { userId } } },
        ],
      };
    }
  }
}

/** What of a project decides the actor's rights to it. */
export function relationOf(actor: Actor) {
  const userId = userOf(actor);
  return {
    id: true,
    organizationId: true,
    ownerId: true,
    features: true,
    organization: {
      select: { features: true, members: { where: { userId, status: 'active' }, select: { role: true } } },
    },
    roles: { where: { userId }, select: { role: true }, orderBy: { role: 'asc' } },
  } as const satisfies Prisma.ProjectSelect;
}

export type RelatedProject = Prisma.ProjectGetPayload<{ select: ReturnType<typeof relationOf> }>;

/**
 * Returns the actor's rights to a project that was read with `relationOf`. Its features exclude those that
 * are on for everyone.
 */
export function rightsTo(
  actor: Actor,
  { id, organizationId, ownerId, features, organization, roles }: RelatedProject,
): Pick<Project, 'rights' | 'roles' | 'features'> {
  const relation = {
    id,
    organizationId,
    ownerId,
    memberRole: organization?.members[0]?.role ?? null,
    grants: roles.map(({ role }) => role),
  };
  const rights = rightsIn(actor, relation);
  return { rights, roles: rolesIn(relation, rights), features: featuresOf(organization?.features, features) };
}

/**
 * Returns a project for an actor who needs a right to it. With `lock` it can't change until the transaction
 * `db` ends; rows that refer to it can still be added.
 * @throws NotSignedInError, NotFoundError if the actor may not read it, NotAllowedError if the actor may only
 * read it
 */
export async function accessProject(
  db: Sql,
  actor: Actor,
  id: number,
  right: Right,
  lock = false,
): Promise<Project> {
  const [project] = await accessProjects(db, actor, [id], lock);
  return checked(project, right, projectAccessMessages.PROJECT_NOT_FOUND());
}

/** Tables whose rows belong to a project. */
type Owned = {
  [Table in keyof Tables]: Tables[Table] extends { projectId: number; id: unknown } ? Table : never;
}[keyof Tables];

/**
 * Returns the project of a row for an actor who needs a right to it.
 * @param unknown error message if there is no such row
 * @param lock the project can't change until the transaction `db` ends
 * @throws NotSignedInError, NotFoundError if there is no such row or the actor may not know of it,
 * NotAllowedError
 */
export async function accessProjectOf(
  db: Sql,
  actor: Actor,
  table: Owned,
  id: number,
  right: Right,
  unknown: Message,
  lock = false,
): Promise<Project> {
  // All these tables have both columns; the type of one is used for all.
  const place = db
    .selectFrom(table as 'Source')
    .select('projectId')
    .where('id', '=', id);
  const rows = await accessQuery(db, [actor], lock).where('p.id', '=', place).execute();
  return checked(rows.map((row) => withRights(actor, row))[0], right, unknown);
}

/** Those of the projects that the actor may read, in no order. @throws NotSignedInError */
export async function accessProjects(
  db: Sql,
  actor: Actor,
  ids: readonly number[],
  lock = false,
): Promise<Project[]> {
  const rows = await accessQuery(db, [actor], lock)
    .where('p.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute();
  return rows.map((row) => withRights(actor, row)).filter((project) => project.rights.has('read'));
}

/**
 * Names of those projects of an organization to which the actor has a right, by their ids: nothing else of
 * them is read, as there may be a thousand. @throws NotSignedInError
 */
export async function projectNames(
  db: Sql,
  actor: Actor,
  organizationId: number,
  right: Right,
): Promise<Map<number, string>> {
  const rows = await relatedQuery(db, [actor])
    .where('p.organizationId', '=', organizationId)
    .select(['p.id', 'p.name', 'p.organizationId', 'p.ownerId'])
    .execute();
  const may = ({ grants, ...row }: (typeof rows)[number]) =>
    rightsIn(actor, { ...row, grants: grants ?? [] }).has(right);
  return new Map(rows.filter(may).map(({ id, name }) => [id, name]));
}

/**
 * Returns a project for several concurrent callers, with one statement.
 * @returns in their order, the project with each caller's rights, or the error for a caller without access
 * @throws NotSignedInError
 */
export async function accessProjectTogether(
  db: Sql,
  actors: readonly Actor[],
  id: number,
  right: Right,
): Promise<(Project | NotFoundError | NotAllowedError)[]> {
  const rows = await accessQuery(db, actors, false).where('p.id', '=', id).execute();
  return actors.map((actor, index) => {
    const row = rows.find(({ place }) => place === index + 1);
    const project = row && withRights(actor, row);
    return refusal(project, right, projectAccessMessages.PROJECT_NOT_FOUND()) ?? project!;
  });
}

function checked(project: Project | undefined, right: Right, unknown: Message): Project {
  const refused = refusal(project, right, unknown);
  if (refused) throw refused;
  return project!;
}

function refusal(project: Project | undefined, right: Right, unknown: Message) {
  if (!project?.rights.has('read')) return new NotFoundError(unknown);
  return project.rights.has(right) ? null : new NotAllowedError();
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof accessQuery>['execute']>>[number];

function accessQuery(db: Sql, actors: readonly Actor[], lock: boolean) {
  const query = relatedQuery(db, actors)
    .selectAll('p')
    .select((eb) => [
      'o.features as booked',
      eb
        .selectFrom('PlatformFeature as f')
        .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['f.feature']).as('features'))
        .as('everybodys'),
    ]);
  return lock ? query.forNoKeyUpdate('p') : query;
}

/**
 * Of projects what each of the actors is to them, in a row for each. Within a transaction Prisma cannot read,
 * and it cannot lock.
 */
function relatedQuery(db: Sql, actors: readonly Actor[]) {
  const asking = sql<{ userId: number; place: number }>`unnest(${actors.map(userOf)}::int[]) WITH ORDINALITY`;
  return db
    .selectFrom('Project as p')
    .innerJoin(asking.as<'asking'>(sql`asking("userId", place)`), (join) => join.onTrue())
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .leftJoin('Member as m', (join) =>
      join
        .onRef('m.organizationId', '=', 'p.organizationId')
        .onRef('m.userId', '=', 'asking.userId')
        .on('m.status', '=', 'active'),
    )
    .select((eb) => [
      eb.cast<number>('asking.place', 'integer').as('place'),
      'm.role as memberRole',
      eb
        .selectFrom('ProjectRoleGrant as g')
        .whereRef('g.projectId', '=', 'p.id')
        .whereRef('g.userId', '=', 'asking.userId')
        // The driver knows no arrays of our own types.
        .select(({ fn, cast }) =>
          fn
            .agg<ProjectRole[]>('array_agg', [cast<ProjectRole>('g.role', 'text')])
            .orderBy('g.role')
            .as('roles'),
        )
        .as('grants'),
    ])
    .where('p.deletedAt', 'is', null)
    .$if(!actors.every(({ kind }) => kind === 'system'), (project) =>
      project.where('p.studioUserId', 'is', null),
    );
}

function withRights(actor: Actor, row: ProjectRow): Project {
  noteProjects([row.id]);
  const { memberRole, grants, booked, everybodys, deletedAt: _, place: __, ...columns } = row;
  const relation = {
    id: row.id,
    organizationId: row.organizationId,
    ownerId: row.ownerId,
    memberRole,
    grants: grants ?? [],
  };
  const rights = rightsIn(actor, relation);
  return {
    ...columns,
    voiceAdditionalSettings: voiceSettings.parse(row.voiceAdditionalSettings),
    features: featuresOf(booked, row.features, everybodys),
    rights,
    roles: rolesIn(relation, rights),
  };
}

/** Returns the caller's user id; 0, which no row has, for a program. */
function userOf(actor: Actor): number {
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  return actor.kind === 'user' ? actor.userId : 0;
}
