import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ReauthenticationRequiredError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, fromNow, now } from '../../../lib/database/sql.ts';
import { freshMs } from './check-password.ts';
import { identityMessages } from './messages.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';

/**
 * Whether a person proved who it is within the last ten minutes, by signing in or by `confirmIdentity`. A
 * program proves it with each call, as the system does.
 */
export async function hasRecentProof(sql: Sql, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user') return true;
  return (await sessionsWithRecentProof(sql, [actor.sessionId])).length > 0;
}

/** Returns those of the sessions whose person proved who it is within the last ten minutes. */
export async function sessionsWithRecentProof(sql: Sql, sessionIds: readonly string[]): Promise<string[]> {
  const sessions = await sql
    .selectFrom('Session')
    .select('id')
    .where('id', '=', anyOf(sessionIds, 'uuid'))
    .where((eb) => eb(eb.fn.coalesce('provedAt', 'createdAt'), '>', fromNow(-freshMs / 1000)))
    .execute();
  return sessions.map(({ id }) => id);
}

/**
 * Requires a recent proof of identity for operations that create credentials, grant rights or reveal secrets,
 * so that an unattended signed-in browser gives no lasting access. Call it once the caller is authorized.
 * @throws ReauthenticationRequiredError
 */
export async function requireRecentProof(sql: Sql, actor: Actor): Promise<void> {
  if (!(await hasRecentProof(sql, actor)))
    throw new ReauthenticationRequiredError(identityMessages.REAUTHENTICATION_REQUIRED());
}

/** Counts a session as proved now. For callers who have made sure of it. */
export async function recordProof(
  app: Pick<App, 'log'>,
  sql: Sql,
  { sessionId, userId }: { sessionId: string; userId: number },
  method: 'password' | 'passkey' | 'openid',
  whence: ClientInfo,
): Promise<void> {
  const { numUpdatedRows } = await sql
    .updateTable('Session')
    .set({ provedAt: now() })
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  // The session has ended in the meantime.
  if (numUpdatedRows === 0n) return;
  await recordSecurity(app, sql, 'IDENTITY_CONFIRMED', { userId, whence, body: { method } });
}
