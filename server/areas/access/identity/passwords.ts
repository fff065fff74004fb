import { randomBytes } from 'node:crypto';
import type { User } from '../../../../prisma/generated/client/client.ts';
import { hashPassword } from '../../../lib/security/crypto.ts';
import type { Database } from '../../../lib/database/db.ts';
import type { Logger } from '../../../lib/logger.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { passwordCharacters } from '../../../product.ts';
import { checkPassword } from './check-password.ts';
import { isCommonPassword } from './frequent-passwords.ts';
import { requireUser } from './policy.ts';
import { recordSecurity, type ClientInfo } from './security-log.ts';
import { setAccountStopped } from './account-stop.ts';
import { sendPasswordChangeMail } from './security-mails.ts';
import { identityMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

export interface ChangePassword extends ClientInfo {
  oldPassword: string;
  newPassword: string;
}

/**
 * Changes the caller's own password and ends all other sessions, so that anyone who knew the old one is
 * signed out.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `oldPassword`, `newPassword`;
 * LimitReachedError after too many wrong ones
 */
export async function changePassword(
  app: App,
  actor: Actor,
  { oldPassword, newPassword, ...whence }: ChangePassword,
): Promise<User> {
  const { userId, sessionId } = requireUser(actor);
  const { prisma } = app.db;
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const errors = await newPasswordErrors(newPassword, { email, oldPassword }, 'newPassword');
  if (errors.length) throw new ValidationError(errors);
  const wrong = () => new ValidationError([{ field: 'oldPassword', ...identityMessages.WRONG_PASSWORD() }]);
  const { passwordHash } = await checkPassword(
    app,
    { email, password: oldPassword, sessionId, ...whence },
    wrong,
  );
  const newHash = await hashPassword(newPassword, { caller: callerOf(actor, whence.remoteAddress) });
  await app.db.transaction(async (sql) => {
    // Of two concurrent changes the second finds its old password outdated.
    const changed = await sql
      .updateTable('User')
      .set({ passwordHash: newHash })
      .where('id', '=', userId)
      .where('passwordHash', '=', passwordHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw wrong();
    await sql.deleteFrom('Session').where('userId', '=', userId).where('id', '!=', sessionId).execute();
    // Links requested under the old password become void, too.
    await sql.deleteFrom('PasswordReset').where('userId', '=', userId).execute();
    await sql.deleteFrom('EmailChange').where('userId', '=', userId).execute();
    await recordSecurity(app, sql, 'PASSWORD_CHANGED', { userId, whence });
    await sendPasswordChangeMail(app, sql, userId, whence);
  });
  return prisma.user.findUniqueOrThrow({ where: { id: userId } });
}

/**
 * Returns the problems of a new password.
 * @param oldPassword must differ from it, if known
 * @param field that contains it
 */
export async function newPasswordErrors(
  password: string,
  { email, oldPassword }: { email: string; oldPassword?: string },
  field: string,
): Promise<FieldError[]> {
  const problem =
    [...password].length < passwordCharacters.least
      ? kernelMessages.TOO_SHORT({ least: passwordCharacters.least })
      : password.length > passwordCharacters.most
        ? kernelMessages.TOO_LONG({ most: passwordCharacters.most })
        : password.trim().toLowerCase() === email
          ? identityMessages.PASSWORD_IS_EMAIL()
          : password === oldPassword
            ? identityMessages.PASSWORD_UNCHANGED()
            : (await isCommonPassword(password, email))
              ? identityMessages.PASSWORD_COMMON()
              : null;
  return problem ? [{ field, ...problem }] : [];
}

/**
 * Resets the password of an administrator who lost it, removes second factor and passkeys, ends all of their
 * sessions, and reactivates a stopped account with its studio; for the operator's command line.
 * @param email null: the only administrator
 * @param log receives it, like every entry of the security log
 * @returns the sign-in, which can't be read again
 * @throws NotFoundError; ValidationError on `email` when the administrator must be specified
 */
export async function resetAdministratorPassword(
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  email: string | null,
  log?: Logger,
): Promise<{ email: string; password: string }> {
  const administrators = await prisma.user.findMany({
    where: { role: 'admin', ...(email !== null && { email: email.trim().toLowerCase() }) },
    orderBy: { id: 'asc' },
  });
  const [user, ...others] = administrators;
  if (!user)
    throw new NotFoundError(
      email === null
        ? identityMessages.ADMINISTRATOR_NOT_FOUND()
        : identityMessages.ADMINISTRATOR_OF_EMAIL_NOT_FOUND({ email }),
    );
  if (others.length > 0)
    throw new ValidationError([
      {
        field: 'email',
        ...identityMessages.SEVERAL_ADMINISTRATORS({
          emails: administrators.map((one) => one.email).join(', '),
        }),
      },
    ]);
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await tx
      .updateTable('User')
      .set({ passwordHash, totpSecret: null, totpStep: null })
      .where('id', '=', user.id)
      .execute();
    await setAccountStopped(tx, user.id, false);
    for (const table of ['Passkey', 'RecoveryCode', 'Session'] as const)
      await tx.deleteFrom(table).where('userId', '=', user.id).execute();
    // Even if a provider has ended the access, the server's operator can sign in.
    await tx.updateTable('Identity').set({ endedAt: null }).where('userId', '=', user.id).execute();
    await tx
      .insertInto('SecurityEntry')
      .values({ event: 'PASSWORD_RESET', userId: user.id, body: JSON.stringify({ by: 'operator' }) })
      .execute();
  });
  log?.info({ security: { event: 'PASSWORD_RESET', userId: user.id, by: 'operator' } }, 'security');
  return { email: user.email, password };
}
