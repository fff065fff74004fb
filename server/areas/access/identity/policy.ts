import type { Actor, EnrollingActor } from '../../../kernel/actor.ts';
import { NotAllowedError, NotSignedInError } from '../../../kernel/errors.ts';
import { identityMessages } from './messages.ts';

type UserActor = Extract<Actor, { kind: 'user' }>;

/** @throws NotSignedInError unless a user or a program has presented credentials */
export function requireCredentials(actor: Actor): Exclude<Actor, { kind: 'anonymous' }> {
  if (actor.kind === 'anonymous')
    throw new NotSignedInError(actor.enrolling && identityMessages.SECOND_FACTOR_REQUIRED());
  return actor;
}

/**
 * Returns the user, even if they have to set up a second factor first: for the operations of that setup.
 * @throws NotSignedInError for anonymous callers, NotAllowedError for a program
 */
export function requireEnrolling(actor: Actor): EnrollingActor {
  return actor.kind === 'anonymous' && actor.enrolling ? actor.enrolling : requireUser(actor);
}

/**
 * For operations that cost or store something and concern no single project.
 * @throws NotSignedInError for anonymous callers, NotAllowedError for a read-only program
 */
export function requireWriter(actor: Actor): Exclude<Actor, { kind: 'anonymous' }> {
  const known = requireCredentials(actor);
  if ((known.kind === 'partner' || known.kind === 'key') && known.readOnly) throw new NotAllowedError();
  return known;
}

/** @throws NotSignedInError for anonymous callers, NotAllowedError for a program */
export function requireUser(actor: Actor): UserActor {
  const known = requireCredentials(actor);
  if (known.kind !== 'user') throw new NotAllowedError(identityMessages.USERS_ONLY());
  return known;
}

/** @throws NotSignedInError, NotAllowedError */
export function requireAdmin(actor: Actor): UserActor {
  const user = requireUser(actor);
  if (user.role !== 'admin') throw new NotAllowedError(identityMessages.ADMINISTRATORS_ONLY());
  return user;
}

export const isAdmin = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin');

/** Whether the actor may know what is a person's own: that person, and administrators. */
export const maySeePersonalData = (actor: Actor, userId: number): boolean =>
  (actor.kind === 'user' && actor.userId === userId) || isAdmin(actor);
