import { randomBytes } from 'node:crypto';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { personOf, recordSecurity } from '../identity/security-log.ts';
import { accessProject, type Project } from '../project-access/access.ts';
import { writeProjectLog } from '../project-log/log.ts';
import { policy } from '../project-access/policy.ts';

/** A key with which requests for full audio are signed: 32 hexadecimal digits. */
export const newSecurityKey = (): string => randomBytes(16).toString('hex');

/**
 * Replaces the key that signs requests for full audio, or makes the first one. Requests signed with the old
 * one are refused from now on. The log says that it happened, and not what either is.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function rotateSecurityKey(app: App, actor: Actor, id: number): Promise<Project> {
  return app.db.transaction(async (sql) => {
    const { organizationId, name } = await accessProject(sql, actor, id, policy.rotateSecurityKey, true);
    await sql.updateTable('Project').set({ securityKey: newSecurityKey() }).where('id', '=', id).execute();
    await writeProjectLog(sql, actor, id, 'security key rotated');
    await recordSecurity(app, sql, 'KEY_REPLACED', {
      userId: personOf(actor),
      organizationId,
      body: { name: 'signed requests', project: name },
    });
    return accessProject(sql, actor, id, policy.readProject);
  });
}
