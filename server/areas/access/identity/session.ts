import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import { sql, type ExpressionBuilder } from 'kysely';
import type { User } from '../../../../prisma/generated/client/client.ts';
import type { PlatformRole } from '../../../../prisma/generated/client/enums.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { hashSecret } from '../../../lib/security/crypto.ts';
import { visitorBounds } from '../../../product.ts';
import { CompiledStatements, place } from '../../../lib/database/compiled.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, fromNow, now } from '../../../lib/database/sql.ts';
import { anonymous, networkOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotSignedInError } from '../../../kernel/errors.ts';
import { isActiveAccount } from './active-account.ts';
import { networkNameOf, type ClientInfo } from './security-log.ts';
import { identityMessages } from './messages.ts';

/** How exactly it is known when a session was last used. */
const seenToTheMinute = 60_000;
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface SignedSession {
  token: string;
  expiresAt: Date;
}

/** Identity of an OpenID provider used to sign in, and the session there. */
export interface IdentityUsed {
  identityId: number;
  issuerSession: string | null;
  /** When the person last proved it there; null: the provider does not say. */
  provedAt?: Date | null;
}

/** What a person has proved to know, as it was read then. */
export type Proof = Pick<User, 'passwordHash' | 'totpSecret'>;

/**
 * Opens a session for a user who has proved to be that person.
 * @param whence network and device, which the user sees in the list of sessions
 * @param proof what was proved: where it is another one by now, its change has ended all sessions
 * @throws NotSignedInError where the account is stopped or deleted, or what was proved has changed, even
 * while this runs
 */
export async function openSession(
  app: App,
  userId: number,
  whence?: ClientInfo,
  { provedAt, ...identity }: Partial<IdentityUsed> = {},
  proof?: Proof,
): Promise<SignedSession> {
  const expiresAt = new Date(Date.now() + app.config.sessionDays * 86_400_000);
  const place = whence ? networkNameOf(whence) : { device: null, network: null };
  // A provider that reuses a sign-in from this morning has not reauthenticated the user now (`provePerson`).
  const proved = provedAt && provedAt < new Date() ? provedAt : null;
  const session = await app.db.sql
    .insertInto('Session')
    .columns(['id', 'userId', 'expiresAt', 'device', 'network', 'identityId', 'issuerSession', 'provedAt'])
    // What would end the session waits for this statement, or this one for it.
    .expression((eb) =>
      eb
        .selectFrom('User as u')
        .select([
          sql<string>`${randomUUID()}::uuid`.as('id'),
          'u.id as userId',
          sql<Date>`${expiresAt}::timestamptz`.as('expiresAt'),
          sql<string | null>`${place.device}::text`.as('device'),
          sql<string | null>`${place.network}::text`.as('network'),
          sql<number | null>`${identity.identityId ?? null}::int`.as('identityId'),
          sql<string | null>`${identity.issuerSession ?? null}::text`.as('issuerSession'),
          sql<Date | null>`${proved}::timestamptz`.as('provedAt'),
        ])
        .where('u.id', '=', userId)
        .where(isActiveAccount('u'))
        .$if(proof !== undefined, (person) =>
          person
            .where('u.passwordHash', 'is not distinct from', proof!.passwordHash)
            // It is sealed again from time to time.
            .where('u.totpSecret', proof!.totpSecret === null ? 'is' : 'is not', null),
        )
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!session) throw new NotSignedInError();
  await endSurplusSessions(app.db.sql, userId);
  // `host`: given to browsers in a cookie of this host alone (http/auth.ts).
  return { token: app.tokens.sign({ sid: session.id, host: true }, expiresAt), expiresAt };
}

/** Ends the sessions of a person that were used least recently, beyond as many as one may have. */
async function endSurplusSessions(sql: Sql, userId: number): Promise<void> {
  await sql
    .deleteFrom('Session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('Session')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('createdAt', 'desc')
        .offset(visitorBounds.sessionsOfUser),
    )
    .execute();
}

/**
 * Ends the browser's session from before the sign-in, because its cookie is replaced.
 * @param token absent: there was none
 */
export async function endPreviousSession(app: App, token: string | undefined): Promise<void> {
  const id = token === undefined ? undefined : app.tokens.read(token)?.['sid'];
  if (typeof id === 'string' && uuid.test(id)) await app.db.prisma.session.deleteMany({ where: { id } });
}

export interface Credentials {
  /** Of `Authorization: Bearer`. */
  bearer?: string | undefined;
  /** Of the cookie `jwt`. */
  cookie?: string | undefined;
  /** From which they come, where that is known. */
  remoteAddress?: string | undefined;
}

/**
 * Who a call speaks for, as of now. No credentials: anonymous. A stale cookie is no error, so that the
 * sign-in page works with one.
 * @throws NotSignedInError when a bearer token is wrong, revoked or has expired.
 */
export async function authenticate(app: App, { bearer, cookie, remoteAddress }: Credentials): Promise<Actor> {
  const found = await lookUp(app, bearer ?? cookie);
  if (found) await noteVisit(app, found, remoteAddress);
  if (bearer !== undefined && !found) throw new NotSignedInError(identityMessages.WRONG_TOKEN());
  return found?.actor ?? anonymous;
}

/**
 * The same for a socket that was opened with these credentials and only listens, which is no use of a
 * session. @throws NotSignedInError once they have ended
 */
export async function recheckSession(app: App, { bearer, cookie }: Credentials): Promise<Actor> {
  const found = await lookUp(app, bearer ?? cookie);
  if (!found || found.actor.kind === 'anonymous') throw new NotSignedInError(identityMessages.WRONG_TOKEN());
  return found.actor;
}

interface Found {
  actor: Actor;
  /** Of a session or a partner token: when it was last known to be used. */
  lastSeenAt?: Date;
}

/** Reads the rows each time, so that ended sessions and revoked rights take effect at once. */
async function lookUp(app: App, token: string | undefined): Promise<Found | null> {
  if (!token) return null;
  const { keys, partners, sessions } = lookupsOf(app);
  if (token.startsWith('pk_')) return keys.load(hashSecret(token));
  if (token.startsWith('pt_')) return partners.load(hashSecret(token));
  const sessionId = app.tokens.read(token)?.['sid'];
  return typeof sessionId === 'string' && uuid.test(sessionId) ? sessions.load(sessionId) : null;
}

/** Batches concurrent lookups, by calls or by a thousand sockets, into one statement. Nothing is cached. */
interface Lookups {
  keys: DataLoader<string, Found | null>;
  partners: DataLoader<string, Found | null>;
  sessions: DataLoader<string, Found | null>;
}

const lookups = new WeakMap<App, Lookups>();

function lookupsOf(app: App): Lookups {
  let own = lookups.get(app);
  if (!own)
    lookups.set(
      app,
      (own = {
        keys: batched(app, readKeys),
        partners: batched(app, readPartners),
        sessions: batched(app, readSessions),
      }),
    );
  return own;
}

function batched(
  app: App,
  read: (app: App, names: readonly string[]) => Promise<Map<string, Found>>,
): DataLoader<string, Found | null> {
  return new DataLoader(
    async (names) => {
      const found = await read(app, [...new Set(names)]);
      return names.map((name) => found.get(name) ?? null);
    },
    { cache: false },
  );
}

async function readKeys({ db }: App, hashes: readonly string[]): Promise<Map<string, Found>> {
  const sources = await db.prisma.source.findMany({
    where: { apiKeyHash: { in: [...hashes] }, project: { deletedAt: null } },
    select: { id: true, projectId: true, type: true, apiKeyHash: true },
  });
  return new Map(
    sources.map(({ id, projectId, type, apiKeyHash }) => [
      apiKeyHash!,
      { actor: { kind: 'key', projectId, sourceId: id, readOnly: type === 'api_readonly' } },
    ]),
  );
}

async function readPartners({ db }: App, hashes: readonly string[]): Promise<Map<string, Found>> {
  const tokens = await db.prisma.partnerToken.findMany({
    where: {
      secretHash: { in: [...hashes] },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
  });
  return new Map(
    tokens.map(({ id, organizationId, readOnly, projectIds, callsPerMinute, secretHash, lastUsedAt }) => [
      secretHash,
      {
        actor: {
          kind: 'partner',
          organizationId,
          readOnly,
          tokenId: id,
          projectIds: projectIds.length > 0 ? projectIds : null,
          callsPerMinute,
        },
        lastSeenAt: lastUsedAt ?? new Date(0),
      },
    ]),
  );
}

interface PresentSession {
  sessionId: string;
  userId: number;
  role: PlatformRole;
  lastSeenAt: Date;
  /** Whether an organization asks for a second factor that this person has not got. */
  enrolling: boolean;
}

type SessionBuilder = ExpressionBuilder<Tables & { s: Tables['Session']; u: Tables['User'] }, 's' | 'u'>;

/**
 * Returns whether a session is protected by a password alone. A second step of users who sign in through a
 * provider is up to the provider.
 */
const isUnsecured = (eb: SessionBuilder) =>
  eb.and([
    eb('u.totpSecret', 'is', null),
    eb('s.identityId', 'is', null),
    eb.not(eb.exists(eb.selectFrom('Passkey as k').select('k.id').whereRef('k.userId', '=', 'u.id'))),
  ]);

/**
 * Returns whether one of the user's organizations requires a second step by now. The last administrator is
 * exempt, because no one could help them.
 */
const isAskedOf = (eb: SessionBuilder) =>
  eb.and([
    eb.exists(
      eb
        .selectFrom('Member as m')
        .innerJoin('Organization as o', 'o.id', 'm.organizationId')
        .select('m.id')
        .whereRef('m.userId', '=', 'u.id')
        .where('m.status', '=', 'active')
        .where('o.secondFactorFrom', '<=', now()),
    ),
    eb.or([
      eb('u.role', '!=', 'admin'),
      eb.exists(
        eb
          .selectFrom('User as other')
          .select('other.id')
          .where('other.role', '=', 'admin')
          .where(isActiveAccount('other'))
          .whereRef('other.id', '!=', 'u.id'),
      ),
    ]),
  ]);

const present = new CompiledStatements<PresentSession>();

const presentSessions = (sql: Sql) =>
  sql
    .selectFrom('Session as s')
    .innerJoin('User as u', 'u.id', 's.userId')
    .select(['s.id as sessionId', 'u.id as userId', 'u.role', 's.lastSeenAt'])
    .select((eb) => eb.and([isUnsecured(eb), isAskedOf(eb)]).as('enrolling'))
    .where('s.id', '=', anyOf(place<string[]>('ids'), 'uuid'))
    .where('s.expiresAt', '>', now())
    .where(isActiveAccount('u'))
    .where('s.lastSeenAt', '>', fromNow(place('since')));

async function readSessions({ db, config }: App, ids: readonly string[]): Promise<Map<string, Found>> {
  // By hand, because each call begins with it, and by the database's clock, which all processes share.
  const rows = await present.execute(db.sql, '', () => presentSessions(db.sql), {
    ids,
    since: -3_600 * config.sessionIdleHours,
  });
  return new Map(
    rows.map(({ lastSeenAt, enrolling, ...user }) => [
      user.sessionId,
      enrolling
        ? { actor: { kind: 'anonymous', enrolling: { userId: user.userId, sessionId: user.sessionId } } }
        : { actor: { kind: 'user', ...user }, lastSeenAt },
    ]),
  );
}

async function noteVisit(
  { db, log }: App,
  { actor, lastSeenAt }: Found,
  remoteAddress: string | undefined,
): Promise<void> {
  if (!lastSeenAt || Math.abs(Date.now() - lastSeenAt.getTime()) < seenToTheMinute) return;
  const before = fromNow(-seenToTheMinute / 1000);
  // A database that cannot be written can still be read.
  const noted =
    actor.kind === 'user'
      ? db.sql
          .updateTable('Session')
          .set({ lastSeenAt: now() })
          .where('id', '=', actor.sessionId)
          .where('lastSeenAt', '<', before)
          .execute()
      : actor.kind === 'partner'
        ? db.sql
            .updateTable('PartnerToken')
            .set({ lastUsedAt: now(), lastUsedNetwork: remoteAddress ? networkOf(remoteAddress) : null })
            .where('id', '=', actor.tokenId)
            .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', before)]))
            .execute()
        : Promise.resolve();
  await noted.catch((error: unknown) => log.warn({ err: error }, 'session activity not recorded'));
}
