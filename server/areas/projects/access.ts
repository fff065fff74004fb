import type { Project as ProjectModel } from '../../../prisma/generated/client/client.ts';
import type { OrganizationRole, ProjectRole } from '../../../prisma/generated/client/enums.ts';
import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotAllowedError, NotFoundError, NotSignedInError } from '../../kernel/errors.ts';
import { featuresIn, type Feature } from '../../kernel/features.ts';
import { rightsIn, rolesIn, type Right } from './policy.ts';

/** A project together with what whoever asked may do with it. */
export interface Project extends Omit<ProjectModel, 'articlesFromDate' | 'deletedAt'> {
  /** YYYY-MM-DD */
  articlesFromDate: string | null;
  /** What its organization is entitled to; a private project: nothing. */
  features: Feature[];
  /** Characters left of the account that pays. */
  balance: number;
  /** Whether the account that pays is invoiced, so that its balance stops nothing. */
  verified: boolean;
  rights: ReadonlySet<Right>;
  roles: ProjectRole[];
}

type ProjectRow = Omit<Project, 'rights' | 'roles' | 'features'> & { features: string[] } & { memberRole: OrganizationRole | null; grants: ProjectRole[] };

// $1 is the asking user, or null. The account that pays is the organization, else the owner. A list that Prisma was not given is NULL.
const select = `
SELECT p.*, p."articlesFromDate"::text AS "articlesFromDate", coalesce(p.children, '{}') AS children,
       coalesce(o.features, '{}') AS features,
       CASE WHEN o.id IS NULL THEN u.balance ELSE o.balance END::float8 AS balance,
       CASE WHEN o.id IS NULL THEN u.verified ELSE o.verified END AS verified,
       m.role::text AS "memberRole",
       ARRAY(SELECT g.role::text FROM "ProjectRoleGrant" g WHERE g."projectId" = p.id AND g."userId" = $1 ORDER BY g.role) AS grants
  FROM "Project" p
  JOIN "User" u ON u.id = p."ownerId"
  LEFT JOIN "Organization" o ON o.id = p."organizationId"
  LEFT JOIN "Member" m ON m."organizationId" = p."organizationId" AND m."userId" = $1 AND m.status = 'active'`;

/**
 * Finds a project for somebody who needs a right to it. With `lock` it cannot change until the transaction `sql` ends.
 * @throws NotSignedInError, NotFoundError where the actor may not read it, NotAllowedError where reading is all he may
 */
export async function accessProject(sql: Sql, actor: Actor, id: number, right: Right, lock = false): Promise<Project> {
  const [project] = await accessProjects(sql, actor, [id], lock);
  if (!project) throw new NotFoundError('This project');
  if (!project.rights.has(right)) throw new NotAllowedError();
  return project;
}

/** Those of the projects that the actor may read, in no order. @throws NotSignedInError */
export async function accessProjects(sql: Sql, actor: Actor, ids: readonly number[], lock = false): Promise<Project[]> {
  const userId = userOf(actor);
  const { rows } = await sql.query<ProjectRow>(`${select} WHERE p.id = ANY($2) AND p."deletedAt" IS NULL${lock ? ' FOR UPDATE OF p' : ''}`, [userId, ids]);
  return rows.map((row) => withRights(actor, row)).filter((project) => project.rights.has('read'));
}

/** All projects that the actor may read, by name. @throws NotSignedInError */
export async function readableProjects(sql: Sql, actor: Actor): Promise<Project[]> {
  const userId = userOf(actor);
  const order = 'ORDER BY lower(p.name), p.id';
  if (actor.kind === 'partner') return projectsWhere('p."organizationId" = $2', [actor.organizationId]);
  if (actor.kind === 'key') return projectsWhere('p.id = $2', [actor.projectId]);
  if (actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin')) return projectsWhere('TRUE', []);
  return projectsWhere(
    `p.id IN (SELECT id FROM "Project" WHERE "ownerId" = $1 AND "organizationId" IS NULL
              UNION SELECT q.id FROM "Project" q JOIN "Member" n ON n."organizationId" = q."organizationId" WHERE n."userId" = $1 AND n.status = 'active'
              UNION SELECT "projectId" FROM "ProjectRoleGrant" WHERE "userId" = $1)`,
    [],
  );

  async function projectsWhere(condition: string, values: unknown[]): Promise<Project[]> {
    const { rows } = await sql.query<ProjectRow>(`${select} WHERE p."deletedAt" IS NULL AND ${condition} ${order}`, [userId, ...values]);
    return rows.map((row) => withRights(actor, row)).filter((project) => project.rights.has('read'));
  }
}

/** What the actor may do with the project; empty for one that he may not read or that does not exist. @throws NotSignedInError */
export async function projectRights(app: App, actor: Actor, projectId: number): Promise<ReadonlySet<Right>> {
  const [project] = await accessProjects(app.db.sql, actor, [projectId]);
  return project?.rights ?? new Set();
}

function withRights(actor: Actor, { memberRole, grants, ...row }: ProjectRow): Project {
  const relation = { id: row.id, organizationId: row.organizationId, ownerId: row.ownerId, memberRole, grants };
  const rights = rightsIn(actor, relation);
  return { ...row, features: featuresIn(row.features), rights, roles: rolesIn(relation, rights) };
}

function userOf(actor: Actor): number | null {
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  return actor.kind === 'user' ? actor.userId : null;
}
