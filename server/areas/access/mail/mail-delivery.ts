import { z } from 'zod';
import type { Mail, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { mailJob } from '../../../kernel/mail-job.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { declareMail, mailTitles } from '../../../kernel/declare-mail.ts';
import { sendMail } from '../../../kernel/send-mail.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { requireAdmin } from '../identity/policy.ts';
import { mailAreaMessages } from './messages.ts';

/** How mails leave this server. */
export interface EmailDelivery {
  from: string;
  /** Null: a mail server sends them. */
  outbox: string | null;
}

const testRate = declareRate('Test emails', 'an administrator', { burst: 5, everyMs: 30_000 });

/** How many failures are listed. */
export const failuresShown = 20;

/** How mails leave. Administrators only. @throws NotSignedInError, NotAllowedError */
export function readEmailDelivery(app: App, actor: Actor): EmailDelivery {
  requireAdmin(actor);
  return { from: app.mail.from, outbox: app.mail.outbox };
}

/** How many mails wait to be sent. Administrators only. @throws NotSignedInError, NotAllowedError */
export async function countWaitingMails(app: App, actor: Actor): Promise<number> {
  requireAdmin(actor);
  return app.db.prisma.mail.count({ where: { state: { in: ['queued', 'sending', 'handing'] } } });
}

/**
 * Returns the latest emails whose last attempt failed, the newest first, including those that will be
 * retried. Administrators only.
 * @param query selection of the rows
 * @throws NotSignedInError, NotAllowedError
 */
export async function listMailFailures(
  app: App,
  actor: Actor,
  query: Prisma.MailDefaultArgs = {},
): Promise<Mail[]> {
  requireAdmin(actor);
  return app.db.prisma.mail.findMany({
    ...query,
    where: { error: { not: null } },
    orderBy: { id: 'desc' },
    take: failuresShown,
  });
}

/**
 * Returns emails; none unless the actor is an administrator.
 * @param query selection of the rows
 */
export async function readMailRows(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.MailDefaultArgs = {},
): Promise<Mail[]> {
  if (actor.kind !== 'user' || actor.role !== 'admin') return [];
  return app.db.prisma.mail.findMany({ ...query, where: { id: { in: [...ids] } } });
}

export const testMail = declareMail({
  kind: 'test',
  facts: z.object({ at: z.date() }),
  content: ({ at }, { w: { test: w }, url, moment }) => ({
    ...mailTitles(w),
    blocks: [
      { kind: 'text', text: w.text },
      {
        kind: 'facts',
        facts: [
          [w.server, url],
          [w.sentAt, moment(at)],
        ],
      },
    ],
  }),
});

/**
 * Sends a mail that says nothing but that mails arrive. Administrators only.
 * @param email whom it is sent to; absent: the caller
 * @throws NotSignedInError, NotAllowedError, LimitReachedError, ValidationError on `email`
 */
export async function sendTestEmail(app: App, actor: Actor, email?: string | null): Promise<Mail> {
  const { userId } = requireAdmin(actor);
  const recipient = email?.trim().toLowerCase();
  if (recipient !== undefined && !z.email().safeParse(recipient).success)
    throw new ValidationError([{ field: 'email', ...kernelMessages.NOT_AN_EMAIL() }]);
  await countAgainstRate(app, testRate, String(userId), mailAreaMessages.TOO_MANY_TEST_MAILS());
  const { prisma } = app.db;
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const at = new Date();
  const key = `test ${userId} ${at.toISOString()}`;
  await app.db.transaction((tx) =>
    sendMail(app, tx, testMail, {
      key,
      to: { email: recipient ?? user.email, userId: recipient === undefined ? userId : null },
      language: mailLanguage(user.language),
      timezone: user.timezone,
      facts: { at },
    }),
  );
  return prisma.mail.findUniqueOrThrow({ where: { key } });
}

/**
 * Resends an email that was given up, was refused, or whose delivery is unknown. Administrators only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError; ValidationError on `mail` while it is being sent
 * or has been sent, and when its content is no longer stored
 */
export async function retryEmail(app: App, actor: Actor, id: number): Promise<Mail> {
  requireAdmin(actor);
  await app.db.transaction(async (tx) => {
    const mail = await lockStopped(tx, id);
    if (mail.content === null)
      throw new ValidationError([{ field: 'id', ...mailAreaMessages.MAIL_NO_LONGER_KEPT() }]);
    await tx
      .updateTable('Mail')
      .set({ state: 'queued', attempts: 0, stateAt: now(), nextAttemptAt: now() })
      .where('id', '=', id)
      .execute();
    await app.queue.send(tx, mailJob, { mailId: id });
  });
  return app.db.prisma.mail.findUniqueOrThrow({ where: { id } });
}

/**
 * Takes a mail off the list of those that did not arrive: it is never sent again, and what it said is
 * forgotten. Administrators only.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `mail` while it is on its way
 * or sent
 */
export async function dismissEmail(app: App, actor: Actor, id: number): Promise<Mail> {
  requireAdmin(actor);
  await app.db.transaction(async (tx) => {
    await lockStopped(tx, id);
    await tx
      .updateTable('Mail')
      .set({ error: null, errorNotices: null, content: null })
      .where('id', '=', id)
      .execute();
  });
  return app.db.prisma.mail.findUniqueOrThrow({ where: { id } });
}

/**
 * Locks an email that is not sent automatically.
 * @throws NotFoundError, ValidationError on `mail`
 */
async function lockStopped(tx: Sql, id: number): Promise<{ content: string | null }> {
  const mail = await tx
    .selectFrom('Mail')
    .select(['state', 'content'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw new NotFoundError(mailAreaMessages.MAIL_NOT_FOUND());
  if (!['failed', 'refused', 'unknown'].includes(mail.state))
    throw new ValidationError([{ field: 'id', ...mailAreaMessages.MAIL_NOT_STOPPED() }]);
  return mail;
}
