import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { sendKeyChangeMail } from '../../access/identity/key-change-mail.ts';
import { requireRecentProof } from '../../access/identity/recent-proof.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { policy } from '../../access/project-access/policy.ts';

/** A key with which requests for full audio are signed: 32 hexadecimal digits. */
export const newSecurityKey = (): string => randomBytes(16).toString('hex');

/**
 * Replaces the key that signs requests for full audio, or makes the first one. Requests signed with the old
 * one are refused from now on. The log says that it happened, and not what either is.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ReauthenticationRequiredError
 */
export async function rotateSecurityKey(app: App, actor: Actor, id: number): Promise<Project> {
  return app.db.transaction(async (sql) => {
    const project = await accessProject(sql, actor, id, policy.rotateSecurityKey, true);
    await requireRecentProof(sql, actor);
    await sql.updateTable('Project').set({ securityKey: newSecurityKey() }).where('id', '=', id).execute();
    await writeProjectLog(sql, actor, id, 'security key rotated');
    await recordSigningKey(app, sql, actor, 'KEY_REPLACED', project);
    return accessProject(sql, actor, id, policy.readProject);
  });
}

/**
 * Returns the key that signs requests for full audio; null: there is none yet.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ReauthenticationRequiredError
 */
export async function revealSecurityKey(app: App, actor: Actor, id: number): Promise<string | null> {
  const { securityKey } = await accessProject(app.db.sql, actor, id, policy.revealSecurityKey);
  await requireRecentProof(app.db.sql, actor);
  return securityKey;
}

/** Records a new key for signed requests, and notifies those who may replace it. */
export async function recordSigningKey(
  app: App,
  sql: Sql,
  actor: Actor,
  event: 'KEY_CREATED' | 'KEY_REPLACED',
  project: Project,
): Promise<void> {
  await recordSecurity(app, sql, event, {
    userId: personOf(actor),
    organizationId: project.organizationId,
    body: { name: 'signed requests', project: project.name },
  });
  await sendKeyChangeMail(app, sql, project, null);
}
