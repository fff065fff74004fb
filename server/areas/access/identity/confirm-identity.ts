import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { checkPassword } from './check-password.ts';
import { identityMessages } from './messages.ts';
import { checkPasskey } from './passkey-sign-in.ts';
import { requireUser } from './policy.ts';
import { recordProof } from './recent-proof.ts';
import { checkSecondFactor } from './second-factor.ts';
import type { ClientInfo } from './security-log.ts';

export interface IdentityProof extends ClientInfo {
  password?: string | null | undefined;
  /** Code of the authenticator app, or a recovery code, if sign-in requires one. */
  code?: string | null | undefined;
  /** What an earlier sign-in of this browser was given to keep. */
  device?: string | undefined;
  /** A passkey in place of both. */
  passkey?: { setup: string; credential: string } | null | undefined;
}

/**
 * Confirms that the caller is the person whose session it is, as at sign-in: by password and code, or by a
 * passkey. Who has no password confirms it at the provider (`beginProviderConfirmation` in openid).
 * @throws NotSignedInError, NotAllowedError for programs; ValidationError on `password`, `code`, `passkey`;
 * LimitReachedError after too many failures
 */
export async function confirmIdentity(
  app: App,
  actor: Actor,
  { password, code, passkey, device, ...whence }: IdentityProof,
): Promise<void> {
  const { userId, sessionId } = requireUser(actor);
  if (passkey) {
    const { id } = await checkPasskey(app, { ...passkey, ...whence });
    if (id !== userId)
      throw new ValidationError([{ field: 'passkey', ...identityMessages.PASSKEY_REFUSED() }]);
  } else {
    const { email, passwordHash } = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    if (passwordHash === null)
      throw new ValidationError([{ field: 'password', ...identityMessages.SIGN_IN_AGAIN() }]);
    const user = await checkPassword(
      app,
      { email, password: password ?? '', sessionId, ...whence },
      () => new ValidationError([{ field: 'password', ...identityMessages.WRONG_PASSWORD() }]),
    );
    await checkSecondFactor(app, user, code, { ...whence, device });
  }
  await recordProof(app, app.db.sql, { sessionId, userId }, passkey ? 'passkey' : 'password', whence);
}
