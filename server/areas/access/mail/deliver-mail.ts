import type { App } from '../../../kernel/app.ts';
import { mailJob } from '../../../kernel/mail-job.ts';
import { isUnsubscribed } from '../../../kernel/mail-unsubscribe.ts';
import { readMail } from '../../../kernel/send-mail.ts';
import type { MailState } from '../../../../prisma/generated/client/enums.ts';
import { hashSecret } from '../../../lib/security/crypto.ts';
import { persistError, noticesColumn } from '../../../lib/persisted-message.ts';
import { metrics } from '../../../lib/metrics.ts';
import type { JobOutcome } from '../../../lib/database/queue.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { MailError } from '../../../mail/mail-error.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { mailMessages } from '../../../mail/messages.ts';
import { mailHtml, mailText } from '../../../mail/render-mail.ts';

/** Seconds from an attempt that failed to the next: nine in about a day. */
export const mailRetrySeconds = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200] as const;

/**
 * The `OutgoingMail.id` of a mail: the same for each attempt, so that receivers know a second one for what it
 * is, and so that a bounce tells which mail it is about.
 */
export const outgoingId = ({ key }: { key: string }): string => hashSecret(key).slice(0, 32);

/** Another process has claimed the email in the meantime. */
class MailTakenError extends Error {
  override name = 'MailTakenError';
}

type Claimed = Pick<Awaited<ReturnType<typeof claim>> & object, 'id' | 'attempts'>;

/**
 * Sends a due email, unless another process does. An email that reached the mail server is never resent
 * automatically; an attempt that failed before that is repeated.
 */
export async function deliverMail(app: App, mailId: number): Promise<JobOutcome> {
  const mail = await claim(app, mailId);
  if (!mail) return 'skipped';
  try {
    const content = mail.content === null ? null : readMail(app, mail.key, mail.content);
    if (!content) throw new MailError('failed', mailMessages.MAIL_UNREADABLE());
    if (content.unsubscribe && (await isUnsubscribed(app.db.sql, mail)))
      throw new MailError('refused', mailMessages.MAIL_NOT_WANTED());
    const language = mailLanguage(mail.language);
    await app.mail.send(
      {
        id: outgoingId(mail),
        to: mail.recipient,
        subject: content.subject,
        html: mailHtml(content, language),
        text: mailText(content, language),
        unsubscribeUrl: content.unsubscribe?.url ?? null,
        files: content.files ?? [],
      },
      () => move(app, mail, 'sending', { state: 'handing' }),
    );
  } catch (error) {
    if (error instanceof MailTakenError) return 'skipped';
    if (!(error instanceof MailError)) throw error;
    app.log.warn({ mail: mail.id, kind: mail.kind, err: error.message }, 'email not sent');
    await noteFailure(app, mail, error);
    return 'done';
  }
  await move(app, mail, 'handing', { state: 'sent', content: null, error: null, errorNotices: null });
  metrics.emails.inc({ outcome: 'sent' });
  return 'done';
}

/** Claims a due email; undefined: it doesn't exist, is not due yet, or is claimed by another process. */
const claim = ({ db }: App, mailId: number) =>
  db.sql
    .updateTable('Mail')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), stateAt: now() }))
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where('nextAttemptAt', '<=', fromNow(1))
    .returning(['id', 'key', 'kind', 'recipient', 'language', 'content', 'attempts'])
    .executeTakeFirst();

interface Changes {
  state: MailState;
  content?: null;
  error?: string | null;
  errorNotices?: string | null;
}

/** Moves a mail on, as long as it is where this attempt left it. @throws MailTakenError */
async function move(
  { db }: App,
  { id, attempts }: Claimed,
  from: MailState,
  changes: Changes,
): Promise<void> {
  const moved = await db.sql
    .updateTable('Mail')
    .set({ ...changes, stateAt: now() })
    .where('id', '=', id)
    .where('state', '=', from)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw new MailTakenError();
}

async function noteFailure(app: App, { id, attempts }: Claimed, error: MailError): Promise<void> {
  const wait = error.outcome === 'later' ? mailRetrySeconds[attempts - 1] : undefined;
  const state = wait !== undefined ? 'queued' : error.outcome === 'later' ? 'failed' : error.outcome;
  const isNoted = await app.db.transaction(async (tx) => {
    const noted = await tx
      .updateTable('Mail')
      .set({
        state,
        stateAt: now(),
        error: error.message,
        errorNotices: noticesColumn(persistError(error)),
        ...(wait !== undefined && { nextAttemptAt: fromNow(wait) }),
      })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', 'in', ['sending', 'handing'])
      .returning('nextAttemptAt')
      .executeTakeFirst();
    if (noted && wait !== undefined)
      await app.queue.send(tx, mailJob, { mailId: id }, { startAfter: noted.nextAttemptAt });
    return noted !== undefined;
  });
  if (isNoted) metrics.emails.inc({ outcome: state === 'queued' ? 'retried' : state });
}
