import { z } from 'zod';
import type { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { declareMail } from '../../../kernel/declare-mail.ts';
import { NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { forgetUnsentMail, sendMail } from '../../../kernel/send-mail.ts';
import { createSecret } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { mailLanguage } from '../../../mail/mail-words.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import { storableText } from '../../../text/storable-text.ts';
import { requireUser } from '../identity/policy.ts';
import { requireRecentProof } from '../identity/recent-proof.ts';
import { personOf, recordSecurity } from '../identity/security-log.ts';
import { invitationMailKey } from './invitation-delivery.ts';
import type { MemberKey } from './members.ts';
import { organizationMessages } from './messages.ts';
import { isPendingAccount } from './pending-account.ts';
import { lockForMaintainer } from './policy.ts';

/** How long an invitation's link is valid, seconds. */
export const invitationSeconds = 7 * 86_400;
/** Addresses that are invited at once. */
export const invitationsMax = 100;

export const invitationMail = declareMail({
  kind: 'invitation',
  refusable: true,
  /** @property isNew whether the address has no account yet */
  facts: z.object({
    organization: z.string(),
    inviter: z.string(),
    email: z.string(),
    isNew: z.boolean(),
    link: z.string(),
    days: z.number(),
  }),
  content: ({ organization, inviter, email, isNew, link, days }, { w: { invitation: w } }) => {
    const text = w.text({ inviter, organization });
    return {
      subject: w.subject({ organization }),
      preview: text,
      heading: w.heading({ organization }),
      blocks: [
        { kind: 'text', text },
        { kind: 'button', text: isNew ? w.join : w.open, url: link },
        { kind: 'note', text: w.expires({ days }) },
      ],
      why: w.why({ email }),
    };
  },
});

const rates = {
  /** Rate limit per inviting user. */
  inviter: declareRate('Invitations', 'a person who invites', { burst: 300, everyMs: 60_000 }),
  /** Counted for all who invite together: no mailbox is filled. */
  address: declareRate('Invitations', 'an invited mailbox', { burst: 5, everyMs: 3_600_000 }),
};

export interface NewMembers {
  organizationId: number;
  /** In any case; each once. */
  emails: readonly string[];
  /** Null: it was not said. */
  role: OrganizationRole | null;
}

/**
 * Invites people by their addresses: each gets an email with a link that is valid once and for a week. A
 * repeated invitation sends a new link and sets the role; the former link becomes void. All are invited or
 * none.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError; ValidationError on `role`, and
 * on `email` if there is none, one is invalid, or belongs to a member
 */
export async function inviteMembers(
  app: App,
  actor: Actor,
  { organizationId, emails, role }: NewMembers,
): Promise<void> {
  const { userId } = requireUser(actor);
  // Checked first: a caller who may not invite must neither learn of addresses nor use up the rate limit.
  await app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, organizationId);
    await requireRecentProof(tx, actor);
  });
  const errors: FieldError[] = [];
  const addresses = readAddresses(emails, errors);
  if (role === null) errors.push({ field: 'role', ...organizationMessages.REQUIRED() });
  if (errors.length > 0 || role === null) throw new ValidationError(errors);
  for (const address of addresses) await countInvitation(app, userId, address);
  await app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, organizationId);
    const members = await tx
      .selectFrom('Member as m')
      .innerJoin('User as u', 'u.id', 'm.userId')
      .select('u.email')
      .where('m.organizationId', '=', organizationId)
      .where('m.status', '=', 'active')
      .where('u.email', 'in', addresses)
      .orderBy('u.email')
      .execute();
    if (members.length > 0)
      throw new ValidationError([
        {
          field: 'email',
          ...organizationMessages.MEMBERS_ALREADY({ emails: members.map(({ email }) => email).join(', ') }),
        },
      ]);
    for (const email of addresses) {
      const invited = await userOf(tx, email);
      await tx
        .insertInto('Member')
        .values({ organizationId, userId: invited, role, status: 'invited' })
        .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet({ role }))
        .execute();
      await recordSecurity(app, tx, 'MEMBER_INVITED', {
        userId,
        subjectId: invited,
        organizationId,
        body: { role },
      });
      await sendInvitation(app, tx, { organizationId, userId: invited }, userId);
    }
  });
}

/**
 * Resends an invitation: the former link becomes void.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError; ValidationError on `user` if
 * the person is a member already
 */
export async function resendInvitation(app: App, actor: Actor, key: MemberKey): Promise<void> {
  const { userId } = requireUser(actor);
  const requireInvited = async (tx: Sql): Promise<string> => {
    await lockForMaintainer(tx, actor, key.organizationId);
    const { status, email } = await memberOf(tx, key);
    if (status === 'active') throw activeAlready();
    return email;
  };
  await countInvitation(app, userId, await app.db.transaction(requireInvited));
  await app.db.transaction(async (tx) => {
    await requireInvited(tx);
    await sendInvitation(app, tx, key, userId);
  });
}

/**
 * Takes an invitation back: its link is void, and a mail that has not left yet does not.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `user` where the person is a
 * member already
 */
export async function withdrawInvitation(app: App, actor: Actor, key: MemberKey): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockForMaintainer(tx, actor, key.organizationId);
    const { status } = await memberOf(tx, key);
    if (status === 'active') throw activeAlready();
    const { inviteHash } = await tx
      .deleteFrom('Member')
      .where('organizationId', '=', key.organizationId)
      .where('userId', '=', key.userId)
      .returning('inviteHash')
      .executeTakeFirstOrThrow();
    if (inviteHash) await forgetUnsentMail(tx, invitationMailKey(inviteHash));
    await recordSecurity(app, tx, 'INVITATION_WITHDRAWN', {
      userId: personOf(actor),
      subjectId: key.userId,
      organizationId: key.organizationId,
    });
  });
}

const activeAlready = () =>
  new ValidationError([{ field: 'user', ...organizationMessages.MEMBER_IS_ACTIVE() }]);

/** @throws NotFoundError */
async function memberOf(tx: Sql, { organizationId, userId }: MemberKey) {
  const member = await tx
    .selectFrom('Member as m')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .select(['m.status', 'u.email'])
    .where('m.organizationId', '=', organizationId)
    .where('m.userId', '=', userId)
    .executeTakeFirst();
  if (!member) throw new NotFoundError(organizationMessages.MEMBER_NOT_FOUND());
  return member;
}

/** Addresses as they are kept. What is wrong with them is added to the errors, under `email`. */
function readAddresses(given: readonly string[], errors: FieldError[]): string[] {
  const addresses = [
    ...new Set(
      given.map((email) => storableText(email).trim().toLowerCase()).filter((email) => email !== ''),
    ),
    // In one order for all, so that two invitations of the same people never deadlock.
  ].sort();
  const wrong = addresses.filter((address) => address.length > 254 || !z.email().safeParse(address).success);
  const problem =
    addresses.length === 0
      ? organizationMessages.REQUIRED()
      : addresses.length > invitationsMax
        ? organizationMessages.TOO_MANY_ADDRESSES({ most: invitationsMax })
        : wrong.length > 0
          ? organizationMessages.NO_ADDRESSES({ texts: wrong.slice(0, 5).join(', ').slice(0, 500) })
          : null;
  if (problem) errors.push({ field: 'email', ...problem });
  return addresses;
}

async function countInvitation(app: App, inviter: number, address: string): Promise<void> {
  await countAgainstRate(app, rates.inviter, String(inviter), organizationMessages.TOO_MANY_INVITATIONS());
  await countAgainstRate(app, rates.address, mailboxOf(address), organizationMessages.TOO_MANY_INVITATIONS());
}

/** Returns the account of an address; if there is none, it creates one that can't be signed in to. */
async function userOf(tx: Sql, email: string): Promise<number> {
  await tx
    .insertInto('User')
    .values({ email, fullname: email.split('@')[0]! })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('User')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a member who was invited a new link, and sends it. Only its hash is kept. */
async function sendInvitation(app: App, tx: Sql, key: MemberKey, inviterId: number): Promise<void> {
  const { secret, hash } = createSecret('in');
  await tx
    .updateTable('Member')
    .set({
      inviteHash: hash,
      inviteExpiresAt: fromNow(invitationSeconds),
      invitedAt: now(),
      invitedById: inviterId,
    })
    .where('organizationId', '=', key.organizationId)
    .where('userId', '=', key.userId)
    .execute();
  const { organization, email, language, isNew, inviter, inviterLanguage } = await tx
    .selectFrom('Organization as o')
    .innerJoin('User as u', (join) => join.on('u.id', '=', key.userId))
    .innerJoin('User as i', (join) => join.on('i.id', '=', inviterId))
    .select([
      'o.name as organization',
      'u.email',
      'u.language',
      isPendingAccount('u').as('isNew'),
      'i.fullname as inviter',
      'i.language as inviterLanguage',
    ])
    .where('o.id', '=', key.organizationId)
    .executeTakeFirstOrThrow();
  const spoken = mailLanguage(language, inviterLanguage);
  await sendMail(app, tx, invitationMail, {
    key: invitationMailKey(hash),
    to: { email, userId: key.userId },
    language: spoken,
    facts: {
      organization,
      inviter,
      email,
      isNew,
      // Behind the #, so that no server and no log on the way has it.
      link: `${app.config.publicUrl}/invitation#${secret}`,
      days: invitationSeconds / 86_400,
    },
  });
}
