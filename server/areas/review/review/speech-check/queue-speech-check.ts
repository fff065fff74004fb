import { sql as raw } from 'kysely';
import type { App } from '../../../../kernel/app.ts';
import type { Sql } from '../../../../lib/database/db.ts';
import { now } from '../../../../lib/database/sql.ts';
import { noticeSchema, type Notice } from '../../../../lib/declare-messages.ts';
import type { Message } from '../../../../lib/declare-messages.ts';
import { noticeOf } from '../../../../lib/declare-messages.ts';
import { json } from '../../../../lib/database/sql.ts';
import { reviewMessages } from '../messages.ts';
import { speechCheckJob } from '../jobs.ts';

/**
 * Has an article's version compared with its text, within the caller's transaction, if it was chosen for
 * review and its project wants that. A version is checked once.
 */
export async function queueSpeechCheck(
  { queue, recogniser }: Pick<App, 'queue' | 'recogniser'>,
  tx: Sql,
  { articleId, version }: { articleId: number; version: string },
): Promise<void> {
  if (!recogniser) return;
  const ordered = await tx
    .insertInto('SpeechCheck')
    .columns(['version'])
    .expression((eb) =>
      eb
        .selectFrom('Article as a')
        .innerJoin('Project as p', 'p.id', 'a.projectId')
        .select(raw<string>`${version}::text`.as('version'))
        .where('a.id', '=', articleId)
        .where('a.qaStatus', '=', 'sampled')
        .where('p.qaListening', '=', true),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  if (ordered) await queue.send(tx, speechCheckJob, { version });
}

/** Records that a version was not checked, and why, unless it was checked. */
export async function skipSpeechCheck(sql: Sql, version: string, why: Message): Promise<void> {
  await sql
    .updateTable('SpeechCheck')
    .set({ state: 'not_checked', reason: json(noticeSchema, noticeOf(why)), updatedAt: now() })
    .where('version', '=', version)
    .where('state', '=', 'waiting')
    .execute();
}

/** Hours after which no check is still running: its job has used all its attempts. */
const longestHours = 8;

/** Ends what every worker died of. @returns how many */
export async function endLostChecks({ db }: Pick<App, 'db'>): Promise<number> {
  const reason: Notice = noticeOf(reviewMessages.NOT_CHECKED_INTERRUPTED());
  const { numUpdatedRows } = await db.sql
    .updateTable('SpeechCheck')
    .set({ state: 'not_checked', reason: json(noticeSchema, reason), updatedAt: now() })
    .where('state', '=', 'waiting')
    .where('updatedAt', '<', raw<Date>`now() - make_interval(hours => ${longestHours}::int)`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
