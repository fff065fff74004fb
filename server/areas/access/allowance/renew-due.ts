import type { App } from '../../../kernel/app.ts';
import { eachItem, type ItemsOutcome } from '../../../kernel/each-item.ts';
import { now } from '../../../lib/database/sql.ts';
import { renewAllowance } from './allowance.ts';

const batch = 1_000;

/** Gives all studios whose period has ended the next one's allowance, each on its own. */
export const renewDue = (app: App, signal?: AbortSignal): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'studio-allowances',
    items: dueStudios(app),
    key: (userId) => `user ${userId}`,
    work: (userId) => renewAllowance(app, userId),
    signal,
  });

async function* dueStudios({ db }: App): AsyncGenerator<number> {
  for (let last = 0; ;) {
    const due = await db.sql
      .selectFrom('Studio')
      .select('userId')
      .where('userId', '>', last)
      .where('periodEndsAt', '<=', now())
      .orderBy('userId')
      .limit(batch)
      .execute();
    for (const { userId } of due) yield userId;
    if (due.length < batch) return;
    last = due.at(-1)!.userId;
  }
}
