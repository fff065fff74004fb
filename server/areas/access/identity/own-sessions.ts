import type { Session } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { requireUser } from './policy.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { uuid } from './session.ts';
import { identityMessages } from './messages.ts';

/** A session as its person sees it. */
export interface OwnSession extends Pick<
  Session,
  'id' | 'device' | 'network' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
> {
  /** Whether the call came with it. */
  current: boolean;
}

/**
 * Returns the sessions of the signed-in user, the most recently used first, without ended ones. Null for a
 * program.
 */
export async function listSessions({ db, config }: App, actor: Actor): Promise<OwnSession[] | null> {
  if (actor.kind !== 'user') return null;
  const idleSince = new Date(Date.now() - config.sessionIdleHours * 3_600_000);
  const sessions = await db.prisma.session.findMany({
    where: { userId: actor.userId, expiresAt: { gt: new Date() }, lastSeenAt: { gt: idleSince } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: 200,
  });
  return sessions.map((session) => ({ ...session, current: session.id === actor.sessionId }));
}

/**
 * Ends one of one's own sessions, with the sockets that it has open.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `session` if it is not one of them
 */
export async function endSession(app: App, actor: Actor, id: string, whence: ClientInfo): Promise<void> {
  const { userId } = requireUser(actor);
  const none = () => new ValidationError([{ field: 'session', ...identityMessages.SESSION_NOT_FOUND() }]);
  if (!uuid.test(id)) throw none();
  await app.db.transaction(async (sql) => {
    const ended = await sql
      .deleteFrom('Session')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning(['device', 'network'])
      .executeTakeFirst();
    if (!ended) throw none();
    await recordSecurity(app, sql, 'SESSION_ENDED', {
      userId,
      whence,
      body: { ...(ended.device && { ended: ended.device }) },
    });
  });
}
