import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import { NotAllowedError, NotSignedInError, ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { identityMessages } from './messages.ts';
import { requireAdmin } from './policy.ts';

/** Whether an account is neither stopped nor deleted. @param user the name that the statement gives `User` */
export const isActiveAccount = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.stoppedAt`)} IS NULL AND ${sql.ref(`${user}.deletedAt`)} IS NULL)`;

/**
 * Returns whether an account can be signed in to: it exists, has a password, a passkey or an identity, and no
 * provider has ended it.
 * @param user alias of `User` in the statement
 */
export const canSignIn = (user: string): RawBuilder<boolean> => {
  const id = sql.ref(`${user}.id`);
  return sql<boolean>`(${isActiveAccount(user)} AND (${sql.ref(`${user}.passwordHash`)} IS NOT NULL
    OR EXISTS (SELECT 1 FROM "Passkey" WHERE "Passkey"."userId" = ${id})
    OR EXISTS (SELECT 1 FROM "Identity" WHERE "Identity"."userId" = ${id}))
    AND NOT EXISTS (SELECT 1 FROM "Identity" WHERE "Identity"."userId" = ${id} AND "Identity"."endedAt" IS NOT NULL))`;
};

/**
 * Whether an account is neither stopped nor deleted. If so, it stays so until the transaction ends: for
 * what stopping or deleting it would have ended. (Both lock the row for update.)
 */
export async function lockActiveAccount(tx: Sql, userId: number): Promise<boolean> {
  const person = await tx
    .selectFrom('User as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where(isActiveAccount('u'))
    .forKeyShare()
    .executeTakeFirst();
  return person !== undefined;
}

/**
 * Makes sure that an account is neither stopped nor deleted, and stays so until the transaction ends.
 * @throws NotSignedInError
 */
export async function requireActiveAccount(tx: Sql, userId: number): Promise<void> {
  if (!(await lockActiveAccount(tx, userId))) throw new NotSignedInError();
}

/**
 * Makes sure that the actor is an administrator and stays one until the transaction ends.
 * @throws NotSignedInError, NotAllowedError
 */
export async function requireAdminWithin(tx: Sql, actor: Actor): Promise<void> {
  const { userId } = requireAdmin(actor);
  const admin = await tx
    .selectFrom('User as u')
    .select('u.id')
    .where('u.id', '=', userId)
    .where('u.role', '=', 'admin')
    .where(isActiveAccount('u'))
    .forShare()
    .executeTakeFirst();
  if (!admin) throw new NotAllowedError(identityMessages.ADMINISTRATORS_ONLY());
}

/**
 * Returns the administrators, locked until the transaction ends, and which of them can sign in.
 * @param also another account to lock with them, in the order that all callers use
 */
export async function lockAdministrators(tx: Sql, also = 0): Promise<{ id: number; canSignIn: boolean }[]> {
  const locked = await tx
    .selectFrom('User as u')
    .select(['u.id', 'u.role', canSignIn('u').as('canSignIn')])
    .where((eb) => eb.or([eb('u.role', '=', 'admin'), eb('u.id', '=', also)]))
    .orderBy('u.id')
    .forUpdate()
    .execute();
  return locked.filter(({ role }) => role === 'admin');
}

/**
 * Checks that an administrator who can sign in remains after a user loses the role.
 * @param administrators locked administrators
 * @param field that the error is about
 * @throws ValidationError
 */
export function requireOtherAdministrator(
  administrators: Awaited<ReturnType<typeof lockAdministrators>>,
  userId: number,
  field: string,
): void {
  const isOne = administrators.some(({ id }) => id === userId);
  const isLeft = administrators.some((other) => other.id !== userId && other.canSignIn);
  if (isOne && !isLeft) throw new ValidationError([{ field, ...identityMessages.LAST_ADMINISTRATOR() }]);
}
