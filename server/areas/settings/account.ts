import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, ValidationError, type FieldError } from '../../kernel/errors.ts';
import { readOrganization } from '../organizations/organizations.ts';

/** The account of a new project. For an organization that the actor may not write in the answer is the same as for an unknown one. */
export async function newAccount(sql: Sql, actor: Actor, organizationId: number | null, errors: FieldError[]): Promise<{ organizationId: number | null; ownerId: number } | null> {
  if (actor.kind === 'partner') {
    if (organizationId !== null && organizationId !== actor.organizationId) return refuse();
    // A program is nobody: the project counts as its organization's first maintainer's, else the platform's.
    const { rows } = await sql.query<{ id: number }>(
      `SELECT u.id FROM "User" u LEFT JOIN "Member" m ON m."userId" = u.id AND m."organizationId" = $1 AND m.status = 'active'
        WHERE m.id IS NOT NULL OR u.role = 'admin'
        ORDER BY m.role = 'maintainer' DESC NULLS LAST, m.id, u.id LIMIT 1`,
      [actor.organizationId],
    );
    return rows[0] ? { organizationId: actor.organizationId, ownerId: rows[0].id } : refuse();
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
  const { rows } = await sql.query(
    `SELECT 1 FROM "Organization" o LEFT JOIN "Member" m ON m."organizationId" = o.id AND m."userId" = $2 AND m.status = 'active'
      WHERE o.id = $1 AND ($3::boolean OR m.role IN ('editor', 'maintainer'))`,
    [organizationId, actor.userId, actor.role === 'admin'],
  );
  return rows.length > 0;
}

/** The id of an organization by its slug. @throws ValidationError on `organization`: an unknown one is refused like one that is not the caller's */
export async function organizationIdOf(app: App, actor: Actor, slug: string): Promise<number> {
  try {
    return (await readOrganization(app, actor, slug)).id;
  } catch (error) {
    if (error instanceof NotFoundError) throw new ValidationError([{ field: 'organization', message: notEditor }]);
    throw error;
  }
}
