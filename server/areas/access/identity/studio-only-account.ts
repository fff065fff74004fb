import type { Actor } from '../../../kernel/actor.ts';
import { NotAllowedError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { identityMessages } from './messages.ts';

/**
 * Returns whether a user signed up for the studio and has nothing else: no organization, no project role, no
 * project of their own, and no platform role.
 */
export async function isStudioOnly(sql: Sql, userId: number): Promise<boolean> {
  const row = await sql
    .selectFrom('Studio as s')
    .innerJoin('User as u', 'u.id', 's.userId')
    .select('s.userId')
    .where('s.userId', '=', userId)
    .where('s.signedUp', '=', true)
    .where('u.role', '<>', 'admin')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Member as m').select('m.id').where('m.userId', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ProjectRoleGrant as g').select('g.projectId').where('g.userId', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Project as p')
            .select('p.id')
            .where('p.ownerId', '=', userId)
            .where('p.studioUserId', 'is', null)
            .where('p.deletedAt', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses users who have only the studio. @throws NotAllowedError */
export async function requireNewsroom(sql: Sql, actor: Actor): Promise<void> {
  if (actor.kind === 'user' && (await isStudioOnly(sql, actor.userId)))
    throw new NotAllowedError(identityMessages.STUDIO_ONLY());
}
