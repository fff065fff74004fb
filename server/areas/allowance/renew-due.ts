import type { App } from '../../kernel/app.ts';
import { now } from '../../lib/sql.ts';
import { renewAllowance } from './allowance.ts';

const batch = 1_000;

/** Gives all studios whose period has ended the next one's allowance. @returns how many were looked at */
export async function renewDue(app: App): Promise<number> {
  let last = 0;
  let count = 0;
  for (;;) {
    const due = await app.db.sql
      .selectFrom('Studio')
      .select('userId')
      .where('userId', '>', last)
      .where('periodEndsAt', '<=', now())
      .orderBy('userId')
      .limit(batch)
      .execute();
    for (const { userId } of due) await renewAllowance(app, userId);
    count += due.length;
    if (due.length < batch) return count;
    last = due.at(-1)!.userId;
  }
}
