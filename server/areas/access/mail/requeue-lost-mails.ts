import type { App } from '../../../kernel/app.ts';
import { mailJob } from '../../../kernel/mail-job.ts';
import { persistError, noticesColumn } from '../../../lib/persisted-message.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { MailError } from '../../../mail/mail-error.ts';
import { mailMessages } from '../../../mail/messages.ts';

/** Seconds after which a process that is sending counts as dead: longer than any attempt takes. */
const attemptSeconds = 300;

/**
 * Requeues emails whose process died: an email of which the mail server received nothing is resent; if it was
 * being transferred, its delivery is unknown, and an administrator must decide. Lost jobs are enqueued again.
 * @returns their number
 */
export async function requeueLostMails({ db, queue }: App): Promise<number> {
  const unknown = new MailError('unknown', mailMessages.MAIL_HANDED_OVER());
  return db.transaction(async (tx) => {
    await tx
      .updateTable('Mail')
      .set({
        state: 'unknown',
        stateAt: now(),
        error: unknown.message,
        errorNotices: noticesColumn(persistError(unknown)),
      })
      .where('state', '=', 'handing')
      .where('stateAt', '<', fromNow(-attemptSeconds))
      .execute();
    const stranded = await tx
      .updateTable('Mail')
      .set({ state: 'queued', stateAt: now(), nextAttemptAt: now() })
      .where('state', '=', 'sending')
      .where('stateAt', '<', fromNow(-attemptSeconds))
      .returning('id')
      .execute();
    const lost = await tx
      .selectFrom('Mail')
      .select('id')
      .where('state', '=', 'queued')
      .where('nextAttemptAt', '<', fromNow(-attemptSeconds))
      .limit(1_000)
      .execute();
    for (const { id } of [...stranded, ...lost]) await queue.send(tx, mailJob, { mailId: id });
    return stranded.length + lost.length;
  });
}
