import type { MemberStatus, Prisma } from '../../../prisma/generated/client/client.ts';
import type { Notice } from '../../lib/declare-messages.ts';
import { keptNotices } from '../../lib/kept-message.ts';

/** What of a person's mails says whether the last invitation arrived. */
export const lastInvitation = {
  where: { kind: 'invitation' },
  orderBy: { id: 'desc' },
  take: 1,
  select: { errorNotices: true },
} as const satisfies Prisma.User$mailsArgs;

/** Why the last mail with an invitation did not arrive; null: it did, or is not needed any more. */
export const invitationTrouble = (
  status: MemberStatus,
  mail: { errorNotices: unknown } | undefined,
): Notice[] | null => (status === 'invited' && mail ? keptNotices.nullable().parse(mail.errorNotices) : null);
