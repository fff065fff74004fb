import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../kernel/app.ts';
import { authenticate } from '../areas/identity/session.ts';
import { readHighlight, readSpokenText } from '../areas/article-record/detail.ts';
import { mayHear } from '../areas/articles/hearing.ts';
import { publicChannel } from '../areas/channels/public-channel.ts';
import { readPlayerConfig } from '../areas/player/read-config.ts';
import { credentialsOf } from './auth.ts';
import { isKnown } from './conditional.ts';
import { publicHeaders } from './download.ts';
import { registerPlayerFiles } from './player-files.ts';
import { registerPlayerPages } from './player-pages.ts';
import { last, questionOf, type Query } from './player-question.ts';

const types = ['player', 'playlistPlayer'] as const;

/** Seconds for which an answer may be kept: of a playlist so short that its times are kept to the minute. */
const kept = { ready: 60, playlist: 15, inProgress: 2, nothing: 30 };

/** What players on publishers' pages ask for: `/player/…`, `/oembed`. */
export async function registerPlayer(server: FastifyInstance, app: App): Promise<void> {
  await registerPlayerFiles(server);
  registerPlayerPages(server, app);

  server.get<{ Params: { channel: string }; Querystring: Query }>(
    '/player/:channel/config',
    async (request, reply) => {
      reply.headers(publicHeaders);
      const channel = await publicChannel(app, types, request.params.channel);
      if (channel === null || channel === 'gone') {
        const [status, message] =
          channel === null ? [404, 'There is no such player.'] : [410, 'This player has been deleted.'];
        return reply
          .code(status as number)
          .header('cache-control', `public, max-age=${kept.nothing}`)
          .send({ result: 'fail', message });
      }
      const config = await readPlayerConfig(app, channel, questionOf(request.query));
      const isSigned = last(request.query['signature']) !== undefined;
      const states = config.items.map(({ state }) => state);
      const age = states.includes('inProgress')
        ? kept.inProgress
        : channel.type === 'playlistPlayer'
          ? kept.playlist
          : states.includes('ready')
            ? kept.ready
            : kept.nothing;
      return sendJson(
        request,
        reply.header('cache-control', isSigned ? 'private, no-store' : `public, max-age=${age}`),
        config,
      );
    },
  );

  server.get<{ Params: { channel: string; version: string }; Querystring: Query }>(
    '/player/:channel/words/:version',
    async (request, reply) => {
      reply.headers(publicHeaders);
      const { version } = request.params;
      const { timestamp, signature } = request.query;
      const hearing = await mayHear(
        app,
        version,
        { timestamp: last(timestamp)!, signature: last(signature)! },
        () => authenticate(app, credentialsOf(app, request)),
      );
      const data =
        hearing === null || hearing === 'signed' ? [] : await readHighlight(app, { audio: version });
      if (data.length === 0)
        return reply
          .code(hearing === 'signed' ? 403 : 404)
          .header('cache-control', 'private, no-store')
          .send({ result: 'fail', message: 'There are no words for this.' });
      const text = await readSpokenText(app, { audio: version });
      return sendJson(
        request,
        reply.header('cache-control', hearing === 'everybody' ? 'public, max-age=3600' : 'private, no-store'),
        { data, text },
      );
    },
  );
}

function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const body = Buffer.from(JSON.stringify(value));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).type('application/json; charset=utf-8');
  return isKnown(request.headers, etag) ? reply.code(304).send() : reply.send(body);
}
