import type { App } from '../../kernel/app.ts';
import { keep, noticesColumn } from '../../lib/kept-message.ts';
import { now } from '../../lib/sql.ts';
import { mailMessages } from '../../mail/messages.ts';
import { readBounce } from '../../mail/read-bounce.ts';
import { outgoingId } from './deliver-mail.ts';

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
    const sent = await app.db.prisma.mail.findMany({
      where: { recipient, createdAt: { gt: new Date(Date.now() - heededDays * 86_400_000) } },
      select: { id: true, key: true },
    });
    const id = sent.find((mail) => outgoingId(mail) === bounce!.mailId)?.id;
    if (id === undefined) continue;
    const kept = keep([mailMessages.MAIL_RECIPIENT_REFUSED({ answer })]);
    const { numUpdatedRows } = await app.db.sql
      .updateTable('Mail')
      .set({
        state: 'refused',
        stateAt: now(),
        content: null,
        error: kept.text,
        errorNotices: noticesColumn(kept),
      })
      .where('id', '=', id)
      .where('state', 'in', ['sent', 'unknown'])
      .executeTakeFirst();
    noted += Number(numUpdatedRows);
  }
  return noted;
}
