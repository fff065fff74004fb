import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError, NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import type { FeatureHolder } from '../../../kernel/features.ts';
import { readOrganization } from '../../access/organizations/organizations.ts';
import { roleIn, writers } from '../../access/organizations/policy.ts';
import type { Project } from '../../access/project-access/access.ts';
import { policy } from '../../access/project-access/policy.ts';
import { featuresWithin } from './entitlements.ts';
import { projectMessages } from './messages.ts';

/** Whose a project is. */
export interface Account {
  organizationId: number | null;
  ownerId: number;
}

/**
 * The account of a new project. For an organization that the actor may not write in the answer is the same as
 * for an unknown one. @returns the account, or what is wrong
 */
export async function newAccount(
  sql: Sql,
  actor: Actor,
  organizationId: number | null,
): Promise<Account | FieldError[]> {
  if (actor.kind === 'partner') {
    if (organizationId !== null && organizationId !== actor.organizationId) return refuse();
    // A program has no user: the project's owner is its organization's first maintainer, else the platform's.
    const owner = await sql
      .selectFrom('User as u')
      .leftJoin('Member as m', (join) =>
        join
          .onRef('m.userId', '=', 'u.id')
          .on('m.organizationId', '=', actor.organizationId)
          .on('m.status', '=', 'active'),
      )
      .select('u.id')
      .where((eb) => eb.or([eb('m.id', 'is not', null), eb('u.role', '=', 'admin')]))
      .orderBy(
        (eb) => eb('m.role', '=', 'maintainer'),
        (order) => order.desc().nullsLast(),
      )
      .orderBy('m.id')
      .orderBy('u.id')
      .limit(1)
      .executeTakeFirst();
    return owner ? { organizationId: actor.organizationId, ownerId: owner.id } : refuse();
  }
  if (actor.kind !== 'user') return refuse();
  if (organizationId !== null && !(await mayWriteIn(sql, actor, organizationId))) return refuse();
  return { organizationId, ownerId: actor.userId };

  function refuse(): FieldError[] {
    return [{ field: 'organization', ...notEditorMessage }];
  }
}

export const notEditorMessage = projectMessages.ORGANIZATION_NOT_YOURS();

/** Whether the actor may put projects into an organization. */
export async function mayWriteIn(sql: Sql, actor: Actor, organizationId: number): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const role = await roleIn(sql, actor, organizationId);
  return role !== null && writers.includes(role);
}

/**
 * The id of an organization by its slug. @throws ValidationError on `organization`: an unknown one is refused
 * like one that is not the caller's
 */
export async function organizationIdOf(app: App, actor: Actor, slug: string): Promise<number> {
  try {
    return (await readOrganization(app, actor, slug)).id;
  } catch (error) {
    if (error instanceof NotFoundError)
      throw new ValidationError([{ field: 'organization', ...notEditorMessage }]);
    throw error;
  }
}

/** Where a project moves. */
export interface AccountChange extends FeatureHolder {
  /** Nothing where it stays. */
  columns: Partial<Account>;
  /** Why it may not go there. */
  errors: FieldError[];
}

/**
 * Returns the account that a project moves to, and its entitlements there. Moving takes the project away from
 * its members, so it requires more than changing it.
 * @param organizationId undefined: it does not move
 * @throws NotAllowedError
 */
export async function accountChangeOf(
  sql: Sql,
  actor: Actor,
  project: Project,
  organizationId: number | null | undefined,
): Promise<AccountChange> {
  if (organizationId === undefined || organizationId === project.organizationId)
    return { features: project.features, columns: {}, errors: [] };
  if (!project.rights.has(policy.moveProject) || actor.kind !== 'user')
    throw new NotAllowedError(projectMessages.PROJECT_MOVED_BY_MAINTAINERS());
  const features = await featuresWithin(sql, project.id, organizationId);
  // A private project belongs to its owner, so the user who makes it private becomes the owner.
  if (organizationId === null)
    return { features, columns: { organizationId, ownerId: actor.userId }, errors: [] };
  const errors = (await mayWriteIn(sql, actor, organizationId))
    ? []
    : [{ field: 'organization', ...notEditorMessage }];
  return { features, columns: { organizationId }, errors };
}
