import type { OrganizationRole } from '../../../../prisma/generated/client/enums.ts';
import { siteNetworkOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotFoundError,
  NotSignedInError,
  ValidationError,
  type FieldError,
} from '../../../kernel/errors.ts';
import { countAgainstNetworkRate, declareNetworkRate } from '../../../kernel/rate-limit.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { GateFullError } from '../../../lib/threads/gate.ts';
import { hashPassword, hashSecret } from '../../../lib/security/crypto.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { storableText } from '../../../text/storable-text.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { identityMessages } from '../identity/messages.ts';
import { completeSignIn, type OpenedSession } from '../identity/identity.ts';
import { requireActiveAccount } from '../identity/active-account.ts';
import { newPasswordErrors } from '../identity/passwords.ts';
import { personOf, recordSecurity, type ClientInfo } from '../identity/security-log.ts';
import { organizationMessages } from './messages.ts';
import { isPendingAccount } from './pending-account.ts';

/** Invitation as shown to the invited user or the holder of its link. */
export interface Invitation {
  organizationId: number;
  organization: string;
  role: OrganizationRole;
  email: string;
  /** Null: that account is gone. */
  inviter: string | null;
  expiresAt: Date;
  isExpired: boolean;
  /** Whether the account can't be signed in to yet: accepting sets name and password. */
  isNew: boolean;
}

/** Which invitation: the one of a link, or the caller's own to an organization. */
export type WhichInvitation = { secret: string } | { organizationId: number };

/** Links that one network tries: guessing is hopeless, and is not to be free. */
const tries = declareNetworkRate('Links of invitations', 'a network that opens them', {
  burst: 60,
  everyMs: 10_000,
});
/** Accounts that are opened by invitations. */
const newAccounts = declareNetworkRate('Accounts opened by invitation', 'a network', {
  burst: 50,
  everyMs: 60_000,
});
const nameMaxCharacters = 200;

const select = (sql: Sql) =>
  sql
    .selectFrom('Member as m')
    .innerJoin('Organization as o', 'o.id', 'm.organizationId')
    .innerJoin('User as u', 'u.id', 'm.userId')
    .leftJoin('User as i', 'i.id', 'm.invitedById')
    .where('m.status', '=', 'invited')
    .select((eb) => [
      'm.id as memberId',
      'm.userId',
      'm.organizationId',
      'o.name as organization',
      'm.role',
      'u.email',
      'i.fullname as inviter',
      eb.fn.coalesce('m.inviteExpiresAt', 'm.createdAt').as('expiresAt'),
      isPendingAccount('u').as('isNew'),
    ]);

type Found = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const told = (found: Found): Invitation => ({
  organizationId: found.organizationId,
  organization: found.organization,
  role: found.role,
  email: found.email,
  inviter: found.inviter,
  expiresAt: found.expiresAt,
  isExpired: found.expiresAt <= databaseTime(),
  isNew: Boolean(found.isNew),
});

/**
 * Returns the invitation of a link; null if it was used or replaced.
 * @throws LimitReachedError when one network tries too many
 */
export async function readInvitation(
  app: App,
  { secret, remoteAddress }: { secret: string; remoteAddress: string },
): Promise<Invitation | null> {
  await countTry(app, { secret }, remoteAddress);
  const found = await select(app.db.sql).where('m.inviteHash', '=', hashSecret(secret)).executeTakeFirst();
  return found ? told(found) : null;
}

/**
 * Returns the caller's invitations that have not expired, the newest first; none for programs and anonymous
 * callers.
 */
export async function listInvitations(app: App, actor: Actor): Promise<Invitation[]> {
  if (actor.kind !== 'user') return [];
  const found = await select(app.db.sql)
    .where('m.userId', '=', actor.userId)
    .where('m.inviteExpiresAt', '>', databaseTime())
    .orderBy('m.id', 'desc')
    .execute();
  return found.map(told);
}

export interface Acceptance {
  which: WhichInvitation;
  /** For a user whose account can't be signed in to yet. */
  name?: string | null | undefined;
  password?: string | null | undefined;
  whence: ClientInfo;
}

/**
 * Accepts an invitation, once. With a link, a new user sets name and password and is signed in; others must
 * be signed in as the invited user already.
 * @returns the organization, and the session of a new user
 * @throws NotFoundError if the link was used, replaced or has expired; NotSignedInError if the account has a
 * password; NotAllowedError for another user; ValidationError on `name`, `password`; LimitReachedError
 */
export async function acceptInvitation(
  app: App,
  actor: Actor,
  { which, name, password, whence }: Acceptance,
): Promise<{ organizationId: number; session: OpenedSession | null }> {
  await countTry(app, which, whence.remoteAddress);
  const invitation = await requireInvitation(app.db.sql, actor, which);
  const isNewHere = actor.kind !== 'user' && Boolean(invitation.isNew);
  if (actor.kind !== 'user' && !isNewHere) throw new NotSignedInError();
  if (isNewHere)
    await countAgainstNetworkRate(
      app,
      newAccounts,
      whence.remoteAddress,
      organizationMessages.TOO_MANY_LINKS(),
    );
  const account = isNewHere ? await newAccount({ name, password, email: invitation.email, whence }) : null;
  await app.db.transaction(async (tx) => {
    // Of two at once the second finds that the link was used.
    const { memberId, userId, organizationId, isNew } = await requireInvitation(tx, actor, which);
    await requireActiveAccount(tx, userId);
    const taken = await tx
      .updateTable('Member')
      .set({ status: 'active', inviteHash: null, inviteExpiresAt: null })
      .where('id', '=', memberId)
      .where('status', '=', 'invited')
      .returning('id')
      .executeTakeFirst();
    if (!taken) throw unknownInvitation();
    await recordSecurity(app, tx, 'INVITATION_ACCEPTED', { userId, organizationId, whence });
    if (!account) return;
    if (!isNew) throw new NotSignedInError();
    const set = await tx
      .updateTable('User')
      .set(account)
      .where('id', '=', userId)
      .where('passwordHash', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!set) throw new NotSignedInError();
  });
  const { organizationId, userId } = invitation;
  if (!account) return { organizationId, session: null };
  const user = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    organizationId,
    session: await completeSignIn(app, user, { method: 'password', whence, isNew: true }),
  };
}

/**
 * Declines and deletes an invitation, with its link or as the invited user.
 * @throws NotFoundError if the link was used, replaced or has expired, NotAllowedError for another user,
 * LimitReachedError
 */
export async function declineInvitation(
  app: App,
  actor: Actor,
  { which, whence }: Pick<Acceptance, 'which' | 'whence'>,
): Promise<void> {
  await countTry(app, which, whence.remoteAddress);
  await app.db.transaction(async (tx) => {
    const { memberId, userId, organizationId } = await requireInvitation(tx, actor, which);
    await tx.deleteFrom('Member').where('id', '=', memberId).where('status', '=', 'invited').execute();
    await recordSecurity(app, tx, 'INVITATION_DECLINED', {
      userId: personOf(actor),
      subjectId: userId,
      organizationId,
      whence,
    });
  });
}

async function countTry(app: App, which: WhichInvitation, remoteAddress: string): Promise<void> {
  if ('secret' in which)
    await countAgainstNetworkRate(app, tries, remoteAddress, organizationMessages.TOO_MANY_LINKS());
}

const unknownInvitation = () => new NotFoundError(organizationMessages.INVITATION_NOT_FOUND());

async function requireInvitation(sql: Sql, actor: Actor, which: WhichInvitation): Promise<Found> {
  if (!('secret' in which) && actor.kind === 'anonymous') throw new NotSignedInError();
  const found = await select(sql)
    .$if('secret' in which, (query) =>
      query.where('m.inviteHash', '=', hashSecret((which as { secret: string }).secret)),
    )
    .$if('organizationId' in which, (query) =>
      query
        .where('m.organizationId', '=', (which as { organizationId: number }).organizationId)
        .where('m.userId', '=', actor.kind === 'user' ? actor.userId : 0),
    )
    .executeTakeFirst();
  if (!found || found.expiresAt <= databaseTime()) throw unknownInvitation();
  if (actor.kind !== 'anonymous' && (actor.kind !== 'user' || actor.userId !== found.userId))
    throw new NotAllowedError(organizationMessages.INVITED_SOMEBODY_ELSE({ email: found.email }));
  return found;
}

/** @throws ValidationError on `name`, `password`; LimitReachedError */
async function newAccount({
  name: givenName,
  password,
  email,
  whence,
}: Pick<Acceptance, 'name' | 'password' | 'whence'> & { email: string }) {
  const errors: FieldError[] = [];
  const name = storableText(givenName ?? '').trim();
  if (!name) errors.push({ field: 'name', ...organizationMessages.REQUIRED() });
  if (name.length > nameMaxCharacters)
    errors.push({ field: 'name', ...kernelMessages.TOO_LONG({ most: nameMaxCharacters }) });
  if (!password) errors.push({ field: 'password', ...organizationMessages.REQUIRED() });
  else errors.push(...(await newPasswordErrors(password, { email }, 'password')));
  if (errors.length > 0 || !password) throw new ValidationError(errors);
  try {
    return {
      fullname: name,
      passwordHash: await hashPassword(password, { caller: siteNetworkOf(whence.remoteAddress) }),
    };
  } catch (error) {
    throw error instanceof GateFullError
      ? new LimitReachedError(identityMessages.TOO_MANY_SIGN_INS(), { retryAfter: 5 })
      : error;
  }
}
