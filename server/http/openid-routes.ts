import type { FastifyInstance, FastifyReply } from 'fastify';
import { endProviderSessions } from '../areas/people/openid/back-channel-logout.ts';
import { IdentityConfirmationError, OpenIdError } from '../areas/people/openid/openid-error.ts';
import {
  completeProviderSignIn,
  beginProviderConfirmation,
  beginProviderSignIn,
  signInMs,
  type ProviderRedirect,
} from '../areas/people/openid/provider-sign-in.ts';
import type { App } from '../kernel/app.ts';
import { UserError } from '../kernel/errors.ts';
import { authenticate } from '../areas/access/identity/session.ts';
import { cookieJar, sessionTokenOf } from './auth.ts';
import { cookieName } from './cookie-names.ts';

const path = '/connect/';
interface Named {
  Params: { slug: string };
}

/**
 * Serves `GET /connect/<slug>/`, which redirects to an OpenID provider. The provider redirects back to
 * `/connect/<slug>/return`, and reports to `POST /connect/<slug>/back-channel-logout` who has signed out or
 * was removed there. The sign-in page shows any failure.
 */
export function registerOpenId(server: FastifyInstance, app: App): void {
  const cookie = cookieName(app.config, 'openid', path);
  const attributes = { path, httpOnly: true, sameSite: 'lax', secure: app.config.secureCookies } as const;

  const send = (reply: FastifyReply, { url, kept }: ProviderRedirect): FastifyReply =>
    reply.setCookie(cookie, kept, { ...attributes, maxAge: signInMs / 1000 }).redirect(url, 303);

  for (const path of ['/connect/:slug', '/connect/:slug/'])
    server.get<Named>(path, async ({ params }, reply) => {
      reply.header('cache-control', 'no-store');
      try {
        return send(reply, await beginProviderSignIn(app, params.slug));
      } catch (error) {
        return sayWhy(reply, error);
      }
    });

  // Opens in a separate window, which the requesting page waits for.
  server.get<Named>('/connect/:slug/confirm', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      const actor = await authenticate(app, { cookie: sessionTokenOf(app, request) });
      return send(reply, await beginProviderConfirmation(app, actor, request.params.slug));
    } catch (error) {
      return sayWhyNot(reply, error);
    }
  });

  server.get<Named>('/connect/:slug/return', async (request, reply) => {
    const jar = cookieJar(app, reply);
    // Single use, whatever the outcome.
    reply.header('cache-control', 'no-store').clearCookie(cookie, attributes);
    try {
      const arrival = await completeProviderSignIn(app, {
        slug: request.params.slug,
        kept: request.cookies[cookie],
        search: new URL(request.url, app.config.publicUrl).search,
        device: jar.device,
        language: jar.language,
        session: jar.session,
        remoteAddress: request.ip,
        userAgent: request.headers['user-agent'],
      });
      if ('confirmed' in arrival) return reply.redirect('/identity-confirmed', 303);
      if ('url' in arrival) return send(reply, arrival);
      if ('linkSecret' in arrival) {
        jar.keepLinking(arrival.kept);
        return reply.redirect(`/link-account#${arrival.linkSecret}`, 303);
      }
      jar.setSession(arrival.session.token, arrival.session.expiresAt);
      jar.keepDevice(arrival.session.device);
      // The sign-in page knows where one wanted to be.
      return reply.redirect(arrival.signedUp ? '/studio?registered=true' : '/', 303);
    } catch (error) {
      return error instanceof IdentityConfirmationError ? sayWhyNot(reply, error) : sayWhy(reply, error);
    }
  });

  server.post<Named>('/connect/:slug/back-channel-logout', async ({ params, body }, reply) => {
    const { logout_token: token } = (body ?? {}) as Record<string, unknown>;
    reply.header('cache-control', 'no-store');
    try {
      await endProviderSessions(app, params.slug, typeof token === 'string' ? token : '');
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof OpenIdError)) throw error;
      return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
    }
  });
}

/** Says in the window in which an identity was to be confirmed why it was not. @throws what is unforeseen */
function sayWhyNot(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof OpenIdError || error instanceof UserError)) throw error;
  return reply.redirect(`/identity-confirmed?refused=${error.told.code}`, 303);
}

/** @throws unexpected errors */
function sayWhy(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof OpenIdError)) throw error;
  return reply.redirect(`/?refused=${error.told.code}`, 303);
}
