import type { OrganizationRole, ProjectRole } from '../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../kernel/actor.ts';

/** What can be done with a project and with what belongs to it. */
export type Right =
  /** See it, its settings and its articles. */
  | 'read'
  /** Add, change and delete articles. */
  | 'editArticles'
  /** Change settings and sources. */
  | 'configure'
  /** Delete it, or move it to another account. */
  | 'delete'
  /** See who changed which setting. */
  | 'readLog'
  /** See what listeners did, and what voicing cost. */
  | 'readStatistics'
  /** Let others see it by a link. */
  | 'shareStatistics'
  /** See the key that signs requests for full audio, and replace it. */
  | 'keepSecurityKey'
  /** Send what happens in it to other systems. */
  | 'manageWebhooks'
  /**
   * See how articles were processed regardless of booked features, and change what only administrators may.
   */
  | 'administer';

/** Relation of an actor to a project. */
export type Standing =
  | 'administrator'
  | 'owner'
  | `organization ${OrganizationRole}`
  | `project ${ProjectRole}`
  | 'partner'
  | 'read-only partner'
  | 'key'
  | 'read-only key';

const maintain: Right[] = [
  'read',
  'editArticles',
  'configure',
  'delete',
  'readLog',
  'readStatistics',
  'shareStatistics',
  'keepSecurityKey',
  'manageWebhooks',
];

/** Rights by standing. An actor with several standings has the rights of all of them. */
export const rightsOf: Readonly<Record<Standing, readonly Right[]>> = {
  administrator: [...maintain, 'administer'],
  owner: maintain,
  'organization maintainer': maintain,
  'organization editor': ['read', 'editArticles', 'configure'],
  'organization viewer': ['read'],
  'project maintainer': maintain,
  'project stats': ['read', 'readStatistics'],
  'project qa': ['read'],
  partner: ['read', 'editArticles', 'configure', 'readStatistics'],
  'read-only partner': ['read', 'readStatistics'],
  key: ['read', 'editArticles'],
  'read-only key': ['read'],
};

/** What of a project, and of the actor's relation to it, decides the rights. */
export interface ProjectRelation {
  id: number;
  /** Null: private, its owner's. */
  organizationId: number | null;
  ownerId: number;
  /** The actor's role in the project's organization; null for no active member. */
  memberRole: OrganizationRole | null;
  /** The actor's roles in this project. */
  grants: readonly ProjectRole[];
}

/** What the actor is to the project; nothing at all for a stranger. */
export function standingsOf(actor: Actor, project: ProjectRelation): Standing[] {
  switch (actor.kind) {
    case 'anonymous':
      return [];
    case 'system':
      return ['administrator'];
    case 'partner':
      if (actor.organizationId !== project.organizationId) return [];
      if (actor.projectIds && !actor.projectIds.includes(project.id)) return [];
      return [actor.readOnly ? 'read-only partner' : 'partner'];
    case 'key':
      if (actor.projectId !== project.id) return [];
      return [actor.readOnly ? 'read-only key' : 'key'];
    case 'user': {
      const found: Standing[] = project.grants.map((role) => `project ${role}` as const);
      if (actor.role === 'admin') found.push('administrator');
      if (project.memberRole) found.push(`organization ${project.memberRole}`);
      // The creator of an organization's project may have left the organization since.
      if (project.organizationId === null && project.ownerId === actor.userId) found.push('owner');
      return found;
    }
  }
}

/** All that the actor may do with the project. */
export function rightsIn(actor: Actor, project: ProjectRelation): ReadonlySet<Right> {
  return new Set(standingsOf(actor, project).flatMap((standing) => rightsOf[standing]));
}

/**
 * Returns the project's roles for screens: the granted ones, and maintainer for an actor with a maintainer's
 * rights.
 */
export function rolesIn(project: ProjectRelation, rights: ReadonlySet<Right>): ProjectRole[] {
  const maintainer: ProjectRole[] = rights.has('delete') && rights.has('readLog') ? ['maintainer'] : [];
  return [...new Set([...maintainer, ...project.grants])];
}

/**
 * Right that each function of this area requires. Functions that create or list aren't about one project
 * and check rights themselves.
 */
export const policy = {
  readProject: 'read',
  updateProject: 'configure',
  updateProjectReports: 'configure',
  deleteProject: 'delete',
  moveProject: 'delete',
  readProjectLog: 'readLog',
  rotateSecurityKey: 'keepSecurityKey',
  revealSecurityKey: 'keepSecurityKey',
  cloneConfiguration: 'configure',
  readLimitQuote: 'read',
  readSavings: 'read',
  tryUrlReplacements: 'configure',
  tryExtraction: 'configure',
} as const satisfies Record<string, Right>;
