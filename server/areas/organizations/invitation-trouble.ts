import type { Mail } from '../../../prisma/generated/client/client.ts';
import type { App } from '../../kernel/app.ts';
import type { Notice } from '../../lib/declare-messages.ts';
import { keptNotices } from '../../lib/kept-message.ts';

/** Under which the mail of an invitation is sent. @param hash of its link's secret */
export const invitationMailKey = (hash: string): string => `invitation ${hash}`;

/** Mails by their keys, in no order. */
export const mailsByKey = (
  { db }: App,
  keys: readonly string[],
): Promise<Pick<Mail, 'key' | 'errorNotices'>[]> =>
  db.prisma.mail.findMany({ where: { key: { in: [...keys] } }, select: { key: true, errorNotices: true } });

/** Why a mail did not arrive; null: it did, or it is no longer kept. */
export const mailTrouble = (mail: { errorNotices: unknown } | undefined): Notice[] | null =>
  mail ? keptNotices.nullable().parse(mail.errorNotices) : null;
