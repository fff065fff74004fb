import type { FastifyInstance } from 'fastify';
import { envelope } from '../alexa/envelope.ts';
import { ForgedRequestError, NoCertificateError, SigningKeys } from '../alexa/signing-certificate.ts';
import { answerListener, isSkillOf } from '../alexa/skill-answer.ts';
import { verifiedRequest } from '../alexa/verify-request.ts';
import { publicChannel } from '../areas/channels/channels/public-channel.ts';
import { networkOf } from '../kernel/actor.ts';
import type { App } from '../kernel/app.ts';
import { throttleLog } from '../lib/throttle-log.ts';
import { rawBody, registerRawBodies } from './raw-bodies.ts';

/**
 * `POST /alexa/{slug}`: what listeners say to a channel's skill, as Amazon sends it. What Amazon did not sign
 * is refused.
 * @param keys by which requests are verified
 */
export function registerAlexa(server: FastifyInstance, app: App, keys = new SigningKeys()): void {
  // Strangers can bring this about as often as they like.
  let reason = '';
  const tell = throttleLog((count) => app.log.warn({ count, reason }, 'Alexa requests failed verification'));
  const told = (message: string): void => {
    reason = message;
    tell();
  };
  server.register(async (scope) => {
    registerRawBodies(scope);
    scope.post<{ Params: { slug: string } }>('/alexa/:slug', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const refuse = (status: number, message: string) =>
        reply.code(status).send({ result: 'fail', message });
      try {
        const verified = await verifiedRequest(keys, {
          signature: one(request.headers['signature-256']),
          chainUrl: one(request.headers['signaturecertchainurl']),
          caller: networkOf(request.ip),
          body: rawBody(request),
        });
        const channel = await publicChannel(app, 'alexaSkill', request.params.slug);
        if (channel === null) return refuse(404, 'There is no such skill.');
        if (channel === 'gone') return refuse(410, 'This skill was deleted.');
        const { data } = envelope.safeParse(verified);
        if (!data) return refuse(400, 'The request is not understood.');
        if (!(await isSkillOf(app, channel, data.context.System.application.applicationId)))
          return refuse(403, 'The request is for another skill.');
        return await answerListener(app, channel, data);
      } catch (error) {
        if (error instanceof ForgedRequestError) return refuse(400, error.message);
        if (!(error instanceof NoCertificateError)) throw error;
        told(error.message);
        return refuse(503, error.message);
      }
    });
  });
}

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? undefined : value;
