import type { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { isActiveAccount } from '../identity/active-account.ts';
import { personOf, recordSecurity } from '../identity/security-log.ts';
import { requireRecentProof } from '../identity/recent-proof.ts';
import { roleChangedMail, roleEndedMail, sendSecurityMail } from '../identity/security-mails.ts';
import { lockForMaintainer } from './policy.ts';
import { organizationMessages } from './messages.ts';

export interface MemberKey {
  organizationId: number;
  userId: number;
}

/**
 * Changes a member's role, at once for open screens, too. Members can't change their own.
 * @param role null: missing
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `user`, and on `role` when no
 * administrator of the organization would remain; ReauthenticationRequiredError
 */
export async function changeMemberRole(
  app: App,
  actor: Actor,
  { organizationId, userId, role }: MemberKey & { role: OrganizationRole | null },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, organizationId);
    await requireRecentProof(tx, actor);
    requireOther(actor, userId);
    if (role === null) throw new ValidationError([{ field: 'role', ...organizationMessages.REQUIRED() }]);
    const member = await tx
      .selectFrom('Member')
      .select(['id', 'role'])
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!member) throw new NotFoundError(organizationMessages.MEMBER_NOT_FOUND());
    await tx.updateTable('Member').set({ role }).where('id', '=', member.id).execute();
    if (member.role === 'maintainer') await requireMaintainer(tx, organizationId, 'role');
    await recordSecurity(app, tx, 'ROLE_CHANGED', {
      userId: personOf(actor),
      subjectId: userId,
      organizationId,
      body: { role },
    });
    await sendSecurityMail(app, tx, roleChangedMail, {
      userId,
      facts: { of: 'organization', role, where: await nameOf(tx, organizationId) },
    });
  });
}

/**
 * Removes an active member, with the roles in the organization's projects: their access ends at once. Members
 * can't remove themselves.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `user`, also when no
 * administrator of the organization would remain
 */
export async function removeMember(
  app: App,
  actor: Actor,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, organizationId);
    requireOther(actor, userId);
    const excluded = await tx
      .deleteFrom('Member')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .returning(['status', 'role'])
      .executeTakeFirst();
    if (!excluded) throw new NotFoundError(organizationMessages.MEMBER_NOT_FOUND());
    if (excluded.status !== 'active')
      throw new ValidationError([{ field: 'user', ...organizationMessages.MEMBER_NOT_ACTIVE() }]);
    if (excluded.role === 'maintainer') await requireMaintainer(tx, organizationId, 'user');
    await takeProjectRoles(tx, { organizationId, userId });
    await recordSecurity(app, tx, 'MEMBER_REMOVED', {
      userId: personOf(actor),
      subjectId: userId,
      organizationId,
    });
    await sendSecurityMail(app, tx, roleEndedMail, {
      userId,
      facts: { where: await nameOf(tx, organizationId), role: null },
    });
  });
}

/** Removes a leaving member's roles in the organization's projects, within the transaction. */
export async function takeProjectRoles(tx: Sql, { organizationId, userId }: MemberKey): Promise<void> {
  await tx
    .deleteFrom('ProjectRoleGrant as g')
    .using('Project as p')
    .whereRef('p.id', '=', 'g.projectId')
    .where('p.organizationId', '=', organizationId)
    .where('g.userId', '=', userId)
    .execute();
}

async function nameOf(tx: Sql, organizationId: number): Promise<string> {
  const { name } = await tx
    .selectFrom('Organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return name;
}

/** @throws ValidationError on `user` */
function requireOther(actor: Actor, userId: number): void {
  if (actor.kind === 'user' && actor.userId === userId)
    throw new ValidationError([{ field: 'user', ...organizationMessages.OWN_MEMBERSHIP() }]);
}

/** Makes sure that a maintainer is left whose account is not stopped. @throws ValidationError */
async function requireMaintainer(tx: Sql, organizationId: number, field: string): Promise<void> {
  const maintainer = await tx
    .selectFrom('Member as m')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .select('m.id')
    .where('m.organizationId', '=', organizationId)
    .where('m.role', '=', 'maintainer')
    .where('m.status', '=', 'active')
    .where(isActiveAccount('u'))
    .limit(1)
    .executeTakeFirst();
  if (!maintainer) throw new ValidationError([{ field, ...organizationMessages.LAST_MAINTAINER() }]);
}
