import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PlayerChannel } from '../areas/channels/player/player-request.ts';
import { recordPronunciationReport } from '../areas/channels/player/record-pronunciation-report.ts';
import type { App } from '../kernel/app.ts';
import { LimitReachedError, UserError } from '../kernel/errors.ts';
import { isReader, playerQueryOf, type ChannelRoute } from './player-query.ts';

/**
 * `POST /player/{channel}/reports`, with the query of the config: a listener reports a wrong pronunciation.
 * The body is JSON as text, which pages of other origins may send without a preflight request.
 * @param channelOf returns the requested player; undefined: an error was sent
 */
export function registerPlayerReports(
  server: FastifyInstance,
  app: App,
  channelOf: (
    request: FastifyRequest<ChannelRoute>,
    reply: FastifyReply,
  ) => Promise<PlayerChannel | undefined>,
): void {
  server.post<ChannelRoute>('/player/:channel/reports', { bodyLimit: 1_000 }, async (request, reply) => {
    const channel = await channelOf(request, reply);
    if (!channel) return reply;
    reply.header('cache-control', 'private, no-store');
    const refuse = (status: number, message: string) => reply.code(status).send({ result: 'fail', message });
    if (!isReader(request.headers)) return refuse(403, 'Only listeners can report a pronunciation.');
    const body = typeof request.body === 'string' ? request.body : '';
    try {
      await recordPronunciationReport(app, channel, playerQueryOf(request.query), {
        body,
        address: request.ip,
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (error instanceof LimitReachedError) reply.header('retry-after', error.retryAfter ?? 1);
      return refuse(error.declared.httpStatus, error.message);
    }
    return reply.code(204).send();
  });
}
