import { sql } from 'kysely';
import type { App } from '../../kernel/app.ts';
import { keepError, noticesColumn } from '../../lib/kept-message.ts';
import { now } from '../../lib/sql.ts';
import { MailError } from '../../mail/mail-error.ts';
import { mailMessages } from '../../mail/messages.ts';
import { readBounce } from '../../mail/read-bounce.ts';

/** Days after which a bounce says nothing any more: servers try for five. */
const heededDays = 30;

/**
 * Notes of mails that had been sent that they did not arrive after all: administrators see it among the
 * failures, and whoever looks at the member beside the address.
 * @param bytes a mail that came back; anything else is taken, too
 * @returns how many mails of ours it was about
 */
export async function noteBounce(app: App, bytes: Buffer): Promise<number> {
  const bounce = await readBounce(bytes);
  let noted = 0;
  for (const { recipient, answer } of bounce?.failed ?? []) {
    const error = new MailError('refused', mailMessages.MAIL_RECIPIENT_REFUSED({ answer }));
    const rows = await app.db.sql
      .updateTable('Mail')
      .set({
        state: 'refused',
        stateAt: now(),
        content: null,
        error: error.message,
        errorNotices: noticesColumn(keepError(error)),
      })
      .where('recipient', '=', recipient)
      .where('state', 'in', ['sent', 'unknown'])
      .where('createdAt', '>', sql<Date>`now() - make_interval(days => ${heededDays})`)
      // As the Message-ID is made of the key: see deliver-mail.ts.
      .where(sql<string>`left(encode(sha256(convert_to("key", 'UTF8')), 'hex'), 32)`, '=', bounce!.mailId)
      .returning('id')
      .execute();
    noted += rows.length;
  }
  return noted;
}
