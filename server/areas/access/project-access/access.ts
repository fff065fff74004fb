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

/** A project together with what whoever asked may do with it. */
export interface Project extends Omit<
  Selectable<Tables['Project']>,
  'deletedAt' | 'voiceAdditionalSettings' | 'features'
> {
  voiceAdditionalSettings: VoiceSettings;
  /** What its organization is entitled to, what was given to it alone, and what everybody has. */
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
      // What somebody makes in the studio is in no list of projects, whoever asks.
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
 * What the actor may do with a project that was read with `relationOf`. The features are without those that
 * everybody has.
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
 * Finds a project for somebody who needs a right to it. With `lock` it cannot change until the transaction
 * `db` ends; what refers to it can be added meanwhile.
 * @throws NotSignedInError, NotFoundError where the actor may not read it, NotAllowedError where reading is
 * all he may
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
 * Finds the project of what belongs to one, for somebody who needs a right to it.
 * @param unknown what is told where there is no such thing
 * @param lock the project cannot change until the transaction `db` ends
 * @throws NotSignedInError, NotFoundError where there is no such thing or the actor may not know of it,
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
  // All these tables have both columns; the type of one stands for them.
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
 * Finds a project for several people who ask at once, by one statement.
 * @returns in their order, the project with what each may do, or what is thrown at whoever may not
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

/** The person who asks; 0, which nobody is, for a program. */
function userOf(actor: Actor): number {
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  return actor.kind === 'user' ? actor.userId : 0;
}
