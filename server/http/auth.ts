import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kernel/app.ts';
import { LimitReachedError, NotAllowedError, NotSignedInError, UserError } from '../kernel/errors.ts';
import { signIn, signOut } from '../areas/access/identity/identity.ts';
import { signOutElsewhere } from '../areas/people/openid/identities.ts';
import { linkingMinutes } from '../areas/people/openid/pending-identity.ts';
import { linkHours } from '../areas/people/sign-up/sign-up.ts';
import { isLookAhead } from '../lib/requests/look-ahead.ts';
import { authenticate, type Credentials } from '../areas/access/identity/session.ts';
import type { Context, CookieJar } from '../graphql/context.ts';
import { recognise } from './request-queue.ts';
import { cookieName, isOfBrowser } from './cookie-names.ts';
import { siteOf } from './origin.ts';
import { countTokenCall } from './token-rate-limit.ts';
import { httpMessages } from './messages.ts';

/** Its name without the prefix that browsers get over https. */
const sessionCookie = 'jwt';
/** Browsers keep it for 400 days at most. */
const deviceCookie = 'device';
/** What a browser needs to link an identity by a mail that it has asked for. */
const linkingCookie = 'linking';
/** What a browser needs to open an account by the link alone that it has asked for. */
const signUpCookie = 'sign-up';
/** The dashboard sets it when the user chooses a language (client/dashboard/words/language.ts). */
const languageCookie = 'parlance.language';

/**
 * Returns the session's token from a request's cookies. Over https browsers send it in `__Host-jwt`. A token
 * in `jwt` counts only if it was signed before that name existed: anything newer was planted by a page on
 * another host of the domain, to make a visitor act in someone else's session. Programs keep `jwt`.
 */
export function sessionTokenOf(
  { config, tokens }: Pick<App, 'config' | 'tokens'>,
  { cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>,
): string | undefined {
  const prefixed = cookies[cookieName(config, sessionCookie)];
  if (prefixed !== undefined || !config.secureCookies) return prefixed;
  const plain = cookies[sessionCookie];
  const isNewer = plain !== undefined && tokens.read(plain)?.['host'] === true;
  return isNewer && isOfBrowser(headers) ? undefined : plain;
}

/**
 * Sets the session's cookie on a reply: out of scripts' reach, and not sent along from other sites; and
 * clears all cookies that came with the request (specification, document 1: /logout).
 */
export function cookieJar(app: App, reply: FastifyReply): CookieJar {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: app.config.secureCookies,
  } as const;
  const { request } = reply;
  const { cookies } = request;
  const named = (name: string): string => cookieName(app.config, name);
  // Older programs look for the name that they know.
  const own = isOfBrowser(request.headers) ? named(sessionCookie) : sessionCookie;
  return {
    session: sessionTokenOf(app, request),
    linking: cookies[named(linkingCookie)],
    signingUp: cookies[named(signUpCookie)],
    // Worth nothing without the password, so that it may come from before there was the prefix.
    device: cookies[named(deviceCookie)] ?? cookies[deviceCookie],
    language: cookies[languageCookie],
    keepDevice: (device) =>
      void reply.setCookie(named(deviceCookie), device, { ...attributes, maxAge: 400 * 86_400 }),
    keepSigningUp: (secret) =>
      void reply.setCookie(named(signUpCookie), secret, { ...attributes, maxAge: 3_600 * linkHours }),
    keepLinking: (sealed) =>
      void reply.setCookie(named(linkingCookie), sealed, { ...attributes, maxAge: 60 * linkingMinutes }),
    setSession: (token, expires) => {
      void reply.setCookie(own, token, { ...attributes, expires });
      if (own !== sessionCookie && cookies[sessionCookie] !== undefined)
        void reply.clearCookie(sessionCookie, attributes);
    },
    clear: () => {
      for (const name of new Set([own, ...Object.keys(cookies)])) void reply.clearCookie(name, attributes);
    },
  };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const foreign = 'The request was sent from a page of another site.';

/**
 * Returns the credentials of a request: a bearer token, or else the session's cookie. Browsers send cookies
 * for any page, including pages on other ports of the same machine. For requests that may change something,
 * and for sockets, the cookie therefore counts only from our own pages.
 * @throws NotAllowedError
 */
export function credentialsOf(app: App, request: FastifyRequest): Credentials {
  const { config } = app;
  const { authorization, upgrade } = request.headers;
  if (authorization !== undefined)
    return { bearer: /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '', remoteAddress: request.ip };
  const cookie = sessionTokenOf(app, request);
  if (
    cookie !== undefined &&
    (!safeMethods.has(request.method) || upgrade !== undefined) &&
    siteOf(request.headers, config.publicUrl) !== 'own'
  ) {
    throw new NotAllowedError(httpMessages.COOKIE_FROM_ANOTHER_SITE());
  }
  return { cookie };
}

/**
 * What resolvers are given for a request. @throws NotSignedInError for a bearer token that is wrong or has
 * expired, NotAllowedError
 */
export async function contextOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  const credentials = credentialsOf(app, request);
  const actor = await authenticate(app, credentials);
  recognise(request, actor);
  await countTokenCall(app, actor).catch((error: unknown) => {
    if (error instanceof LimitReachedError) reply.header('retry-after', error.retryAfter ?? 60);
    throw error;
  });
  return {
    app,
    actor,
    actorNow: () => authenticate(app, credentials),
    // A page of another site cannot sign its visitors in as a different user.
    ...(siteOf(request.headers, app.config.publicUrl) !== 'foreign' && { cookies: cookieJar(app, reply) }),
    refused: (retryAfter) => void reply.header('retry-after', retryAfter),
    remoteAddress: request.ip,
    userAgent: request.headers['user-agent'],
  };
}

/** @throws what is no failure of the caller's */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof UserError)) throw error;
  return reply.code(error.declared.httpStatus).send({ result: 'fail', message: error.message });
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * `POST /auth/sign-in`, `POST /auth/token` (a developer's, on loopback only) and `GET /logout`.
 */
export function registerAuth(server: FastifyInstance, app: App): void {
  server.post('/auth/sign-in', async (request, reply) => {
    if (siteOf(request.headers, app.config.publicUrl) === 'foreign')
      return reply.code(403).send({ result: 'fail', message: foreign });
    const { email, password, code } = (request.body ?? {}) as Record<string, unknown>;
    try {
      if (typeof email !== 'string' || typeof password !== 'string')
        throw new NotSignedInError(httpMessages.CREDENTIALS_MISSING());
      const cookies = cookieJar(app, reply);
      const session = await signIn(app, {
        email,
        password,
        code: typeof code === 'string' ? code : null,
        remoteAddress: request.ip,
        userAgent: request.headers['user-agent'],
        device: cookies.device,
        language: cookies.language,
        session: cookies.session,
      });
      cookies.setSession(session.token, session.expiresAt);
      cookies.keepDevice(session.device);
      return { result: 'ok', token: session.token };
    } catch (error) {
      if (error instanceof LimitReachedError) reply.header('retry-after', error.retryAfter ?? 60);
      return refuse(reply, error);
    }
  });

  server.post('/auth/token', async (request, reply) => {
    if (siteOf(request.headers, app.config.publicUrl) === 'foreign')
      return reply.code(403).send({ result: 'fail', message: foreign });
    if (!loopback.test(request.ip)) return reply.code(404).send({ result: 'fail', message: 'Not found' });
    const { token } = (request.body ?? {}) as Record<string, unknown>;
    try {
      const actor = await authenticate(app, { bearer: typeof token === 'string' ? token : '' });
      if (actor.kind !== 'user') throw new NotSignedInError(httpMessages.TOKEN_OF_NO_USER());
    } catch (error) {
      return refuse(reply, error);
    }
    cookieJar(app, reply).setSession(token as string, new Date(Date.now() + 86_400_000));
    return { result: 'ok' };
  });

  // Links from other sites' pages, and a browser's prefetches, do not sign the user out.
  server.get('/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isLookAhead(request.headers)) return reply.code(503).send();
    if (siteOf(request.headers, app.config.publicUrl) !== 'foreign') {
      const actor = await authenticate(app, { cookie: sessionTokenOf(app, request) });
      const elsewhere = await signOutElsewhere(app, actor);
      await signOut(app, actor);
      cookieJar(app, reply).clear();
      if (elsewhere) return reply.redirect(elsewhere, 303);
    }
    return reply.redirect('/', 303);
  });
}
