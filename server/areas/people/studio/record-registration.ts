import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { now } from '../../../lib/database/sql.ts';
import { ownStudio } from './open-studio.ts';

/**
 * Records, once, that a user has returned from signing up.
 * @throws NotSignedInError, NotAllowedError for a program
 */
export async function recordRegistration(app: App, actor: Actor): Promise<void> {
  const { userId } = await ownStudio(app, actor);
  const { numUpdatedRows } = await app.db.sql
    .updateTable('Studio')
    .set({ registeredAt: now() })
    .where('userId', '=', userId)
    .where('registeredAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) app.log.info({ userId }, 'studio sign-up');
}
