import { createRemoteJWKSet } from 'jose';
import type { Configuration } from 'openid-client';
import type { OpenIdProvider } from '../../../config.ts';
import type { App } from '../../../kernel/app.ts';
import { openIdMessages } from './messages.ts';
import { OpenIdError } from './openid-error.ts';

/** Cache duration of a provider's metadata, milliseconds; its keys are fetched again when one is unknown. */
const believedMs = 3_600_000;
/** Seconds that a provider has for each answer. */
const timeoutSeconds = 10;

interface Known {
  at: number;
  client: Promise<Configuration>;
  /** For messages that are not responses to our requests: logout tokens. */
  keys?: ReturnType<typeof createRemoteJWKSet>;
}
const known = new WeakMap<App, Map<string, Known>>();

/** A provider as people see it. */
export interface SignInProvider {
  name: string;
  /** On this server: where signing in with it begins. */
  path: string;
}

/** All with which people can sign in here. */
export const signInProviders = ({ config }: App): SignInProvider[] =>
  config.openIdProviders.map(({ name, slug }) => ({ name, path: `/connect/${slug}/` }));

/** @throws OpenIdError where there is none of that name */
export function providerOf({ config }: App, slug: string): OpenIdProvider {
  const provider = config.openIdProviders.find((one) => one.slug === slug);
  if (!provider) throw new OpenIdError(openIdMessages.OPENID_NOT_SET_UP());
  return provider;
}

/** Where a provider sends people back to; to be registered there. */
export const returnAddress = ({ config }: App, { slug }: OpenIdProvider): string =>
  `${config.publicUrl}/connect/${slug}/return`;

/**
 * A client of a provider, which is found by its issuer (OpenID Connect Discovery 1.0). ID tokens' signatures
 * are checked although they come over TLS.
 * @throws OpenIdError where it cannot be reached
 */
export async function clientOf(app: App, { slug, issuer, ...given }: OpenIdProvider): Promise<Configuration> {
  const own = known.get(app) ?? new Map<string, Known>();
  known.set(app, own);
  const found = own.get(slug);
  if (found && Date.now() - found.at < believedMs) return found.client;
  const client = discover(issuer, given);
  own.set(slug, { at: Date.now(), client });
  return client.catch((error: unknown) => {
    own.delete(slug);
    app.log.warn({ err: error, issuer }, 'OpenID provider discovery failed');
    throw new OpenIdError(openIdMessages.OPENID_UNREACHABLE(), { cause: error });
  });
}

/**
 * Returns the keys that a provider signs with; fetched again, rarely, when one is unknown.
 * @throws OpenIdError
 */
export async function keysOf(
  app: App,
  provider: OpenIdProvider,
): Promise<ReturnType<typeof createRemoteJWKSet>> {
  const { jwks_uri } = (await clientOf(app, provider)).serverMetadata();
  if (!jwks_uri) throw new OpenIdError(openIdMessages.OPENID_UNREACHABLE());
  const own = known.get(app)!.get(provider.slug)!;
  return (own.keys ??= createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutSeconds * 1_000 }));
}

/**
 * Reads what a provider publishes about itself. Its answers to later requests have the same time.
 * @param seconds that each answer may take @throws what openid-client throws
 */
export async function discover(
  issuer: string,
  { clientId, clientSecret }: Pick<OpenIdProvider, 'clientId' | 'clientSecret'>,
  seconds: number = timeoutSeconds,
): Promise<Configuration> {
  const openId = await import('openid-client');
  return openId.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: seconds,
    execute: [
      openId.enableNonRepudiationChecks,
      // On this machine alone: see config.ts.
      ...(issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []),
    ],
  });
}
