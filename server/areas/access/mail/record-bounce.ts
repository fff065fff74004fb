import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { persistMessages, noticesColumn } from '../../../lib/persisted-message.ts';
import { now } from '../../../lib/database/sql.ts';
import { ThreadEndedError } from '../../../lib/threads/start-thread.ts';
import { exceededMemory } from '../../../lib/threads/task-pool.ts';
import { mailMessages } from '../../../mail/messages.ts';
import type { Bounce } from '../../../mail/read-bounce.ts';
import { outgoingId } from './deliver-mail.ts';

/** All mail servers are one caller: what they bring was written by anyone. */
const caller = 'mail bounces';
/** Days after which a bounce says nothing any more: servers try for five. */
const heededDays = 30;

/**
 * Records that sent emails were not delivered after all: administrators see it among the failures, and in the
 * list of members it appears beside the address.
 * @param bytes returned email; anything else is accepted, too
 * @returns the number of our emails that it concerns
 */
export async function recordBounce(app: App, bytes: Buffer): Promise<number> {
  const bounce = await readBounce(app, bytes);
  let noted = 0;
  for (const { recipient, answer } of bounce?.failed ?? []) {
    const sent = await app.db.prisma.mail.findMany({
      where: { recipient, createdAt: { gt: new Date(databaseTime().getTime() - heededDays * 86_400_000) } },
      select: { id: true, key: true },
    });
    const id = sent.find((mail) => outgoingId(mail) === bounce!.mailId)?.id;
    if (id === undefined) continue;
    const kept = persistMessages([mailMessages.MAIL_RECIPIENT_REFUSED({ answer })]);
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

/**
 * Parses an email in a separate process. One that needs too many resources there doesn't count as a delivery
 * report.
 */
async function readBounce({ files, log }: App, bytes: Buffer): Promise<Bounce | null> {
  try {
    return await files.bounce(bytes, caller);
  } catch (error) {
    if (!exceededMemory(error) && !(error instanceof ThreadEndedError)) throw error;
    log.warn({ err: error, bytes: bytes.length }, 'bounced email unreadable');
    return null;
  }
}
