import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { newKeyMail, sendSecurityMail } from './security-mails.ts';

/** Those who manage an organization. */
export async function maintainersOf(sql: Sql, organizationId: number): Promise<number[]> {
  const maintainers = await sql
    .selectFrom('Member')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'maintainer')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return maintainers.map(({ userId }) => userId);
}

interface KeptProject {
  id: number;
  name: string;
  organizationId: number | null;
  ownerId: number;
}

/**
 * Sends one email about a project's new keys to the users who could replace them, within the transaction: the
 * organization's administrators, or the owner of a private project.
 * @param names names of its sources' keys; null: the key that signs requests
 */
export async function sendKeyChangeMail(
  app: App,
  sql: Sql,
  { id, name: where, organizationId, ownerId }: KeptProject,
  names: readonly string[] | null,
): Promise<void> {
  const isPrivate = organizationId === null;
  const opens = names === null ? 'signing' : 'project';
  const path = `/projects/${id}`;
  for (const userId of isPrivate ? [ownerId] : await maintainersOf(sql, organizationId))
    await sendSecurityMail(app, sql, newKeyMail, {
      userId,
      facts: { where, opens, names: [...(names ?? [])], path, isPrivate },
    });
}
