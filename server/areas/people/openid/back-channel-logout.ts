import { jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { recordSecurity } from '../../access/identity/security-log.ts';
import { openIdMessages } from './messages.ts';
import { OpenIdError } from './openid-error.ts';
import { keysOf, providerOf } from './openid-clients.ts';
import { consumeOnce } from '../../access/identity/consume-once.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';

/** A logout token is acted on within these seconds of its making. */
const tokenSeconds = 300;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** What a logout token says (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const logoutClaims = z
  .object({
    jti: z.string().min(1),
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.object({ [logoutEvent]: z.object({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * Ends the sessions that a provider reports as ended. A session id (`sid`) ends the sessions that it opened.
 * A person alone (`sub`) ends all sessions of that person; passwords then open no session until the next
 * sign-in there, except for the last administrator.
 * @throws OpenIdError where the token is not the provider's, for another recipient, old, or already used
 */
export async function endProviderSessions(app: App, slug: string, token: string): Promise<void> {
  const provider = providerOf(app, slug);
  const { issuer, clientId } = provider;
  const keys = await keysOf(app, provider);
  const refused = (cause?: unknown) => new OpenIdError(openIdMessages.OPENID_REFUSED(), { cause });
  const { payload } = await jwtVerify<JWTPayload>(token, keys, {
    issuer,
    audience: clientId,
    maxTokenAge: tokenSeconds,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
  }).catch((error: unknown) => {
    app.log.warn({ err: error, issuer }, 'back-channel logout token refused');
    throw refused(error);
  });
  const claims = logoutClaims.safeParse(payload);
  if (!claims.success) throw refused();
  const { jti, sub, sid } = claims.data;
  if (!(await consumeOnce(app.db.sql, `logout ${issuer} ${jti}`, 2 * tokenSeconds))) throw refused();
  if (sid !== undefined) await endSession(app, issuer, sid);
  else await endPerson(app, issuer, sub!);
}

async function endSession(app: App, issuer: string, sid: string): Promise<void> {
  await app.db.transaction(async (sql) => {
    const ended = await sql
      .deleteFrom('Session as s')
      .using('Identity as i')
      .whereRef('i.id', '=', 's.identityId')
      .where('i.issuer', '=', issuer)
      .where('s.issuerSession', '=', sid)
      .returning('s.userId')
      .execute();
    for (const userId of new Set(ended.map((one) => one.userId)))
      await recordSecurity(app, sql, 'ENDED_BY_PROVIDER', { userId, body: { issuer } });
  });
}

async function endPerson(app: App, issuer: string, subject: string): Promise<void> {
  await app.db.transaction(async (sql) => {
    const identity = await sql
      .updateTable('Identity')
      .set({ endedAt: databaseTime() })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('userId')
      .executeTakeFirst();
    if (!identity) return;
    const { userId } = identity;
    await sql.deleteFrom('Session').where('userId', '=', userId).execute();
    await sql.deleteFrom('PasswordReset').where('userId', '=', userId).execute();
    await recordSecurity(app, sql, 'ENDED_BY_PROVIDER', { userId, body: { issuer } });
  });
}
