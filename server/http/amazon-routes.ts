import { encodeXML } from 'entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AmazonError } from '../areas/projects/amazon/amazon-error.ts';
import {
  beginLinking,
  completeLinking,
  linkingMs,
  readPendingLink,
} from '../areas/projects/amazon/link-account.ts';
import { linkableProjects } from '../areas/projects/amazon/linkable-projects.ts';
import { authenticate } from '../areas/access/identity/session.ts';
import type { App } from '../kernel/app.ts';
import { NotSignedInError, UserError } from '../kernel/errors.ts';
import { htmlDocument } from '../feeds/html-document.ts';
import { product } from '../product.ts';
import { sessionTokenOf } from './auth.ts';
import { cookieName } from './cookie-names.ts';

const path = '/connect/amazon';

type Query = Record<string, string | string[] | undefined>;

/**
 * Serves `GET /connect/amazon?project=…&return=…`, which sends a signed-in user to Amazon. Amazon redirects
 * back to `/connect/amazon/return`. Failures show a page with the reason.
 */
export function registerAmazonLinking(server: FastifyInstance, app: App): void {
  const cookie = cookieName(app.config, 'amazon-linking', path);
  const attributes = { path, httpOnly: true, sameSite: 'lax', secure: app.config.secureCookies } as const;
  const actorOf = (request: FastifyRequest) => authenticate(app, { cookie: sessionTokenOf(app, request) });

  server.get<{ Querystring: Query }>(path, async (request, reply) => {
    try {
      const actor = await actorOf(request);
      const given = Number(one(request.query['project']));
      const projects = given > 0 ? [] : await linkableProjects(app, actor);
      const projectId = given > 0 ? given : projects.length === 1 ? projects[0]!.id : null;
      if (projectId === null) return sendPage(reply, 200, 'Connect to Alexa', choice(projects));
      const { consentUrl, kept } = await beginLinking(app, actor, {
        projectId,
        returnTo: one(request.query['return']),
      });
      return reply
        .setCookie(cookie, kept, { ...attributes, maxAge: linkingMs / 1000 })
        .header('cache-control', 'no-store')
        .redirect(consentUrl, 303);
    } catch (error) {
      return sendFailure(app, reply, error, '/projects/dashboard');
    }
  });

  server.get<{ Querystring: Query }>(`${path}/return`, async (request, reply) => {
    const kept = request.cookies[cookie];
    let back = '/projects/dashboard';
    // Single use, whatever the outcome.
    reply.clearCookie(cookie, attributes);
    try {
      const actor = await actorOf(request);
      back = readPendingLink(app, actor, kept)?.returnTo ?? back;
      const { query } = request;
      const returned = {
        state: one(query['state']),
        code: one(query['code']),
        error: one(query['error']),
        error_description: one(query['error_description']),
      };
      return reply
        .header('cache-control', 'no-store')
        .redirect(await completeLinking(app, actor, kept, returned), 303);
    } catch (error) {
      return sendFailure(app, reply, error, back);
    }
  });
}

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

const statusOf = {
  setup: 503,
  unlinked: 502,
  throttled: 503,
  unavailable: 503,
  missing: 502,
  conflict: 409,
  refused: 400,
} as const;

/** @throws unexpected errors */
function sendFailure(app: App, reply: FastifyReply, error: unknown, back: string): FastifyReply {
  if (error instanceof NotSignedInError)
    return sendPage(
      reply,
      401,
      'Sign in to continue',
      `<p>Sign in first, then connect the account again.</p><p><a href="/">Sign in</a></p>`,
    );
  if (!(error instanceof AmazonError) && !(error instanceof UserError)) throw error;
  if (error instanceof AmazonError && error.problem !== 'refused')
    app.log.warn({ err: error }, 'linking an Amazon account failed');
  const status = error instanceof AmazonError ? statusOf[error.problem] : error.declared.httpStatus;
  const words = error instanceof AmazonError ? error.words : error.message;
  return sendPage(
    reply,
    status,
    'The account was not connected',
    `<p>${encodeXML(words)}</p><p><a href="${encodeXML(back)}">Back</a></p>`,
  );
}

const choice = (projects: { id: number; name: string }[]): string =>
  projects.length === 0
    ? '<p>None of your projects can publish Alexa skills.</p><p><a href="/projects/dashboard">Back</a></p>'
    : `<p>For which project? The account is shared by all projects of its organization.</p><ul>${projects
        .map(({ id, name }) => `<li><a href="${path}?project=${id}">${encodeXML(name)}</a></li>`)
        .join('')}</ul>`;

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box }
main { max-width: 32rem }
`;

function sendPage(reply: FastifyReply, status: number, title: string, content: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(
      htmlDocument({
        language: 'en',
        title: `${title} – ${product.name}`,
        head: `<style>${style}</style>`,
        body: `<main>\n<h1>${title}</h1>\n${content}\n</main>`,
      }),
    );
}
