import type { FastifyInstance } from 'fastify';
import { recordBounce } from '../areas/access/mail/record-bounce.ts';
import type { App } from '../kernel/app.ts';
import { isSecret } from '../lib/security/crypto.ts';
import { rawBody, registerRawBodies } from './raw-bodies.ts';

/** Bytes of a bounce, which may bring the whole mail back. */
const bodyMaxBytes = 5 * 1024 * 1024;

/**
 * Serves `POST /mail/bounces`: an email that arrived in the sender's mailbox, unmodified
 * (`message/rfc822`), from a mail server or a service that receives for the operator. Anything that is not
 * a bounce of our emails gets the same response, so that it is not returned.
 */
export function registerMailBounces(server: FastifyInstance, app: App): void {
  server.register(async (scope) => {
    registerRawBodies(scope);
    scope.post('/mail/bounces', { bodyLimit: bodyMaxBytes }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { mailBouncesToken: token } = app.config;
      if (token === undefined) return reply.code(404).send({ result: 'fail' });
      if (!isSecret(request.headers.authorization, `Bearer ${token}`))
        return reply.code(401).header('www-authenticate', 'Bearer').send({ result: 'fail' });
      return reply.send({ result: 'ok', mails: await recordBounce(app, rawBody(request)) });
    });
  });
}
