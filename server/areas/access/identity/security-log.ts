import type { Actor } from '../../../kernel/actor.ts';
import { networkOf } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { metrics } from '../../../lib/metrics.ts';
import { deviceName } from './device-name.ts';

/** Events of the security log, by code; after a release, a code keeps its name. */
export const securityEvents = {
  SIGNED_IN: 'Someone signed in. Details: `method`, `newDevice`.',
  SIGN_IN_REFUSED: 'A sign-in was refused. Details: `method`, `reason`; `limit` if a rate limit was reached.',
  IDENTITY_CONFIRMED: 'A signed-in user confirmed their identity. Details: `method`.',
  SESSION_ENDED: 'A user ended another of their sessions.',
  SIGNED_OUT_EVERYWHERE: 'All sessions of a user ended.',
  PASSWORD_CHANGED: 'A user changed their password.',
  PASSWORD_RESET_REQUESTED: 'A password reset link was sent.',
  PASSWORD_RESET: 'A new password was set with a reset link.',
  EMAIL_CHANGE_REQUESTED: 'A user requested a new email address.',
  EMAIL_CHANGED: 'A user confirmed a new email address.',
  ACCOUNT_DELETED: 'A user deleted their account.',
  KEY_CREATED: 'A key or API token was created. Details: `name`.',
  KEY_REPLACED: 'A key was replaced. Details: `name`.',
  KEY_REVOKED: 'An API token was revoked. Details: `name`.',
  ROLE_CHANGED: "A member's role in the organization changed. Details: `role`.",
  MEMBER_INVITED: 'Someone was invited to the organization. Details: `role`.',
  INVITATION_ACCEPTED: 'An invitation to the organization was accepted.',
  INVITATION_DECLINED: 'An invitation to the organization was declined.',
  INVITATION_WITHDRAWN: 'An invitation to the organization was withdrawn.',
  MEMBER_REMOVED: 'A member was removed from the organization.',
  PROJECT_ROLE_CHANGED: 'A project role was granted or revoked. Details: `role`, `granted`, `project`.',
  PLATFORM_ROLE_CHANGED: 'A user became an administrator, or is no longer one. Details: `role`.',
  SECOND_FACTOR_ADDED: 'A user set up two-step sign-in.',
  SECOND_FACTOR_REMOVED: 'A user turned off two-step sign-in.',
  SECOND_FACTOR_RESET: "An administrator reset a user's two-step sign-in and passkeys.",
  PASSKEY_ADDED: 'A user added a passkey. Details: `name`.',
  PASSKEY_REMOVED: 'A user removed a passkey. Details: `name`.',
  SECOND_FACTOR_REQUIRED:
    'An organization started or stopped requiring two-step sign-in. Details: `required`, `from`.',
  SIGNED_REQUESTS_REQUIRED:
    'A project started or stopped requiring signed requests for full audio. Details: `required`, `project`.',
  RECOVERY_CODE_USED: 'A user signed in with a recovery code.',
  IDENTITY_LINKED: 'An identity of an OpenID provider was linked. Details: `issuer`.',
  IDENTITY_UNLINKED: 'An identity of an OpenID provider was unlinked. Details: `issuer`.',
  ENDED_BY_PROVIDER: 'An OpenID provider ended sessions. Details: `issuer`.',
  SIGNED_UP: 'A user signed up for the studio.',
  ACCOUNT_SUSPENDED: 'An administrator suspended an account. Details: `reason`.',
  ACCOUNT_REACTIVATED: 'An administrator reactivated an account. Details: `reason`.',
  WEBHOOK_ADDED: 'A webhook of an organization was added. Details: `name`.',
  WEBHOOK_CHANGED: 'A webhook of an organization, or its secret, was changed. Details: `name`.',
  WEBHOOK_DELETED: 'A webhook of an organization was deleted. Details: `name`.',
  EXPORTED: 'Data was exported. Details: `what`.',
} as const;

export type SecurityEvent = keyof typeof securityEvents;

/** From where something is done. */
export interface ClientInfo {
  remoteAddress: string;
  userAgent?: string | undefined;
  /** The language that was chosen in its browser. */
  language?: string | undefined;
  /** Token of the session that its browser has, or had. */
  session?: string | undefined;
}

/**
 * What is kept of where something is done: network and device, no address of a household's single machine.
 */
export const networkNameOf = ({ remoteAddress, userAgent }: ClientInfo) => ({
  network: remoteAddress ? networkOf(remoteAddress) : null,
  device: deviceName(userAgent),
});

export interface SecurityRecord {
  /** Who did it, or tried to; null: no known user. */
  userId?: number | null;
  /** The user concerned, if different. */
  subjectId?: number | undefined;
  organizationId?: number | null | undefined;
  whence?: ClientInfo | undefined;
  /** No secrets: it is read by many, and for long. */
  body?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Adds an entry to the security log, within the transaction, and writes it as a line to the process's own log
 * (`security`), for log collectors.
 */
export async function recordSecurity(
  { log }: Pick<App, 'log'>,
  sql: Sql,
  event: SecurityEvent,
  { userId = null, subjectId, organizationId, whence, body = {} }: SecurityRecord,
): Promise<void> {
  const entry = {
    event,
    userId,
    subjectId: subjectId ?? null,
    organizationId: organizationId ?? null,
    ...(whence ? networkNameOf(whence) : { network: null, device: null }),
  };
  await sql
    .insertInto('SecurityEntry')
    .values({ ...entry, body: JSON.stringify(body) })
    .execute();
  log.info({ security: { ...entry, ...body } }, 'security');
  if (event === 'SIGN_IN_REFUSED')
    metrics.signInFailures.inc({ method: String(body['method']), reason: String(body['reason']) });
}

/** The person who acts; null for a program. */
export const personOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null);
