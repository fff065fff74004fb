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

const whyMaxCharacters = 500;

/**
 * Stops an account, or reactivates it. Stopping ends all sessions and prevents sign-in. Its studio audios are
 * no longer generated, played or shown: this includes files, players and public pages. Its plan collects no
 * money until it is reactivated; the person gets an email with a link to the billing portal. Administrators
 * only, and administrators cannot be stopped.
 * @throws NotSignedInError, NotAllowedError, NotFoundError, ValidationError on `why`, `user`
 */
export async function stopAccount(
  app: App,
  actor: Actor,
  { userId, why: given, isStopped }: { userId: number; why: string; isStopped: boolean },
): Promise<User> {
  requireAdmin(actor);
  const why = storableText(given).trim();
  if (!why) throw new ValidationError([{ field: 'why', ...kernelMessages.FIELD_REQUIRED() }]);
  if (why.length > whyMaxCharacters)
    throw new ValidationError([{ field: 'why', ...kernelMessages.TOO_LONG({ most: whyMaxCharacters }) }]);
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
    if (user.role === 'admin' && isStopped)
      throw new ValidationError([{ field: 'user', ...administrationMessages.ADMINISTRATOR_NOT_STOPPED() }]);
    await setAccountStopped(tx, userId, isStopped);
    if ((user.stoppedAt !== null) === isStopped) return;
    if (!isStopped) await renewWithin(app, tx, userId);
    const customer = await tx
      .selectFrom('Premium')
      .select('customerId')
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (customer) await app.queue.send(tx, paymentCustomerJob, customer);
    await recordAdministration(tx, actor, isStopped ? 'account stopped' : 'account resumed', undefined, {
      subjectId: userId,
      why,
    });
    await recordSecurity(app, tx, isStopped ? 'ACCOUNT_STOPPED' : 'ACCOUNT_RESUMED', {
      userId: personOf(actor),
      subjectId: userId,
      body: { why },
    });
  });
  return app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
}

/** When an account was stopped, for administrators. */
export const stoppedFor = (actor: Actor, stoppedAt: Date | null): Date | null =>
  isAdmin(actor) ? stoppedAt : null;
