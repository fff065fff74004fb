import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { LimitReachedError, NotSignedInError } from '../kernel/errors.ts';
import { signIn, signOut } from '../areas/identity/identity.ts';
import { authenticate, type Credentials } from '../areas/identity/session.ts';
import type { Context, CookieJar } from '../graphql/context.ts';

export const sessionCookie = 'jwt';

/** Sets and clears the session's cookie on a reply: out of scripts' reach, and not sent along from other sites. */
export function cookieJar(app: App, reply: FastifyReply): CookieJar {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: app.config.secureCookies } as const;
  return {
    setSession: (token, expires) => void reply.setCookie(sessionCookie, token, { ...attributes, expires }),
    clear: () => void reply.clearCookie(sessionCookie, attributes),
  };
}

/** The credentials of a request: a bearer token, or else the session's cookie. */
export function credentialsOf(_app: App, request: FastifyRequest): Credentials {
  const { authorization } = request.headers;
  if (authorization !== undefined) return { bearer: /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '' };
  return { cookie: request.cookies[sessionCookie] };
}

/** What resolvers are given for a request. @throws NotSignedInError for a bearer token that is wrong or has expired */
export async function contextOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  const credentials = credentialsOf(app, request);
  return {
    app, actor: await authenticate(app, credentials), actorNow: () => authenticate(app, credentials), cookies: cookieJar(app, reply), remoteAddress: request.ip,
  };
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** `POST /auth/sign-in`, `POST /auth/token` (a developer's, on loopback only), `GET /logout` and `GET /connect/google/`. */
export function registerAuth(server: FastifyInstance, app: App): void {
  server.post('/auth/sign-in', async (request, reply) => {
    const { email, password } = (request.body ?? {}) as Record<string, unknown>;
    try {
      if (typeof email !== 'string' || typeof password !== 'string') throw new NotSignedInError('Send email and password.');
      const session = await signIn(app, { email, password, remoteAddress: request.ip });
      cookieJar(app, reply).setSession(session.token, session.expiresAt);
      return { result: 'ok', token: session.token };
    } catch (error) {
      if (error instanceof NotSignedInError) return reply.code(401).send({ result: 'fail', message: error.message });
      if (error instanceof LimitReachedError) return reply.code(429).header('retry-after', '900').send({ result: 'fail', message: error.message });
      throw error;
    }
  });

  server.post('/auth/token', async (request, reply) => {
    if (!loopback.test(request.ip)) return reply.code(404).send({ result: 'fail', message: 'Not found' });
    const { token } = (request.body ?? {}) as Record<string, unknown>;
    try {
      const actor = await authenticate(app, { bearer: typeof token === 'string' ? token : '' });
      if (actor.kind !== 'user') throw new NotSignedInError("This is not a person's token.");
    } catch (error) {
      if (error instanceof NotSignedInError) return reply.code(401).send({ result: 'fail', message: error.message });
      throw error;
    }
    cookieJar(app, reply).setSession(token as string, new Date(Date.now() + 86_400_000));
    return { result: 'ok' };
  });

  server.get('/logout', async (request, reply) => {
    await signOut(app, await authenticate(app, credentialsOf(app, request)).catch(() => anonymous));
    for (const name of Object.keys(request.cookies)) reply.clearCookie(name, { path: '/' });
    cookieJar(app, reply).clear();
    return reply.redirect('/');
  });

  // Where clients of old are sent on a 403. No OpenID provider is part of the configuration, so it leads to the sign-in page.
  server.get('/connect/google/', (_, reply) => reply.redirect('/'));
}
