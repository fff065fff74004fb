import type { App } from '../../../kernel/app.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { provePerson } from '../../access/identity/check-password.ts';
import { requireUser } from '../../access/identity/policy.ts';
import {
  isActiveAccount,
  lockAdministrators,
  requireOtherAdministrator,
} from '../../access/identity/active-account.ts';
import { networkNameOf, recordSecurity, type ClientInfo } from '../../access/identity/security-log.ts';
import { accountDeletedMail, sendSecurityMail } from '../../access/identity/security-mails.ts';
import { paymentCustomerJob } from '../premium/jobs.ts';
import { deleteWithin } from '../../projects/projects/projects.ts';
import { profileMessages } from './messages.ts';

/** What logs say in place of a name. */
const nobody = 'Deleted account';

/** What is a person's alone, and goes with the account. */
const ownTables = [
  'Studio',
  'Session',
  'Member',
  'ProjectRoleGrant',
  'FavoriteVoice',
  'Identity',
  'PendingIdentity',
  'Passkey',
  'RecoveryCode',
  'PasswordReset',
  'EmailChange',
  'ReviewClaim',
  'StatisticsPin',
] as const;

/**
 * Deletes the account of the signed-in user immediately: sign-in is impossible, all sessions end, private
 * projects are deleted, and name, addresses and picture are erased. What organizations own stays. The empty
 * row stays, because accounts and logs refer to it.
 * @throws NotSignedInError, NotAllowedError for programs; ValidationError on `password`, and on `account` for
 * the last administrator of the platform and the last maintainer of an organization; LimitReachedError
 */
export async function deleteOwnAccount(
  app: App,
  actor: Actor,
  { password, ...whence }: ClientInfo & { password?: string | null | undefined },
): Promise<void> {
  const { userId } = requireUser(actor);
  const { email } = await provePerson(app, actor, password, whence);
  await app.db.transaction(async (tx) => {
    await requireNotLast(tx, userId);
    const projects = await tx
      .selectFrom('Project')
      .select(['id', 'name'])
      .where('ownerId', '=', userId)
      .where('organizationId', 'is', null)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    for (const project of projects) await deleteWithin(tx, actor, project);
    await recordSecurity(app, tx, 'ACCOUNT_DELETED', { userId, whence });
    // What is still paid for, and a checkout that is still open, is ended at the payment service.
    const premium = await tx
      .selectFrom('Premium')
      .select('customerId')
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (premium) await app.queue.send(tx, paymentCustomerJob, premium);
    await tx.updateTable('Premium').set({ sentContact: null }).where('userId', '=', userId).execute();
    await tx.updateTable('StudioAudio').set({ linkKey: null }).where('userId', '=', userId).execute();
    // Queued emails are canceled; the last one confirms the deletion.
    await tx.deleteFrom('Mail').where('userId', '=', userId).execute();
    await tx.deleteFrom('SignUp').where('email', '=', email.toLowerCase()).execute();
    await sendSecurityMail(app, tx, accountDeletedMail, {
      userId,
      email,
      facts: { contact: app.config.contactEmail, ...networkNameOf(whence) },
    });
    await tx.updateTable('Member').set({ invitedById: null }).where('invitedById', '=', userId).execute();
    for (const table of ownTables) await tx.deleteFrom(table).where('userId', '=', userId).execute();
    await tx
      .updateTable('User')
      .set({
        // RFC 2606, section 2: such an address never exists.
        email: `deleted-${userId}@deleted.invalid`,
        fullname: nobody,
        avatar: null,
        role: 'viewer',
        passwordHash: null,
        totpSecret: null,
        totpStep: null,
        timezone: null,
        language: null,
        deletedAt: now(),
      })
      .where('id', '=', userId)
      .execute();
  });
}

/**
 * Locks what decides whether others are left, in the order in which others lock it. @throws ValidationError
 * on `account`
 */
async function requireNotLast(tx: Sql, userId: number): Promise<void> {
  requireOtherAdministrator(await lockAdministrators(tx, userId), userId, 'account');
  const maintained = await tx
    .selectFrom('Organization as o')
    .select(['o.id', 'o.name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('Member as m')
          .select('m.id')
          .whereRef('m.organizationId', '=', 'o.id')
          .where('m.userId', '=', userId)
          .where('m.status', '=', 'active')
          .where('m.role', '=', 'maintainer'),
      ),
    )
    .orderBy('o.id')
    .forUpdate()
    .execute();
  if (maintained.length === 0) return;
  const others = await tx
    .selectFrom('Member as m')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .select('m.organizationId')
    .where(isActiveAccount('u'))
    .where(
      'm.organizationId',
      'in',
      maintained.map(({ id }) => id),
    )
    .where('m.userId', '!=', userId)
    .where('m.status', '=', 'active')
    .where('m.role', '=', 'maintainer')
    .execute();
  const alone = maintained.filter(({ id }) => !others.some(({ organizationId }) => organizationId === id));
  if (alone.length > 0)
    throw new ValidationError([
      {
        field: 'account',
        ...profileMessages.LAST_MAINTAINER_IN({ organizations: alone.map(({ name }) => name).join(', ') }),
      },
    ]);
}
