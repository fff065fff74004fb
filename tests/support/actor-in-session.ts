import type { Actor } from '../../server/kernel/actor.ts';
import type { Database } from '../../server/lib/database/db.ts';

/**
 * A person with a session that has just begun, which what asks for a recent proof looks at; others as they
 * are.
 */
export async function inSession({ prisma }: Pick<Database, 'prisma'>, actor: Actor): Promise<Actor> {
  if (actor.kind !== 'user') return actor;
  const { id } = await prisma.session.create({
    data: { userId: actor.userId, expiresAt: new Date(Date.now() + 60_000) },
  });
  return { ...actor, sessionId: id };
}
