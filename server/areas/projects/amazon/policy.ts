import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { NotAllowedError } from '../../../kernel/errors.ts';
import { isAdmin, requireUser } from '../../access/identity/policy.ts';
import type { Project } from '../../access/project-access/access.ts';
import type { Right } from '../../access/project-access/policy.ts';
import { amazonMessages } from './messages.ts';

/**
 * The right to its project that each function of this area asks for. A linked account is the organization's,
 * for all its projects: those that change it must be its members, too (`requireAccountHolder`).
 */
export const policy = {
  readAccount: 'read',
  link: 'configure',
  unlink: 'configure',
} as const satisfies Record<string, Right>;

/**
 * Returns the organization of a project, for one of the organization's editors or maintainers: a right to
 * settings of a single project does not allow linking or unlinking for all of them.
 * @throws NotSignedInError, NotAllowedError
 */
export async function requireAccountHolder(
  sql: Sql,
  actor: Actor,
  { organizationId }: Pick<Project, 'organizationId'>,
): Promise<number> {
  const { userId } = requireUser(actor);
  if (organizationId === null) throw new NotAllowedError(amazonMessages.SKILLS_FOR_ORGANIZATIONS());
  if (isAdmin(actor)) return organizationId;
  const member = await sql
    .selectFrom('Member')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('status', '=', 'active')
    .where('role', 'in', ['maintainer', 'editor'])
    .executeTakeFirst();
  if (!member) throw new NotAllowedError(amazonMessages.AMAZON_ACCOUNT_FOR_EDITORS());
  return organizationId;
}
