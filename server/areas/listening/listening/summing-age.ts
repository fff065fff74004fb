import type { App } from '../../../kernel/app.ts';

/**
 * Returns when player events were last added to the statistics; workers do so every minute, also without new
 * events. Null: never.
 */
export async function lastSummedAt({ db }: Pick<App, 'db'>): Promise<Date | null> {
  const progress = await db.sql.selectFrom('ListeningProgress').select('at').executeTakeFirst();
  return progress?.at ?? null;
}
