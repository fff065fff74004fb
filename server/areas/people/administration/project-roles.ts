import type { ProjectRole } from '../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { requireRecentProof } from '../../access/identity/recent-proof.ts';
import { requireAdminWithin } from '../../access/identity/active-account.ts';
import { recordAdministration } from '../../access/identity/administration-log.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import { roleChangedMail, roleEndedMail, sendSecurityMail } from '../../access/identity/security-mails.ts';
import { identityMessages } from '../../access/identity/messages.ts';
import { projectAccessMessages } from '../../access/project-access/messages.ts';

export interface ProjectRoleChange {
  projectId: number;
  userId: number;
  role: ProjectRole;
  /** Whether the user is to have it. */
  granted: boolean;
}

/**
 * Gives a user a role in one project, or removes it; open sessions see it at once. Administrators only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError
 */
export async function setProjectRole(
  app: App,
  actor: Actor,
  { projectId, userId, role, granted }: ProjectRoleChange,
): Promise<void> {
  requireAdmin(actor);
  await app.db.transaction(async (tx) => {
    await requireRecentProof(tx, actor);
    await requireAdminWithin(tx, actor);
    const project = await tx
      .selectFrom('Project')
      .select(['id', 'organizationId', 'name'])
      .where('id', '=', projectId)
      .where('deletedAt', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!project) throw new NotFoundError(projectAccessMessages.PROJECT_NOT_FOUND());
    const user = await tx
      .selectFrom('User')
      .select('id')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!user) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
    const changed = granted
      ? await tx
          .insertInto('ProjectRoleGrant')
          .values({ projectId, userId, role })
          .onConflict((conflict) => conflict.doNothing())
          .returning('userId')
          .executeTakeFirst()
      : await tx
          .deleteFrom('ProjectRoleGrant')
          .where('projectId', '=', projectId)
          .where('userId', '=', userId)
          .where('role', '=', role)
          .returning('userId')
          .executeTakeFirst();
    if (!changed) return;
    const action = granted ? 'project role given' : 'project role taken';
    await recordAdministration(tx, actor, action, { role }, { projectId, subjectId: userId });
    await recordSecurity(app, tx, 'PROJECT_ROLE_CHANGED', {
      userId: personOf(actor),
      subjectId: userId,
      organizationId: project.organizationId,
      body: { role, granted, project: project.name },
    });
    const where = project.name;
    if (granted)
      await sendSecurityMail(app, tx, roleChangedMail, { userId, facts: { of: 'project', role, where } });
    else await sendSecurityMail(app, tx, roleEndedMail, { userId, facts: { where, role } });
  });
}
