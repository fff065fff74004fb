import type { App } from '../../../kernel/app.ts';
import { mailJob } from '../../../kernel/mail-job.ts';
import { persistError, noticesColumn } from '../../../lib/persisted-message.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { MailError } from '../../../mail/mail-error.ts';
import { mailMessages } from '../../../mail/messages.ts';

/** Seconds after which a process that is sending counts as dead: longer than any attempt takes. */
const attemptSeconds = 300;

/**
 * Goes on with mails whose process died: one that the server had nothing of is sent again; of one that was
 * being handed over nobody knows, so somebody has to look. Jobs that were lost are sent anew.
 * @returns how many
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
