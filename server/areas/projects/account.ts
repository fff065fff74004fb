import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, ValidationError, type FieldError } from '../../kernel/errors.ts';
import { readOrganization } from '../organizations/organizations.ts';

/**
 * The account of a new project. For an organization that the actor may not write in the answer is the same as
 * for an unknown one.
 */
export async function newAccount(
  sql: Sql,
  actor: Actor,
  organizationId: number | null,
  errors: FieldError[],
): Promise<{ organizationId: number | null; ownerId: number } | null> {
  if (actor.kind === 'partner') {
    if (organizationId !== null && organizationId !== actor.organizationId) return refuse();
    // A program is nobody: the project counts as its organization's first maintainer's, else the platform's.
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

  function refuse(): null {
    errors.push({ field: 'organization', message: notEditor });
    return null;
  }
}

export const notEditor = 'You are not an editor of this organization.';

/** Whether the actor may put projects into an organization. */
export async function mayWriteIn(sql: Sql, actor: Actor, organizationId: number): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const organization = await sql
    .selectFrom('Organization as o')
    .leftJoin('Member as m', (join) =>
      join
        .onRef('m.organizationId', '=', 'o.id')
        .on('m.userId', '=', actor.userId)
        .on('m.status', '=', 'active'),
    )
    .select('o.id')
    .where('o.id', '=', organizationId)
    .$if(actor.role !== 'admin', (query) => query.where('m.role', 'in', ['editor', 'maintainer']))
    .executeTakeFirst();
  return organization !== undefined;
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
      throw new ValidationError([{ field: 'organization', message: notEditor }]);
    throw error;
  }
}
