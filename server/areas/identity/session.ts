import { jwtVerify, SignJWT } from 'jose';
import { hashSecret } from '../../lib/crypto.ts';
import { anonymous, type Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotSignedInError } from '../../kernel/errors.ts';

/** Days that a sign-in lasts. */
const sessionDays = 30;

export interface SignedSession {
  token: string;
  expiresAt: Date;
}

/** Opens a session for a user whose password was checked. */
export async function openSession(app: App, userId: number): Promise<SignedSession> {
  const expiresAt = new Date(Date.now() + sessionDays * 86_400_000);
  const session = await app.db.prisma.session.create({ data: { userId, expiresAt } });
  const token = await new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key(app));
  return { token, expiresAt };
}

export interface Credentials {
  /** Of `Authorization: Bearer`. */
  bearer?: string | undefined;
  /** Of the cookie `jwt`. */
  cookie?: string | undefined;
}

/**
 * Who a call speaks for. No credentials: anonymous. A stale cookie is no error, so that the sign-in page works with one.
 * @throws NotSignedInError when a bearer token is wrong, revoked or has expired.
 */
export async function authenticate(app: App, { bearer, cookie }: Credentials): Promise<Actor> {
  if (bearer !== undefined) {
    const actor = await actorOf(app, bearer);
    if (!actor) throw new NotSignedInError('The token is wrong or has expired.');
    return actor;
  }
  return (cookie && (await userOf(app, cookie))) || anonymous;
}

async function actorOf(app: App, token: string): Promise<Actor | null> {
  if (token.startsWith('pk_')) return keyOf(app, token);
  if (token.startsWith('pt_')) return partnerOf(app, token);
  return userOf(app, token);
}

async function keyOf(app: App, token: string): Promise<Actor | null> {
  const source = await app.db.prisma.source.findUnique({ where: { apiKeyHash: hashSecret(token) }, include: { project: true } });
  if (!source || source.project.deletedAt) return null;
  return { kind: 'key', projectId: source.projectId, sourceId: source.id, readOnly: source.type === 'api_readonly' };
}

async function partnerOf(app: App, token: string): Promise<Actor | null> {
  const found = await app.db.prisma.partnerToken.findUnique({ where: { secretHash: hashSecret(token) } });
  if (!found || found.revokedAt || (found.expiresAt && found.expiresAt < new Date())) return null;
  return { kind: 'partner', organizationId: found.organizationId, readOnly: found.readOnly, tokenId: found.id };
}

async function userOf(app: App, token: string): Promise<Actor | null> {
  let sessionId: unknown;
  try {
    sessionId = (await jwtVerify(token, key(app), { algorithms: ['HS256'] })).payload['sid'];
  } catch {
    return null;
  }
  if (typeof sessionId !== 'string') return null;
  // The row is asked for each time, so that a closed session is closed at once and a role taken away is gone.
  const { rows } = await app.db.query<{ id: number; role: 'admin' | 'viewer' }>(
    `SELECT u."id", u."role" FROM "Session" s JOIN "User" u ON u."id" = s."userId" WHERE s."id" = $1 AND s."expiresAt" > now()`,
    [sessionId],
  );
  const user = rows[0];
  return user ? { kind: 'user', userId: user.id, role: user.role, sessionId } : null;
}

const key = (app: App): Uint8Array => new TextEncoder().encode(app.jwtSecret);
