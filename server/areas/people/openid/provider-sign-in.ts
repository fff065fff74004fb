import type { OpenIdProvider } from '../../../config.ts';
import type { App } from '../../../kernel/app.ts';
import { recordSecurity, type ClientInfo } from '../../access/identity/security-log.ts';
import { completeSignIn, type OpenedSession } from '../../access/identity/identity.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { freshMs } from '../../access/identity/check-password.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { recordProof } from '../../access/identity/recent-proof.ts';
import { isActiveAccount } from '../../access/identity/active-account.ts';
import { identityMessages } from '../../access/identity/messages.ts';
import { deviceIdOf } from '../../access/identity/device-token.ts';
import { admitSignUp } from './admit-sign-up.ts';
import { openAccount } from './open-account.ts';
import { storePendingIdentity, type PendingIdentity } from './pending-identity.ts';
import { syncMemberships, rolesByProvider, type Claims } from './provider-memberships.ts';
import { openIdMessages } from './messages.ts';
import { IdentityConfirmationError, OpenIdError } from './openid-error.ts';
import { clientOf, providerOf, returnAddress } from './openid-clients.ts';
import { consumeOnce } from '../../access/identity/consume-once.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';

/** Time limit at the provider, milliseconds. */
export const signInMs = 600_000;

/** State that the browser stores during the sign-in, sealed. */
interface Kept {
  slug: string;
  state: string;
  nonce: string;
  verifier: string;
  at: number;
  /** Whether the provider was to ask who it is, whomever it knows. */
  asksAgain: boolean;
  /** Session whose person is to be confirmed; absent: a sign-in. */
  confirms?: { sessionId: string; userId: number };
}

/** URL to redirect the browser to, and the state that it has to return. */
export interface ProviderRedirect {
  url: string;
  kept: string;
}

const purpose = 'sign-in with an OpenID provider';

/**
 * Starts a sign-in at a provider: code flow with PKCE (RFC 7636), state and nonce.
 * @param asksAgain whether the provider must ask for credentials even if it has a session
 * @returns the address to redirect to, and the state that the browser must return
 * @throws OpenIdError
 */
export async function beginProviderSignIn(
  app: App,
  slug: string,
  asksAgain = false,
  confirms?: Kept['confirms'],
): Promise<ProviderRedirect> {
  const provider = providerOf(app, slug);
  const client = await clientOf(app, provider);
  const openId = await import('openid-client');
  const kept: Kept = {
    slug,
    state: openId.randomState(),
    nonce: openId.randomNonce(),
    verifier: openId.randomPKCECodeVerifier(),
    at: Date.now(),
    asksAgain,
    ...(confirms && { confirms }),
  };
  const url = openId.buildAuthorizationUrl(client, {
    redirect_uri: returnAddress(app, provider),
    scope: provider.scope,
    response_type: 'code',
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
    // With `max_age` the provider has to say when it asked (OpenID Connect Core, section 2).
    ...(asksAgain && { prompt: 'login', max_age: String(freshMs / 1000) }),
  });
  return { url: url.href, kept: app.sealing.seal(JSON.stringify(kept), purpose) };
}

/**
 * Sends a signed-in user to a provider for proof of identity: the session then counts as proved.
 * @throws NotSignedInError, NotAllowedError for programs, OpenIdError
 */
export async function beginProviderConfirmation(
  app: App,
  actor: Actor,
  slug: string,
): Promise<ProviderRedirect> {
  const { sessionId, userId } = requireUser(actor);
  return beginProviderSignIn(app, slug, true, { sessionId, userId });
}

export interface ProviderReturn extends ClientInfo {
  slug: string;
  /** What the browser kept. */
  kept: string | undefined;
  /** What the provider sent along: the query, with its `?`. */
  search: string;
  /** What an earlier sign-in of this browser was given to keep. */
  device: string | undefined;
}

/**
 * Signed in, for the first time where `signedUp`, or on the way to link the identity to the account with its
 * address, or sent back to the provider, once, because it has not asked who it is for too long; or confirmed,
 * in the session that was there.
 */
export type ProviderSignInResult =
  { session: OpenedSession; signedUp?: boolean } | PendingIdentity | ProviderRedirect | { confirmed: true };

/**
 * Signs in whom a provider sends back.
 * @throws OpenIdError with what to tell the person
 */
export async function completeProviderSignIn(
  app: App,
  returned: ProviderReturn,
): Promise<ProviderSignInResult> {
  const provider = providerOf(app, returned.slug);
  try {
    const { claims, asksAgain, confirms } = await checkedClaims(app, provider, returned);
    if (confirms) return await confirmSession(app, provider, claims, confirms, returned);
    if (!asksAgain && (await hasToBeAskedAgain(app, provider, claims)))
      return await beginProviderSignIn(app, provider.slug, true);
    return await comeIn(app, provider, claims, returned);
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    await recordSecurity(app, app.db.sql, 'SIGN_IN_REFUSED', {
      whence: returned,
      body: { method: 'openid', reason: error.told.code, issuer: provider.issuer },
    });
    throw error;
  }
}

/** Returns the provider's claims about the user if they are valid. @throws OpenIdError */
async function checkedClaims(
  app: App,
  provider: OpenIdProvider,
  { slug, kept: sealed, search }: ProviderReturn,
): Promise<{ claims: Claims } & Pick<Kept, 'asksAgain' | 'confirms'>> {
  const refused = (cause?: unknown) => new OpenIdError(openIdMessages.OPENID_REFUSED(), { cause });
  const text = sealed === undefined ? null : app.sealing.open(sealed, purpose);
  const kept = text === null ? null : (JSON.parse(text) as Kept);
  if (!kept || kept.slug !== slug || Date.now() - kept.at > signInMs) throw refused();
  // Each state works once, so that a stolen cookie and address cannot be replayed.
  if (!(await consumeOnce(app.db.sql, `state ${kept.state}`, (2 * signInMs) / 1000))) throw refused();
  const client = await clientOf(app, provider);
  const openId = await import('openid-client');
  const tokens = await openId
    .authorizationCodeGrant(client, new URL(`${returnAddress(app, provider)}${search}`), {
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      pkceCodeVerifier: kept.verifier,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      app.log.warn({ err: error, issuer: provider.issuer }, 'OpenID sign-in refused');
      throw refused(error);
    });
  const claims = tokens.claims()!;
  // Some providers return the email address only on an extra request.
  const more =
    claims['email'] === undefined && client.serverMetadata().userinfo_endpoint
      ? await openId.fetchUserInfo(client, tokens.access_token, claims.sub).catch(() => ({}))
      : {};
  return {
    claims: readClaims(provider, { ...more, ...claims }),
    asksAgain: kept.asksAgain,
    ...(kept.confirms && { confirms: kept.confirms }),
  };
}

/**
 * Counts a session as proved after the provider has just asked its person for credentials (`auth_time`,
 * OpenID Connect Core, section 2).
 * @throws IdentityConfirmationError for another person, or without a time of asking
 */
async function confirmSession(
  app: App,
  { issuer }: OpenIdProvider,
  { subject, provedAt }: Claims,
  { sessionId, userId }: NonNullable<Kept['confirms']>,
  whence: ClientInfo,
): Promise<{ confirmed: true }> {
  const identity = await app.db.prisma.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { userId: true },
  });
  if (identity?.userId !== userId) throw new IdentityConfirmationError(openIdMessages.IDENTITY_OF_ANOTHER());
  if (provedAt === null || Math.abs(Date.now() - provedAt.getTime()) > freshMs)
    throw new IdentityConfirmationError(openIdMessages.OPENID_REFUSED());
  await recordProof(app, app.db.sql, { sessionId, userId }, 'openid', whence);
  return { confirmed: true };
}

/**
 * Returns whether a person who had to sign in again came back on the provider's old session: without a
 * password nothing else proves the identity.
 */
async function hasToBeAskedAgain(
  { db }: App,
  { issuer }: OpenIdProvider,
  { subject, provedAt }: Claims,
): Promise<boolean> {
  if (provedAt === null || databaseTime().getTime() - provedAt.getTime() <= freshMs) return false;
  const identity = await db.prisma.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { askAgainUntil: true },
  });
  return identity !== null && identity.askAgainUntil !== null && identity.askAgainUntil > databaseTime();
}

function readClaims(
  { groupsClaim, trustsAddresses }: OpenIdProvider,
  claims: Record<string, unknown>,
): Claims {
  const text = (name: string): string | null => {
    const value = claims[name];
    return typeof value === 'string' && value.length <= 1_000 ? value.replaceAll('\0', '') : null;
  };
  const { auth_time: provedAt } = claims;
  const groups = claims[groupsClaim];
  const verified = claims['email_verified'] ?? trustsAddresses;
  return {
    subject: text('sub')!,
    email: verified === true ? (text('email')?.trim().toLowerCase() ?? null) : null,
    name: text('name'),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
    session: text('sid'),
    provedAt: typeof provedAt === 'number' ? new Date(1000 * provedAt) : null,
  };
}

/** @throws OpenIdError */
async function comeIn(
  app: App,
  provider: OpenIdProvider,
  claims: Claims,
  returned: ProviderReturn,
): Promise<ProviderSignInResult> {
  const { issuer } = provider;
  const { subject, email } = claims;
  const identity = await app.db.prisma.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { id: true, userId: true },
  });
  if (identity) return { session: await enterBy(app, identity, provider, claims, returned) };
  if (email === null) throw new OpenIdError(openIdMessages.OPENID_EMAIL_UNVERIFIED());
  const roles = rolesByProvider(provider, claims);
  const linkLater = async (): Promise<PendingIdentity | null> => {
    const account = await app.db.prisma.user.findUnique({ where: { email }, select: { id: true } });
    return account && storePendingIdentity(app, account.id, { ...claims, email, issuer }, roles);
  };
  const pending = await linkLater();
  if (pending) return pending;
  const isStudio = roles.size === 0;
  if (isStudio && !app.config.signUp.offered) throw new OpenIdError(openIdMessages.OPENID_NO_ACCOUNT());
  if (isStudio) await admitSignUp(app, email, returned);
  const opened = await openAccount(app, issuer, { ...claims, email }, isStudio);
  if (!opened) return (await linkLater()) ?? comeIn(app, provider, claims, returned);
  return { session: await enterBy(app, opened, provider, claims, returned), signedUp: isStudio };
}

/**
 * Opens a session for the person to whom an identity belongs, with the memberships that the provider gives.
 */
async function enterBy(
  app: App,
  { id, userId }: { id: number; userId: number },
  provider: OpenIdProvider,
  claims: Claims,
  returned: ProviderReturn,
): Promise<OpenedSession> {
  await app.db.transaction(async (tx) => {
    const person = await tx
      .selectFrom('User as u')
      .select('u.id')
      .where('u.id', '=', userId)
      .where(isActiveAccount('u'))
      .forKeyShare()
      .executeTakeFirst();
    if (!person) throw new OpenIdError(identityMessages.ACCOUNT_SUSPENDED());
    await tx
      .updateTable('Identity')
      .set({ endedAt: null, askAgainUntil: null, ...(claims.email !== null && { email: claims.email }) })
      .where('id', '=', id)
      .execute();
    const roles = rolesByProvider(provider, claims);
    await syncMemberships(app, tx, userId, { issuer: provider.issuer, roles, email: claims.email });
  });
  const user = await app.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return completeSignIn(app, user, {
    method: 'openid',
    whence: returned,
    isNew: deviceIdOf(user, returned.device) === null,
    identity: { identityId: id, issuerSession: claims.session, provedAt: claims.provedAt },
  });
}
