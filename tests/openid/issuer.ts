import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

export interface IssuerAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** A real OpenID provider on this machine, whose people sign in without being asked. */
export interface Issuer {
  url: string;
  /** Who signs in next. */
  account: IssuerAccount;
  /** Changes ID tokens before they are sent: the claims, or the key that signs. Null: as they are. */
  forge: ((claims: JWTPayload) => { claims: JWTPayload; foreignKey?: boolean }) | null;
  /** Parameters of the last authorization request. */
  asked: Record<string, string>;
  /** Returns a logout token, signed by this provider unless another key is requested. */
  logoutToken(claims: JWTPayload, options?: { foreignKey?: boolean }): Promise<string>;
  serve(redirectUri: string): Promise<void>;
  close(): Promise<void>;
}

export const client = { id: 'parlance', secret: 'a secret of the client that is long enough' };

/** Starts a provider on a free port; it responds once its redirect URI is set. */
export async function startIssuer(): Promise<Issuer> {
  const [own, foreign] = await Promise.all([key(), key()]);
  let handle: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = {
    url,
    account: { sub: 'ada' },
    forge: null,
    asked: {},
    logoutToken: (claims, { foreignKey = false } = {}) =>
      sign({ iss: url, aud: client.id, ...claims }, foreignKey),
    async serve(redirectUri) {
      handle = await providerAt(redirectUri);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const sign = (claims: JWTPayload, foreignKey = false): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign((foreignKey ? foreign : own).privateKey);

  const providerAt = async (redirectUri: string): Promise<RequestListener> => {
    const provider = new Provider(url, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [new URL('/', redirectUri).href],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
      pkce: { required: () => true },
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ ...issuer.account, sub }),
      }),
      ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
      cookies: { keys: ['a key of the issuer'] },
    } as never);

    // Signs every visitor in to the test's account, with consent.
    provider.use(async (ctx: any, next: () => Promise<void>) => {
      if (ctx.path === '/auth') issuer.asked = { ...ctx.query };
      if (ctx.path.startsWith('/interaction/')) {
        const { prompt, params, session, grantId } = await provider.interactionDetails(ctx.req, ctx.res);
        const consent = async () => {
          const grant = grantId
            ? (await provider.Grant.find(grantId))!
            : new provider.Grant({ accountId: session!.accountId, clientId: String(params['client_id']) });
          grant.addOIDCScope(String(params['scope']));
          return { consent: { grantId: await grant.save() } };
        };
        const result =
          prompt.name === 'login' ? { login: { accountId: issuer.account.sub } } : await consent();
        return provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true });
      }
      await next();
      const { body } = ctx;
      if (ctx.path === '/token' && issuer.forge && body?.id_token) {
        const claims = JSON.parse(
          Buffer.from(String(body.id_token).split('.')[1]!, 'base64url').toString(),
        ) as JWTPayload;
        const { claims: forged, foreignKey } = issuer.forge(claims);
        ctx.body = { ...body, id_token: await sign(forged, foreignKey) };
      }
    });
    return provider.callback();
  };
  return issuer;
}

const key = (): Promise<{ privateKey: CryptoKey }> => generateKeyPair('RS256', { extractable: true });

/** A browser that keeps cookies by host and follows redirects by hand. */
export function browser() {
  const jars = new Map<string, Map<string, string>>();
  const kept = new Map<string, number>();
  return {
    cookies: jars,
    /** For how many minutes a cookie was to be kept. */
    keptMinutes: (name: string) => kept.get(name)! / 60,
    /** Asks once. */
    async ask(url: string): Promise<Response> {
      const { host } = new URL(url);
      const jar = jars.get(host) ?? new Map<string, string>();
      jars.set(host, jar);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        kept.set(name!, Number(/max-age=(\d+)/i.exec(cookie)?.[1]));
        if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(cookie)) jar.delete(name!);
        else jar.set(name!, value!);
      }
      return response;
    },
    /** Follows redirects until one answers, or `until` says that it is there. @returns the last address */
    async follow(url: string, until: (url: string) => boolean): Promise<string> {
      for (let hop = 0; hop < 12; hop++) {
        if (until(url)) return url;
        const response = await this.ask(url);
        const next = response.headers.get('location');
        if (!next)
          throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
        url = new URL(next, url).href;
      }
      throw new Error('too many redirects');
    },
  };
}
