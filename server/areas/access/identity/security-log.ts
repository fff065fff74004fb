import type { Actor } from '../../../kernel/actor.ts';
import { networkOf } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { deviceName } from './device-name.ts';

/** What the security log tells, by code; once released, a code keeps its name. */
export const securityEvents = {
  SIGNED_IN: 'Somebody signed in. Details: `method`, `newDevice`.',
  SIGN_IN_REFUSED: 'A sign-in was refused. Details: `method`, `reason`; `limit`, which was reached.',
  IDENTITY_CONFIRMED: 'A signed-in person confirmed their identity. Details: `method`.',
  SESSION_ENDED: 'A session was ended from another one.',
  SIGNED_OUT_EVERYWHERE: 'All sessions of a person were ended.',
  PASSWORD_CHANGED: 'A person changed the password.',
  PASSWORD_RESET_ASKED: 'A link for a new password was sent.',
  PASSWORD_RESET: 'A new password was set by such a link.',
  EMAIL_CHANGE_ASKED: 'A person asked for another e-mail address.',
  EMAIL_CHANGED: 'A person confirmed another e-mail address.',
  ACCOUNT_DELETED: 'A person deleted the account.',
  KEY_CREATED: 'A key or partner token was made. Details: `name`.',
  KEY_REPLACED: 'A key was replaced. Details: `name`.',
  KEY_REVOKED: 'A partner token was revoked. Details: `name`.',
  ROLE_CHANGED: 'A member was given another role in the organization. Details: `role`.',
  MEMBER_INVITED: 'Somebody was invited to the organization. Details: `role`.',
  INVITATION_ACCEPTED: 'An invitation to the organization was accepted.',
  INVITATION_DECLINED: 'An invitation to the organization was declined.',
  INVITATION_WITHDRAWN: 'An invitation to the organization was taken back.',
  MEMBER_EXCLUDED: 'A member was excluded from the organization.',
  PROJECT_ROLE_CHANGED: 'A role in a project was given or taken. Details: `role`, `granted`, `project`.',
  PLATFORM_ROLE_CHANGED: 'Somebody was made an administrator, or no longer. Details: `role`.',
  SECOND_FACTOR_ADDED: 'A person set up a second factor.',
  SECOND_FACTOR_REMOVED: 'A person took the second factor away.',
  SECOND_FACTOR_TAKEN: "An administrator took a person's second factor and passkeys away.",
  PASSKEY_ADDED: 'A person set up a passkey. Details: `name`.',
  PASSKEY_REMOVED: 'A person removed a passkey. Details: `name`.',
  SECOND_FACTOR_REQUIRED:
    'An organization asks its members for a second factor, or no longer. Details: `required`, `from`.',
  SIGNED_REQUESTS_REQUIRED:
    'A project asks for signed requests for its full audio, or no longer. Details: `required`, `project`.',
  RECOVERY_CODE_USED: 'A person signed in with a recovery code.',
  IDENTITY_LINKED: 'An identity of an OpenID provider was linked. Details: `issuer`.',
  IDENTITY_UNLINKED: 'An identity of an OpenID provider was taken away. Details: `issuer`.',
  ENDED_BY_PROVIDER: 'An OpenID provider ended sessions. Details: `issuer`.',
  SIGNED_UP: 'A person signed up for the studio.',
  ACCOUNT_STOPPED: 'An administrator stopped an account. Details: `why`.',
  ACCOUNT_RESUMED: 'An administrator let a stopped account go on. Details: `why`.',
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
}

/** The person who acts; null for a program. */
export const personOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null);
