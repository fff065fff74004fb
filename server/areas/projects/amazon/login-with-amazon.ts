import { amazonMessages } from './messages.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { AmazonError } from './amazon-error.ts';
import {
  requestAmazon,
  expectBody,
  retryAfterOf,
  errorTextIn,
  type AmazonResponse,
} from './amazon-request.ts';

/** What we ask for: who it is, and to make and change skills. */
const scopes = ['profile', 'alexa::ask:skills:readwrite', 'alexa::ask:models:readwrite'] as const;

/** Where Amazon sends people back to; the security profile lists it. */
export const returnUrl = ({ config }: Pick<App, 'config'>): string =>
  `${config.publicUrl}/connect/amazon/return`;

export interface Tokens {
  access: string;
  accessEndsAt: Date;
  refresh: string;
}

export interface AmazonProfile {
  id: string;
  name: string;
}

/** @throws AmazonError `setup` without credentials */
function clientOf({ config }: Pick<App, 'config'>): { id: string; secret: string } {
  if (!config.amazon.client) throw new AmazonError('setup', amazonMessages.AMAZON_NOT_SET_UP());
  return config.amazon.client;
}

/**
 * Returns the address for consent: an authorization request with PKCE (RFC 6749, 4.1.1; RFC 7636).
 * @throws AmazonError `setup`
 */
export function consentUrl(
  app: Pick<App, 'config'>,
  { state, verifier }: { state: string; verifier: string },
): string {
  const url = new URL(app.config.amazon.authorizeUrl);
  for (const [name, value] of Object.entries({
    client_id: clientOf(app).id,
    scope: scopes.join(' '),
    response_type: 'code',
    redirect_uri: returnUrl(app),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }))
    url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code from Amazon's redirect for tokens.
 * @throws AmazonError
 */
export async function tokensFor(app: Pick<App, 'config'>, code: string, verifier: string): Promise<Tokens> {
  return askForTokens(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: returnUrl(app),
    code_verifier: verifier,
  });
}

/**
 * Tokens in place of those that end. Amazon may keep the refresh token as it is. @throws AmazonError
 * `unlinked` when the link was withdrawn
 */
export async function refreshTokens(app: Pick<App, 'config'>, refresh: string): Promise<Tokens> {
  return askForTokens(app, { grant_type: 'refresh_token', refresh_token: refresh }, refresh);
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
});

async function askForTokens(
  app: Pick<App, 'config'>,
  grant: Record<string, string>,
  refresh?: string,
): Promise<Tokens> {
  const { id, secret } = clientOf(app);
  const answer = await requestAmazon(app, `${app.config.amazon.apiUrl}/auth/o2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...grant, client_id: id, client_secret: secret }).toString(),
  });
  if (answer.status !== 200) throw tokenError(answer);
  const {
    access_token: access,
    expires_in: seconds,
    refresh_token: renewed = refresh,
  } = expectBody(tokenAnswer, answer);
  if (renewed === undefined) throw new AmazonError('unavailable', amazonMessages.AMAZON_NO_TOKEN_FOR_LATER());
  return { access, accessEndsAt: new Date(databaseTime().getTime() + seconds * 1000), refresh: renewed };
}

/** RFC 6749, section 5.2, with Amazon's additions. */
function tokenError({ status, headers, body }: AmazonResponse): AmazonError {
  const code = z.object({ error: z.string() }).safeParse(body).data?.error;
  const options = { said: errorTextIn(body), retryAfterMs: retryAfterOf(headers) };
  if (code === 'invalid_grant')
    return new AmazonError('unlinked', amazonMessages.AMAZON_LINK_REFUSED(), options);
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return new AmazonError('setup', amazonMessages.AMAZON_CREDENTIALS_REFUSED(), options);
  if (status === 429) return new AmazonError('throttled', amazonMessages.AMAZON_SIGN_IN_TOO_OFTEN(), options);
  if (status >= 500) return new AmazonError('unavailable', amazonMessages.AMAZON_SIGN_IN_TROUBLE(), options);
  return new AmazonError('refused', amazonMessages.AMAZON_SIGN_IN_REFUSED({ status }), options);
}

const profileAnswer = z.object({
  user_id: z.string().min(1),
  name: z.string().nullish(),
  email: z.string().nullish(),
});

/** Who consented. @throws AmazonError */
export async function readProfile(app: Pick<App, 'config'>, access: string): Promise<AmazonProfile> {
  const answer = await requestAmazon(app, `${app.config.amazon.apiUrl}/user/profile`, {
    headers: { authorization: `Bearer ${access}` },
  });
  if (answer.status !== 200) throw tokenError(answer);
  const { user_id: id, name, email } = expectBody(profileAnswer, answer);
  return { id, name: name?.trim() || email?.trim() || 'Amazon account' };
}
