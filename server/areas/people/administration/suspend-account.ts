import type { User } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { storableText } from '../../../text/storable-text.ts';
import { identityMessages } from '../../access/identity/messages.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import { isAdmin, requireAdmin } from '../../access/identity/policy.ts';
import { requireAdminWithin } from '../../access/identity/active-account.ts';
import { setAccountStopped } from '../../access/identity/account-stop.ts';
import { recordAdministration } from '../../access/identity/administration-log.ts';
import { renewWithin } from '../../access/allowance/allowance.ts';
import { paymentCustomerJob } from '../premium/jobs.ts';
import { administrationMessages } from './messages.ts';

const reasonMaxCharacters = 500;

/**
 * Suspends an account, or reactivates it. Suspending ends all sessions and prevents sign-in. Its studio
 * audios are no longer generated, played or shown: this includes files, players and public pages. Its plan
 * collects no money until it is reactivated; the person gets an email with a link to the billing portal.
 * Administrators only, and administrators cannot be suspended.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `reason`, `user`
 */
export async function suspendAccount(
  app: App,
  actor: Actor,
  { userId, reason: given, isSuspended }: { userId: number; reason: string; isSuspended: boolean },
): Promise<User> {
  requireAdmin(actor);
  const reason = storableText(given).trim();
  if (!reason) throw new ValidationError([{ field: 'reason', ...kernelMessages.FIELD_REQUIRED() }]);
  if (reason.length > reasonMaxCharacters)
    throw new ValidationError([
      { field: 'reason', ...kernelMessages.TOO_LONG({ most: reasonMaxCharacters }) },
    ]);
  await app.db.transaction(async (tx) => {
    await requireAdminWithin(tx, actor);
    const user = await tx
      .selectFrom('User')
      .select(['role', 'stoppedAt'])
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new NotFoundError(identityMessages.USER_NOT_FOUND());
    if (user.role === 'admin' && isSuspended)
      throw new ValidationError([{ field: 'user', ...administrationMessages.ADMINISTRATOR_NOT_SUSPENDED() }]);
    await setAccountStopped(tx, userId, isSuspended);
    if ((user.stoppedAt !== null) === isSuspended) return;
    if (!isSuspended) await renewWithin(app, tx, userId);
    const customer = await tx
      .selectFrom('Premium')
      .select('customerId')
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (customer) await app.queue.send(tx, paymentCustomerJob, customer);
    await recordAdministration(tx, actor, isSuspended ? 'account stopped' : 'account resumed', undefined, {
      subjectId: userId,
      reason,
    });
    await recordSecurity(app, tx, isSuspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_REACTIVATED', {
      userId: personOf(actor),
      subjectId: userId,
      body: { reason },
    });
  });
  return app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
}

/** When an account was suspended, for administrators. */
export const suspensionFor = (actor: Actor, stoppedAt: Date | null): Date | null =>
  isAdmin(actor) ? stoppedAt : null;
