import { sql } from 'kysely';
import type { Mail } from '../../../../prisma/generated/client/client.ts';
import type { App } from '../../../kernel/app.ts';
import type { Notice } from '../../../lib/declare-messages.ts';
import { persistedNotices } from '../../../lib/persisted-message.ts';
import { anyOf } from '../../../lib/database/sql.ts';

/** Under which the mail of an invitation is sent. @param hash of its link's secret */
export const invitationMailKey = (hash: string): string => `invitation ${hash}`;

/** Mails by their keys, in no order. */
export const mailsByKey = (
  { db }: App,
  keys: readonly string[],
): Promise<Pick<Mail, 'key' | 'errorNotices'>[]> =>
  db.prisma.mail.findMany({ where: { key: { in: [...keys] } }, select: { key: true, errorNotices: true } });

/**
 * The last mail to the present address of each of some people that arrived or did not: none that waits, or
 * that its reader wanted no more of.
 */
export async function lastMails(
  { db }: App,
  userIds: readonly number[],
): Promise<{ userId: number; errorNotices: unknown }[]> {
  const mails = await db.sql
    .selectFrom('Mail as m')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .distinctOn('m.userId')
    .select(['u.id as userId', 'm.errorNotices'])
    .where('m.userId', '=', anyOf(userIds, 'int'))
    .whereRef('m.recipient', '=', 'u.email')
    .where('m.state', 'in', ['sent', 'refused', 'failed'])
    .where(sql`m."errorNotices" -> 0 ->> 'code'`, 'is distinct from', 'MAIL_NOT_WANTED')
    .orderBy('m.userId')
    .orderBy('m.id', 'desc')
    .execute();
  return mails;
}

/** Why a mail did not arrive; null: it did, or it is no longer kept. */
export const mailFailureOf = (mail: { errorNotices: unknown } | undefined): Notice[] | null =>
  mail ? persistedNotices.nullable().parse(mail.errorNotices) : null;
