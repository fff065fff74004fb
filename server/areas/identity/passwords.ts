import { randomBytes } from 'node:crypto';
import type { User } from '../../../prisma/generated/client/client.ts';
import { hashPassword } from '../../lib/crypto.ts';
import type { Database } from '../../lib/db.ts';
import { callerOf, type Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, NotSignedInError, ValidationError, type FieldError } from '../../kernel/errors.ts';
import { passwordCharacters } from '../../product.ts';
import { checkPassword } from './identity.ts';
import { requireUser } from './policy.ts';

export interface ChangePassword {
  oldPassword: string;
  newPassword: string;
  /** For the limit of attempts. */
  remoteAddress: string;
}

/**
 * Changes the caller's own password and ends all other sessions: whoever knew the old one is signed out.
 * @throws NotSignedInError, NotAllowedError; ValidationError on `oldPassword`, `newPassword`;
 * LimitReachedError after too many wrong ones
 */
export async function changePassword(
  app: App,
  actor: Actor,
  { oldPassword, newPassword, remoteAddress }: ChangePassword,
): Promise<User> {
  const { userId, sessionId } = requireUser(actor);
  const { prisma } = app.db;
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const errors = passwordErrors(newPassword, { email, oldPassword });
  if (errors.length) throw new ValidationError(errors);
  const { passwordHash } = await checkPassword(app, { email, password: oldPassword, remoteAddress }).catch(
    (error: unknown) => {
      throw error instanceof NotSignedInError
        ? new ValidationError([{ field: 'oldPassword', message: 'The current password is wrong.' }])
        : error;
    },
  );
  const newHash = await hashPassword(newPassword, { caller: callerOf(actor, remoteAddress) });
  await prisma.$transaction(async (tx) => {
    // Of two changes at once the second finds that its old password is none any more.
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash },
      data: { passwordHash: newHash },
    });
    if (count === 0)
      throw new ValidationError([{ field: 'oldPassword', message: 'The current password is wrong.' }]);
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
  });
  return prisma.user.findUniqueOrThrow({ where: { id: userId } });
}

function passwordErrors(
  password: string,
  { email, oldPassword }: { email: string; oldPassword: string },
): FieldError[] {
  const problem =
    [...password].length < passwordCharacters.least
      ? `At least ${passwordCharacters.least} characters.`
      : password.length > passwordCharacters.most
        ? `At most ${passwordCharacters.most} characters.`
        : password.trim().toLowerCase() === email
          ? 'Your e-mail address cannot be your password.'
          : password === oldPassword
            ? 'The new password must differ from the current one.'
            : null;
  return problem ? [{ field: 'newPassword', message: problem }] : [];
}

/**
 * Gives an administrator who lost it a new password, and ends all of the administrator's sessions; for the
 * operator's command line.
 * @param email null: the only administrator
 * @returns what to sign in with, which nobody can read again
 * @throws NotFoundError; ValidationError on `email` when it must be said which administrator
 */
export async function resetAdministratorPassword(
  { prisma }: Pick<Database, 'prisma'>,
  email: string | null,
): Promise<{ email: string; password: string }> {
  const administrators = await prisma.user.findMany({
    where: { role: 'admin', ...(email !== null && { email: email.trim().toLowerCase() }) },
    orderBy: { id: 'asc' },
  });
  const [user, ...others] = administrators;
  if (!user) throw new NotFoundError(email === null ? 'An administrator' : `An administrator ${email}`);
  if (others.length > 0)
    throw new ValidationError([
      {
        field: 'email',
        message: `There are several administrators. Choose one of them: ${administrators.map((one) => one.email).join(', ')}`,
      },
    ]);
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  await prisma.$transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.session.deleteMany({ where: { userId: user.id } });
  });
  return { email: user.email, password };
}
